import { createContext, use, useEffect } from 'react';
import { MAX_COUNTED_HITS, MAX_HOSTED_TOTAL } from '#contract/limits.ts';
import type { LibraryFile } from '#contract/rows.ts';
import type { SiteBackend } from '#settings/config.ts';
import type { readSiteFile } from '#settings/site-file.ts';

/** The owner's texts in `content/site.json`, in both languages. `logo` and `logoDark` are addresses on this site. */
export type SiteContent = ReturnType<typeof readSiteFile>['site'];

/** The newest lesson, shown in the niche of the hero. */
export interface NewestFile extends Pick<LibraryFile, '$id' | 'fileName' | '$createdAt'> {
  categoryName: string;
}

/** Facts that do not change while a page is open. */
export interface PageFacts {
  /** `gone` is the address of a removed lesson, `lesson` that of an existing one. */
  route: 'home' | 'notFound' | 'gone' | 'lesson';
  /** The site's own origin, for absolute links and the check of addresses. */
  origin: string;
  year: number;
  site: SiteContent;
  /** Days by which the owner's Hijri dates differ from the calendar of Umm al-Qura; absent if they do not. */
  hijriOffset?: number;
  /** The lesson in the niche of the hero. */
  newest?: NewestFile;
  /** Absent if it is the location of the build. */
  libraryLocation?: LibraryLocation;
}

export const PageContext = createContext<PageFacts | undefined>(undefined);

export function usePage(): PageFacts {
  const page = use(PageContext);
  if (!page) throw new Error('usePage needs a PageContext above it');
  return page;
}

/** Location of the library. */
export type LibraryLocation = Omit<SiteBackend, 'bucketId'>;

/** Location of the library at build time; only this file reads build-time values. */
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

/** Location of the library in a page's state; absent if it is the build's. */
export function locationInState(libraryLocation: LibraryLocation): { libraryLocation?: LibraryLocation } {
  const isBuilt = (Object.keys(buildLocation) as (keyof LibraryLocation)[]).every(
    (name) => buildLocation[name] === libraryLocation[name],
  );
  return isBuilt ? {} : { libraryLocation };
}

export type LibraryAccess = ReturnType<typeof libraryAccess>;

/** Resolves a page's library from an origin: a browser may use another host name than the public one. */
export function libraryAccess(
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

/** Keeps the browser's title in step with the page. */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
