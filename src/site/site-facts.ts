import type { Language } from '#contract/language.ts';
import { formatName } from '#contract/name.ts';
import type { Category, LibraryFile } from '#contract/rows.ts';
import {
  type CoverWidth,
  coverPath,
  defaultView,
  lessonHref,
  localHref,
  pdfPath,
  viewHref,
} from '#contract/urls.ts';
import { categoryNameIn } from '#text/category-names.ts';
import { catalogs } from '#web/i18n/catalogs.ts';
import { fileSize, fileTitle, safeHref } from '#web/page/file-facts.ts';
import type { SiteContent } from '#web/page/page-facts.ts';
import type { LessonList } from './lesson-list.ts';
import { visitorTexts } from './messages/visitor-texts.ts';

/** Inputs of the documents for other programs. */
export interface DiscoverySite {
  list: LessonList;
  site: SiteContent;
  addresses: Addresses;
  /** Bytes of a category's archive; undefined if it has none. */
  zipBytes?: (categoryId: string) => Promise<number | undefined>;
  /** The owner's logo itself, which is at `site.logo`. */
  logo: { type: string; bytes: Uint8Array };
}

/** A document and its media type. */
export interface TypedText {
  type: string;
  text: string;
}

/** Facts about the site for other programs, in one language. */
export function siteFacts({ preacherName, centerName }: SiteContent, language: Language) {
  const [name, center] = [preacherName[language], centerName[language]];
  const description = catalogs[language].metaDescription(name, center);
  return { name, center, description, texts: visitorTexts[language].discovery };
}

/** A category's name for other programs: plain text, and the half in the language if it has both. */
export function shownCategoryName(
  { categoryName }: Pick<Category, 'categoryName'>,
  language: Language,
): string {
  return formatName(categoryNameIn(categoryName, language));
}

export const openSearchType = 'application/opensearchdescription+xml';
export const opdsFeed = 'application/atom+xml;profile=opds-catalog';
/** Media types of navigation and acquisition feeds, by version. */
export const opdsTypes = {
  atom: { navigation: `${opdsFeed};kind=navigation`, acquisition: `${opdsFeed};kind=acquisition` },
  json: { navigation: 'application/opds+json', acquisition: 'application/opds+json' },
};

export type Addresses = ReturnType<typeof createAddresses>;

/** Makes absolute addresses of the site for other programs. */
export function createAddresses(origin: string) {
  return {
    origin,
    /** Returns an address of the site in a language, without undefined or empty parameters. */
    of: (...place: Parameters<typeof localHref>): string => origin + localHref(...place),
    /** The same with an unencoded `{placeholder}` as last parameter, which programs replace with a query. */
    template(path: string, language: Language, parameter: string, placeholder: string): string {
      const address = this.of(path, language);
      return `${address}${address.includes('?') ? '&' : '?'}${parameter}={${placeholder}}`;
    },
    /** The library, or a category of it. */
    library: (language: Language, categoryId?: string) =>
      origin + viewHref({ ...defaultView, categoryId }, language),
    lesson: (id: string, language: Language) => origin + lessonHref({ id, page: 1, search: '' }, language),
    /** A picture of its first page. */
    cover: ({ $id, fileId }: Pick<LibraryFile, '$id' | 'fileId'>, width: CoverWidth) =>
      origin + coverPath($id, width, fileId),
    /** The PDF itself, where the card of the lesson leads. */
    pdf: ({ $id, url }: Pick<LibraryFile, '$id' | 'url'>) =>
      new URL(safeHref(url, origin) ?? pdfPath($id), origin).href,
  };
}

export type DescribedLesson = ReturnType<typeof describeLesson>;

/** Formats a row's date by RFC 3339; a missing one becomes 1970-01-01. */
export function isoDate(text: string): string {
  const date = new Date(text);
  return (Number.isNaN(date.getTime()) ? new Date(0) : date).toISOString();
}

/** Time of the latest change of any of them. */
export function lastChange(rows: readonly Pick<LibraryFile, '$updatedAt'>[]): string {
  return isoDate(rows.reduce((last, { $updatedAt }) => ($updatedAt > last ? $updatedAt : last), ''));
}

/** A lesson as other programs show it: every text is plain, every address absolute. */
export function describeLesson(file: LibraryFile, language: Language, addresses: Addresses) {
  const category = { id: file.category.$id, name: shownCategoryName(file.category, language) };
  return {
    /** The same in both languages. */
    id: addresses.lesson(file.$id, 'en'),
    title: formatName(fileTitle(file.fileName)),
    category,
    summary: visitorTexts[language].discovery.summary(category.name, fileSize(file.fileSize)),
    href: addresses.lesson(file.$id, language),
    pdf: addresses.pdf(file),
    bytes: file.fileSize,
    published: isoDate(file.$createdAt),
    updated: isoDate(file.$updatedAt),
    /** Pictures of its first page. */
    cover: { href: addresses.cover(file, 600), thumbnail: addresses.cover(file, 200) },
  };
}
