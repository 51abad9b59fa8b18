import { idPattern } from '#contract/id-pattern.ts';
import type { Category, LibraryFile } from '#contract/rows.ts';
import { catalogues } from '#web/i18n/catalogues.ts';
import type { Language } from '#web/i18n/language.ts';
import { fileTitle } from '#web/page/file-title.ts';
import type { SiteContent } from '#web/page/site-content.ts';
import { drawnFrom } from './picture-paths.ts';
import { shownName } from './shown-name.ts';

/** What the picture of a page says that is seen where somebody shares a link to it. */
export interface ShareCard {
  language: Language;
  title: string;
  /** Over the title: the category of a lesson. */
  above: string;
  /** Under it: whose site it is. */
  below: string;
}

/** Which page a picture is of; `id` is empty for the library as a whole. */
export interface SharedPage {
  kind: 'library' | 'category' | 'lesson';
  id: string;
}

/** What every program that shows previews takes. */
export const pictureSize = { width: 1200, height: 630 } as const;

/** Grows when the drawing changes, so that no cache shows the old one. */
const design = 2;

const address = new RegExp(
  `^/share/(library|category|lesson)(?:-(${idPattern}))?-(en|ar)-([0-9a-f]{10})\\.jpg$`,
);

/** The picture of a lesson, of a category or of the library says this. */
export function shareCard(
  { heroTitle, preacherName }: SiteContent,
  language: Language,
  category?: Pick<Category, 'categoryName'>,
  lesson?: Pick<LibraryFile, 'fileName'>,
): ShareCard {
  const [title, above] = lesson
    ? [fileTitle(lesson.fileName), category?.categoryName ?? '']
    : category
      ? [category.categoryName, catalogues[language].libraryTitle]
      : [heroTitle[language], ''];
  const below = shownName(preacherName[language]);
  return { language, title: shownName(title), above: shownName(above), below };
}

/** The address of a page's picture, another one as soon as the picture is. */
export function sharePath({ kind, id }: SharedPage, card: ShareCard): string {
  const name = [kind, ...(id ? [id] : []), card.language, drawnFrom([design, card], 10)].join('-');
  return `/share/${name}.jpg`;
}

/** The picture that a path is the address of. */
export function sharedIn(path: string): (SharedPage & { language: Language; hash: string }) | undefined {
  const [, kind, id = '', language, hash] = address.exec(path) ?? [];
  if (kind === undefined || hash === undefined || (kind === 'library') !== (id === '')) return undefined;
  return { kind: kind as SharedPage['kind'], id, language: language as Language, hash };
}
