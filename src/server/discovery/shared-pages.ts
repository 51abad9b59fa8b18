import type { LibraryFile } from '#contract/rows.ts';
import type { PageState } from '#web/app/page-state.ts';
import type { Language } from '#web/i18n/language.ts';
import type { SiteContent } from '#web/page/site-content.ts';
import { categoryData, lessonData, libraryData, type PageData } from './json-ld.ts';
import { type ShareCard, type SharedPage, shareCard, sharePath } from './share-card.ts';

/** What a page offers to those who do not look at it. */
export interface SharedHead {
  /** The address of its picture and what that shows. */
  picture: { path: string; alt: string };
  /** What it is; absent for what is in no index. */
  data?: PageData | undefined;
  /** Whose news its feeds have; absent for the whole library's. */
  categoryId?: string | undefined;
}

const picture = (page: SharedPage, card: ShareCard) => ({ path: sharePath(page, card), alt: card.title });

/** What a page of the library offers: the whole of it, or a category. */
export function sharedLibrary(
  { site, origin, view, categories }: Pick<PageState, 'site' | 'origin' | 'view' | 'categories'>,
  language: Language,
): SharedHead {
  const category = categories?.rows.find(({ $id }) => $id === view.categoryId);
  const listed = view.search === '' && view.page === 1;
  const about = { site, origin };
  const card = shareCard(site, language, category);
  if (!category) {
    const data = listed ? libraryData(about, language) : undefined;
    return { picture: picture({ kind: 'library', id: '' }, card), data };
  }
  const { $id } = category;
  const data = listed ? categoryData(category, about, language) : undefined;
  return { picture: picture({ kind: 'category', id: $id }, card), data, categoryId: $id };
}

/** What a page of a lesson offers. */
export function sharedLesson(
  file: LibraryFile,
  { site, origin, listed }: { site: SiteContent; origin: string; listed: boolean },
  language: Language,
): SharedHead {
  const { $id, category } = file;
  const shown = picture({ kind: 'lesson', id: $id }, shareCard(site, language, category, file));
  const data = listed ? lessonData(file, origin + shown.path, { site, origin }, language) : undefined;
  return { picture: shown, data, categoryId: category.$id };
}
