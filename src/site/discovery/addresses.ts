import type { Language } from '#contract/language.ts';
import type { LibraryFile } from '#contract/rows.ts';
import {
  type CoverWidth,
  coverPath,
  defaultView,
  lessonHref,
  localHref,
  pdfPath,
  viewHref,
} from '#contract/urls.ts';
import { safeHref } from '#web/page/safe-href.ts';

export const openSearchType = 'application/opensearchdescription+xml';
export const opdsFeed = 'application/atom+xml;profile=opds-catalog';
/** What each version calls a page that leads to others, and one that has books to take. */
export const opdsTypes = {
  atom: { navigation: `${opdsFeed};kind=navigation`, acquisition: `${opdsFeed};kind=acquisition` },
  json: { navigation: 'application/opds+json', acquisition: 'application/opds+json' },
};

export type Addresses = ReturnType<typeof createAddresses>;

/** Absolute addresses of the site, as other programs are given them. */
export function createAddresses(origin: string) {
  return {
    origin,
    /** Any path of the site in a language, with parameters that are undefined or empty left out. */
    of: (...place: Parameters<typeof localHref>): string => origin + localHref(...place),
    /** The same with a last parameter in braces, which are not to be encoded: programs put a search in their place. */
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
