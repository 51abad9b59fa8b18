import { hostedTotalLimit } from '#contract/hosted-total.ts';
import type { LibraryTables } from '../features/library/library-queries.ts';

/** The embedded backend, on the site's own origin, counts everything. */
const isEmbedded = import.meta.env.VITE_APPWRITE_ENDPOINT.startsWith('/');

/** The only place of the site that reads build-time values; the build checks that none is missing. */
export const config: { endpoint: string; projectId: string; tables: LibraryTables } = {
  endpoint: import.meta.env.VITE_APPWRITE_ENDPOINT,
  projectId: import.meta.env.VITE_APPWRITE_PROJECT_ID,
  tables: {
    databaseId: import.meta.env.VITE_APPWRITE_DATABASE_ID,
    categoriesTableId: import.meta.env.VITE_APPWRITE_CATEGORIES_TABLE_ID,
    filesTableId: import.meta.env.VITE_APPWRITE_FILES_TABLE_ID,
    pagesTableId: import.meta.env.VITE_APPWRITE_PAGES_TABLE_ID || 'pages',
    searchColumn: import.meta.env.VITE_APPWRITE_SEARCH_COLUMN || 'fileName',
    sortColumn: import.meta.env.VITE_APPWRITE_SORT_COLUMN || 'fileName',
    ...(isEmbedded ? {} : { totalLimit: hostedTotalLimit }),
  },
};

/** The backend's absolute address as seen from an origin: `/v1` is on the site's own. */
export function endpointFrom(origin: string): string {
  return new URL(config.endpoint, origin).href;
}
