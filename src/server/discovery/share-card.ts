import { idPattern } from '#contract/id-pattern.ts';
import type { Category, LibraryFile } from '#contract/rows.ts';
import { catalogues } from '#web/i18n/catalogues.ts';
import type { Language } from '#web/i18n/language.ts';
import { fileTitle } from '#web/page/file-title.ts';
import type { SiteContent } from '#web/page/site-content.ts';
import { drawnFrom } from './picture-paths.ts';
import { shownName } from './shown-name.ts';

/** What the picture of a page says that is seen where somebody shares a link to it: over the title a lesson's category, under it whose site it is. */
export type ShareCard = ReturnType<typeof sharedPicture>['card'];

export type NamedCategory = Pick<Category, '$id' | 'categoryName'>;

/** What every program that shows previews takes. */
export const pictureSize = { width: 1200, height: 630 } as const;

/** Grows when the drawing changes, so that no cache shows the old one. */
const design = 2;

const address = new RegExp(
  `^/share/(library|category|lesson)(?:-(${idPattern}))?-(en|ar)-[0-9a-f]{10}\\.jpg$`,
);

/** What the picture of a lesson, of a category or of the library says, and its address, which is another one as soon as the picture is. */
export function sharedPicture(
  { heroTitle, preacherName }: SiteContent,
  language: Language,
  category?: NamedCategory,
  lesson?: Pick<LibraryFile, '$id' | 'fileName'>,
) {
  const [page, title, above] = lesson
    ? [`lesson-${lesson.$id}`, fileTitle(lesson.fileName), category?.categoryName ?? '']
    : category
      ? [`category-${category.$id}`, category.categoryName, catalogues[language].libraryTitle]
      : ['library', heroTitle[language], ''];
  const below = shownName(preacherName[language]);
  const card = { language, title: shownName(title), above: shownName(above), below };
  return { path: `/share/${page}-${language}-${drawnFrom([design, card], 10)}.jpg`, card };
}

/** Which page the picture is of that a path is the address of; `id` is empty for the library as a whole. */
export function sharedIn(path: string) {
  const [, kind, id = '', language] = address.exec(path) ?? [];
  if (kind === undefined || (kind === 'library') !== (id === '')) return undefined;
  return { kind: kind as 'library' | 'category' | 'lesson', id, language: language as Language };
}
