import { createHash } from 'node:crypto';
import { idPattern } from '#contract/id-pattern.ts';
import type { Language } from '#contract/language.ts';
import type { Category, LibraryFile } from '#contract/rows.ts';
import { catalogues } from '#web/i18n/catalogues.ts';
import { fileTitle } from '#web/page/file-title.ts';
import type { SiteContent } from '#web/page/page-facts.ts';
import { shownName } from './shown-name.ts';

/** A short name of all that a picture is drawn from, which is another one as soon as the picture is. */
function drawnFrom(parts: readonly unknown[], length: number): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, length);
}

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

/** Widths in which programs are given a lesson's cover. */
export type CoverWidth = 200 | 600;

/** The address of a cover. It names the file, so that the picture may be kept for ever. */
export function coverPath(lessonId: string, width: CoverWidth, fileId: string): string {
  return `/lesson/${lessonId}/cover-${width}.jpg?v=${encodeURIComponent(fileId)}`;
}

/** Icons of the site, made of the owner's logo: how large, and how much of the square the logo takes. */
export const icons = {
  '192': { size: 192, share: 1 },
  '512': { size: 512, share: 1 },
  // What a phone may cut off, in whatever shape, is a tenth on each side (W3C Web Application Manifest, safe zone).
  maskable: { size: 512, share: 0.62 },
  apple: { size: 180, share: 0.8 },
} as const;
export type IconName = keyof typeof icons;

/** Grows when the drawing changes. */
const iconDesign = 1;

/** The address of an icon, another one as soon as the logo is. */
export function iconPath(name: IconName, logo: string): string {
  return `/icon/${name}-${drawnFrom([iconDesign, name, logo], 16)}.png`;
}
