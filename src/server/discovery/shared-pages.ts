import type { LibraryFile } from '#contract/rows.ts';
import type { Language } from '#web/i18n/language.ts';
import type { SiteContent } from '#web/page/site-content.ts';
import { pageData } from './json-ld.ts';
import { type NamedCategory, sharedPicture } from './share-card.ts';

/** What a page offers to those who do not look at it. */
export type SharedHead = ReturnType<typeof sharedPage>;

/** What a page of the library offers, of a category of it, or of a lesson. */
export function sharedPage(
  { site, origin, listed }: { site: SiteContent; origin: string; listed: boolean },
  language: Language,
  category?: NamedCategory,
  file?: LibraryFile,
) {
  const { path, card } = sharedPicture(site, language, category, file);
  return {
    /** The address of its picture and what that shows. */
    picture: { path, alt: card.title },
    /** What it is; absent for what is in no index. */
    data: listed ? pageData({ site, origin, language }, origin + path, category, file) : undefined,
    /** Whose news its feeds have; absent for the whole library's. */
    categoryId: category?.$id,
  };
}
