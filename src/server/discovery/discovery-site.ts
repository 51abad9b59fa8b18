import type { SiteContent } from '#web/page/site-content.ts';
import type { Addresses } from './addresses.ts';
import type { LessonList } from './lesson-list.ts';

/** What the documents for other programs are made of. */
export interface DiscoverySite {
  list: LessonList;
  site: SiteContent;
  addresses: Addresses;
  /** The owner's logo itself, which is at `site.logo`. */
  logo: { type: string; bytes: Uint8Array };
}

/** A document and its media type. */
export interface TypedText {
  type: string;
  text: string;
}
