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
import { fileTitle, formatFileSize, toSafeHref } from '#web/page/file-facts.ts';
import type { SiteContent } from '#web/page/page-facts.ts';
import type { LessonList } from './lesson-list.ts';
import { visitorTexts } from './messages/visitor-texts.ts';

/** Data of the feeds, catalogs and other documents for programs. */
export interface DiscoverySite {
  list: LessonList;
  site: SiteContent;
  addresses: Addresses;
  /** Returns the size of a category's archive in bytes, or undefined if it has none. */
  zipBytes: (categoryId: string) => Promise<number | undefined>;
  /** Type and bytes of the logo at `site.logo`. */
  logo: { type: string; bytes: Uint8Array };
}

/** A document and its media type. */
export interface TypedText {
  type: string;
  text: string;
}

/** Returns names and texts of the site in one language, for other programs. */
export function siteFacts({ preacherName, centerName }: SiteContent, language: Language) {
  const [name, center] = [preacherName[language], centerName[language]];
  const description = catalogs[language].metaDescription(name, center);
  return { name, center, description, texts: visitorTexts[language].discovery };
}

/** Returns a category's name as plain text; if the name is bilingual, only the part in the language. */
export function shownCategoryName(
  { categoryName }: Pick<Category, 'categoryName'>,
  language: Language,
): string {
  return formatName(categoryNameIn(categoryName, language));
}

export const openSearchType = 'application/opensearchdescription+xml';
export const opdsFeed = 'application/atom+xml;profile=opds-catalog';
/** Media types of navigation and acquisition feeds in OPDS 1.2 (`atom`) and 2.0 (`json`). */
export const opdsTypes = {
  atom: { navigation: `${opdsFeed};kind=navigation`, acquisition: `${opdsFeed};kind=acquisition` },
  json: { navigation: 'application/opds+json', acquisition: 'application/opds+json' },
};

export type Addresses = ReturnType<typeof createAddresses>;

/** Creates builders of absolute addresses of the site, for other programs. */
export function createAddresses(origin: string) {
  return {
    origin,
    /** Returns an address of the site in a language; undefined and empty parameters are omitted. */
    page: (...target: Parameters<typeof localHref>): string => origin + localHref(...target),
    /** Returns an address whose last parameter has the unencoded value `{placeholder}`, which programs replace with a query. */
    template(path: string, language: Language, parameter: string, placeholder: string): string {
      const address = this.page(path, language);
      return `${address}${address.includes('?') ? '&' : '?'}${parameter}={${placeholder}}`;
    },
    /** Returns the address of the library or a category. */
    library: (language: Language, categoryId?: string) =>
      origin + viewHref({ ...defaultView, categoryId }, language),
    lesson: (id: string, language: Language) => origin + lessonHref({ id, page: 1, search: '' }, language),
    /** Returns the address of a picture of the first page. */
    cover: ({ $id, fileId }: Pick<LibraryFile, '$id' | 'fileId'>, width: CoverWidth) =>
      origin + coverPath($id, width, fileId),
    /** Returns the address of the PDF to which the lesson's card links; the permanent one if the row's address is unsafe. */
    pdf: ({ $id, url }: Pick<LibraryFile, '$id' | 'url'>) =>
      new URL(toSafeHref(url, origin) ?? pdfPath($id), origin).href,
  };
}

export type DescribedLesson = ReturnType<typeof describeLesson>;

/** Formats a row's date by RFC 3339; a missing or invalid date becomes 1970-01-01. */
export function isoDate(text: string): string {
  const date = new Date(text);
  return (Number.isNaN(date.getTime()) ? new Date(0) : date).toISOString();
}

/** Returns the time of the latest change to any of the rows; 1970-01-01 if there are none. */
export function lastChange(rows: readonly Pick<LibraryFile, '$updatedAt'>[]): string {
  return isoDate(rows.reduce((latest, { $updatedAt }) => ($updatedAt > latest ? $updatedAt : latest), ''));
}

/** Returns a lesson for other programs, with plain texts and absolute addresses. */
export function describeLesson(file: LibraryFile, language: Language, addresses: Addresses) {
  const category = { id: file.category.$id, name: shownCategoryName(file.category, language) };
  return {
    /** Identical in both languages. */
    id: addresses.lesson(file.$id, 'en'),
    title: formatName(fileTitle(file.fileName)),
    category,
    summary: visitorTexts[language].discovery.summary(category.name, formatFileSize(file.fileSize)),
    href: addresses.lesson(file.$id, language),
    pdf: addresses.pdf(file),
    bytes: file.fileSize,
    published: isoDate(file.$createdAt),
    updated: isoDate(file.$updatedAt),
    /** Addresses of pictures of the first page. */
    cover: { href: addresses.cover(file, 600), thumbnail: addresses.cover(file, 200) },
  };
}
