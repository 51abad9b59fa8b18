import { lessonPath } from '#contract/lesson-path.ts';
import type { LibraryFile } from '#contract/rows.ts';
import { defaultLanguage, type Language } from '#web/i18n/language.ts';
import { lessonHref } from '#web/page/lesson-href.ts';
import { safeHref } from '#web/page/safe-href.ts';
import { defaultView, viewHref } from '#web/page/view.ts';
import { type CoverWidth, coverPath } from './cover-path.ts';

/** Absolute addresses of the site, as other programs are given them. */
export interface Addresses {
  readonly origin: string;
  /** Any path of the site in a language, with parameters that are undefined or empty left out. */
  of(path: string, language: Language, parameters?: Record<string, string | undefined>): string;
  /** The library, or a category of it. */
  library(language: Language, categoryId?: string): string;
  lesson(id: string, language: Language): string;
  /** The PDF itself, where the card of the lesson leads. */
  pdf(lesson: Pick<LibraryFile, '$id' | 'url'>): string;
  /** A picture of its first page. */
  cover(lesson: Pick<LibraryFile, '$id' | 'fileId'>, width: CoverWidth): string;
}

export function createAddresses(origin: string): Addresses {
  const of: Addresses['of'] = (path, language, parameters = {}) => {
    const query = new URLSearchParams();
    if (language !== defaultLanguage) query.set('lang', language);
    for (const [name, value] of Object.entries(parameters)) if (value) query.set(name, value);
    return origin + path + (query.size > 0 ? `?${query}` : '');
  };
  return {
    origin,
    of,
    library: (language, categoryId) => origin + viewHref({ ...defaultView, categoryId }, language),
    lesson: (id, language) => origin + lessonHref({ id, page: 1, search: '' }, language),
    cover: ({ $id, fileId }, width) => origin + coverPath($id, width, fileId),
    pdf: ({ $id, url }) => new URL(safeHref(url, origin) ?? lessonPath($id), origin).href,
  };
}
