import { createContext, use } from 'react';
import type { readSiteFile } from '#settings/site-file.ts';
import type { LibraryPlace } from './library-place.ts';

/** The owner's texts in `content/site.json`, in both languages. `logo` and `logoDark` are addresses on this site. */
export type SiteContent = ReturnType<typeof readSiteFile>['site'];

/** Facts that do not change while a page is open. */
export interface PageFacts {
  /** `gone` is the address of a lesson that was taken down, `lesson` that of one that is there. */
  route: 'home' | 'notFound' | 'gone' | 'lesson';
  /** The site's own origin, for absolute links and the check of addresses. */
  origin: string;
  year: number;
  site: SiteContent;
  /** Absent where it is the one the site was built for. */
  place?: LibraryPlace;
}

export const PageContext = createContext<PageFacts | undefined>(undefined);

export function usePage(): PageFacts {
  const page = use(PageContext);
  if (!page) throw new Error('usePage needs a PageContext above it');
  return page;
}
