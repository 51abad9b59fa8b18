import type { LibraryFile } from '#contract/rows.ts';
import type { Language } from '#web/i18n/language.ts';
import type { SiteContent } from '#web/page/site-content.ts';
import { categoryData, lessonData, libraryData, type PageData } from './json-ld.ts';
import { type NamedCategory, sharedPicture } from './share-card.ts';

/** What a page offers to those who do not look at it. */
export type SharedHead = ReturnType<typeof sharedPage>;

/** What a page of the library offers, of a category of it, or of a lesson. */
export function sharedPage(
  { listed, ...about }: { site: SiteContent; origin: string; listed: boolean },
  language: Language,
  category?: NamedCategory,
  file?: LibraryFile,
) {
  const { path, card } = sharedPicture(about.site, language, category, file);
  const data = (): PageData => {
    if (file) return lessonData(file, about.origin + path, about, language);
    return category ? categoryData(category, about, language) : libraryData(about, language);
  };
  return {
    /** The address of its picture and what that shows. */
    picture: { path, alt: card.title },
    /** What it is; absent for what is in no index. */
    data: listed ? data() : undefined,
    /** Whose news its feeds have; absent for the whole library's. */
    categoryId: category?.$id,
  };
}
