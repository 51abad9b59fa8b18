import type { Language } from '#contract/language.ts';
import type { View } from '#contract/urls.ts';
import { catalogues } from '#web/i18n/catalogues.ts';
import { isolate } from '#web/i18n/isolate.ts';
import type { ShownCategory } from '#web/library/shown-rows.ts';
import type { SiteContent } from '#web/page/page-facts.ts';

/** The browser's title of a view of the library: what is special about it first, the preacher's name last. */
export function libraryTitle(
  { preacherName }: SiteContent,
  language: Language,
  view: View,
  categories: ShownCategory[] = [],
): string {
  const messages = catalogues[language];
  const category = categories.find(({ $id }) => $id === view.categoryId);
  const parts = [
    view.search === '' ? undefined : isolate(view.search),
    category && isolate(category.categoryName),
    view.page === 1 ? undefined : messages.pageNumber(view.page),
  ].filter((part) => part !== undefined);
  const name = preacherName[language];
  return parts.length === 0 ? name : [...parts, messages.libraryTitle, name].join(' – ');
}
