import type { Language } from '#contract/language.ts';
import { catalogues } from '#web/i18n/catalogues.ts';
import type { SiteContent } from '#web/page/page-facts.ts';
import { visitorTexts } from '../messages/visitor-texts.ts';
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

/** What the site says of itself to other programs, in one language. */
export function siteFacts({ preacherName, centerName }: SiteContent, language: Language) {
  const [name, center] = [preacherName[language], centerName[language]];
  const description = catalogues[language].metaDescription(name, center);
  return { name, center, description, texts: visitorTexts[language].discovery };
}
