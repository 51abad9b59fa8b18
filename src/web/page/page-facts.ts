import { createContext, use, useEffect } from 'react';
import { MAX_COUNTED_HITS, MAX_HOSTED_TOTAL } from '#contract/limits.ts';
import type { LibraryFile } from '#contract/rows.ts';
import type { SiteBackend } from '#settings/config.ts';
import type { readSiteFile } from '#settings/site-file.ts';

/** The owner's texts in `content/site.json`, in both languages. `logo` and `logoDark` are addresses on this site. */
export type SiteContent = ReturnType<typeof readSiteFile>['site'];

/** The newest lesson, shown in the hero. */
export interface NewestFile extends Pick<LibraryFile, '$id' | 'fileName' | '$createdAt'> {
  categoryName: string;
}

/** Facts that do not change while a page is open. */
export interface PageFacts {
  /** `home` includes the embedded list, `lesson` pages about feeds and the notice of an unavailable page. `gone` is a removed lesson. */
  route: 'home' | 'notFound' | 'gone' | 'lesson';
  /** The site's origin, for absolute links and for checking addresses. */
  origin: string;
  year: number;
  site: SiteContent;
  /** Days by which the owner's Hijri dates are ahead of the Umm al-Qura calendar; absent if 0. */
  hijriOffset?: number;
  /** Absent without lessons, and on pages without a hero. */
  newest?: NewestFile;
  /** Location of the library; absent if it is the one set at build time. */
  libraryLocation?: LibraryLocation;
}

export const PageContext = createContext<PageFacts | undefined>(undefined);

export function usePage(): PageFacts {
  const page = use(PageContext);
  if (!page) throw new Error('usePage must be called inside a PageContext');
  return page;
}

/** Endpoint of the backend, ids of the library's project, database and tables, and names of its columns. */
export type LibraryLocation = Omit<SiteBackend, 'bucketId'>;

/** Location of the library that is set at build time. Only this file reads build-time values. */
const buildLocation: LibraryLocation = {
  endpoint: import.meta.env.VITE_APPWRITE_ENDPOINT,
  projectId: import.meta.env.VITE_APPWRITE_PROJECT_ID,
  databaseId: import.meta.env.VITE_APPWRITE_DATABASE_ID,
  categoriesTableId: import.meta.env.VITE_APPWRITE_CATEGORIES_TABLE_ID,
  filesTableId: import.meta.env.VITE_APPWRITE_FILES_TABLE_ID,
  pagesTableId: import.meta.env.VITE_APPWRITE_PAGES_TABLE_ID || 'pages',
  searchColumn: import.meta.env.VITE_APPWRITE_SEARCH_COLUMN || 'fileName',
  sortColumn: import.meta.env.VITE_APPWRITE_SORT_COLUMN || 'fileName',
};

/** Returns the library's location for a page's state; empty if it is the one set at build time. */
export function omitBuildLocation(libraryLocation: LibraryLocation): { libraryLocation?: LibraryLocation } {
  const isBuildLocation = (Object.keys(buildLocation) as (keyof LibraryLocation)[]).every(
    (name) => buildLocation[name] === libraryLocation[name],
  );
  return isBuildLocation ? {} : { libraryLocation };
}

export type LibraryAccess = ReturnType<typeof resolveLibraryAccess>;

/** Returns the absolute endpoint and the query settings. A browser passes the page's origin, which can differ from the public one. */
export function resolveLibraryAccess(
  {
    libraryLocation = buildLocation,
    site,
  }: { libraryLocation?: LibraryLocation; site: { categories?: string[] | undefined } },
  origin: string,
) {
  const { endpoint, projectId, ...tables } = libraryLocation;
  const isHosted = !endpoint.startsWith('/');
  return {
    endpoint: new URL(endpoint, origin).href,
    projectId,
    tables: {
      ...tables,
      totalLimit: isHosted ? MAX_HOSTED_TOTAL : MAX_COUNTED_HITS,
      categoryOrder: site.categories,
    },
  };
}

/** Updates the document's title. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
