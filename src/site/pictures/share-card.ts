import { hash } from 'node:crypto';
import type { Language } from '#contract/language.ts';
import { formatName } from '#contract/name.ts';
import type { Category, LibraryFile } from '#contract/rows.ts';
import { iconPath, shareCardPath } from '#contract/urls.ts';
import { categoryNameIn } from '#text/category-names.ts';
import { catalogs } from '#web/i18n/catalogs.ts';
import { fileTitle } from '#web/page/file-facts.ts';
import type { SiteContent } from '#web/page/page-facts.ts';

/** Returns a short digest of everything that a picture is drawn from. */
function digestOf(parts: readonly unknown[], length: number): string {
  return hash('sha256', JSON.stringify(parts)).slice(0, length);
}

/** Language and texts of a preview picture. For a lesson, the category is above the title; the preacher's name is below every title. */
export type ShareCard = ReturnType<typeof sharedPicture>['card'];

export type NamedCategory = Pick<Category, '$id' | 'categoryName'>;

/** Size in pixels that all link previews accept. */
export const pictureSize = { width: 1200, height: 630 } as const;

/** Increment when the drawing of cards changes, so that no cache shows an old picture. */
const CARD_DESIGN = 3;

/** Returns the texts of the preview picture of a lesson, else of a category, else of the library; and its path, which changes with it. */
export function sharedPicture(
  { heroTitle, preacherName }: SiteContent,
  language: Language,
  category?: NamedCategory,
  lesson?: Pick<LibraryFile, '$id' | 'fileName'>,
) {
  const name = category ? categoryNameIn(category.categoryName, language) : '';
  const [kind, id, title, above] = lesson
    ? (['lesson', lesson.$id, fileTitle(lesson.fileName), name] as const)
    : category
      ? (['category', category.$id, name, catalogs[language].libraryTitle] as const)
      : (['library', '', heroTitle[language], ''] as const);
  const below = formatName(preacherName[language]);
  const card = { language, title: formatName(title), above: formatName(above), below };
  return { path: shareCardPath({ kind, id, language }, digestOf([CARD_DESIGN, card], 10)), card };
}

/** Icons drawn from the owner's logo: side in pixels, and the share of the side that the logo fills. */
export const icons = {
  '192': { size: 192, share: 1 },
  '512': { size: 512, share: 1 },
  // A phone can crop the icon to a circle with 80 % of its width (W3C Web Application Manifest, safe zone).
  maskable: { size: 512, share: 0.62 },
  apple: { size: 180, share: 0.8 },
} as const;
export type IconName = keyof typeof icons;

/** Increment when the drawing of icons changes. */
const ICON_DESIGN = 1;

/** Returns the path of an icon, which changes with the logo's path. */
export function iconHref(name: IconName, logo: string): string {
  return iconPath(name, digestOf([ICON_DESIGN, name, logo], 16));
}
