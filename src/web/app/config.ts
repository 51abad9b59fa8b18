/** Where the backend is: the six build-time values of specification section 3. */
export interface BackendConfig {
  endpoint: string;
  projectId: string;
  databaseId: string;
  categoriesTableId: string;
  filesTableId: string;
  bucketId: string;
  /** Columns of the files table that are searched and sorted by; `fileName` unless set. */
  searchColumn: string;
  sortColumn: string;
}

/** The only place of the site that reads build-time values; the build checks that none is missing. */
export const config: BackendConfig = {
  endpoint: import.meta.env.VITE_APPWRITE_ENDPOINT,
  projectId: import.meta.env.VITE_APPWRITE_PROJECT_ID,
  databaseId: import.meta.env.VITE_APPWRITE_DATABASE_ID,
  categoriesTableId: import.meta.env.VITE_APPWRITE_CATEGORIES_TABLE_ID,
  filesTableId: import.meta.env.VITE_APPWRITE_FILES_TABLE_ID,
  bucketId: import.meta.env.VITE_APPWRITE_BUCKET_ID,
  searchColumn: import.meta.env.VITE_APPWRITE_SEARCH_COLUMN || 'fileName',
  sortColumn: import.meta.env.VITE_APPWRITE_SORT_COLUMN || 'fileName',
};

/** Appwrite stops counting here; the embedded backend counts everything. */
const hostedTotalLimit = 5000;

/** Whether there may be more than this total says. */
export function isCapped(total: number): boolean {
  return total === hostedTotalLimit && !config.endpoint.startsWith('/');
}

/** The endpoint as an absolute address: `/v1` means this site's own backend. */
export function absoluteEndpoint(endpoint: string, origin: string): string {
  return endpoint.startsWith('/') ? new URL(endpoint, origin).href : endpoint;
}

/** True while rendering on the server, where nothing may outlive the page. */
export const isServer: boolean = import.meta.env.SSR;
