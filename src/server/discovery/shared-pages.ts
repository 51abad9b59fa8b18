import type { LibraryFile } from '#contract/rows.ts';
import type { PageState } from '#web/app/page-state.ts';
import type { Language } from '#web/i18n/language.ts';
import type { SiteContent } from '#web/page/site-content.ts';
import { categoryData, lessonData, libraryData } from './json-ld.ts';
import { type ShareCard, type SharedPage, sharePath } from './share-card.ts';
import type { SharedHead } from './shared-head.ts';
import { categoryCard, lessonCard, libraryCard } from './site-facts.ts';

const picture = (page: SharedPage, card: ShareCard) => ({ path: sharePath(page, card), alt: card.title });

/** What a page of the library offers: the whole of it, or a category. */
export function sharedLibrary(
  { site, origin, view, categories }: Pick<PageState, 'site' | 'origin' | 'view' | 'categories'>,
  language: Language,
): SharedHead {
  const category = categories?.rows.find(({ $id }) => $id === view.categoryId);
  const listed = view.search === '' && view.page === 1;
  if (!category) {
    const data = listed ? libraryData({ site, origin }, language) : undefined;
    return { picture: picture({ kind: 'library', id: '' }, libraryCard(site, language)), data };
  }
  const { $id } = category;
  return {
    picture: picture({ kind: 'category', id: $id }, categoryCard(category, site, language)),
    data: listed ? categoryData(category, { site, origin }, language) : undefined,
    categoryId: $id,
  };
}

/** What a page of a lesson offers. */
export function sharedLesson(
  file: LibraryFile,
  { site, origin, listed }: { site: SiteContent; origin: string; listed: boolean },
  language: Language,
): SharedHead {
  const { $id, category } = file;
  const shown = picture({ kind: 'lesson', id: $id }, lessonCard(file, site, language));
  const data = lessonData({ file, category, image: origin + shown.path }, { site, origin }, language);
  return { picture: shown, data: listed ? data : undefined, categoryId: category.$id };
}
