import { type Language, languages } from '#web/i18n/language.ts';
import type { LessonDate } from './lesson-list.ts';
import { type XmlElement, xml, xmlDocument } from './xml.ts';

/** A page as search engines are told of it: its address in each language, and when it changed last. */
export interface ListedPage {
  hrefs: Record<Language, string>;
  changed?: string;
}

/**
 * Lessons of one file, each with an address for each language: far below the 50,000 addresses and 50 MB that a file may have
 * (sitemaps.org), so that making one keeps nobody waiting.
 */
export const lessonsInAFile = 5000;

const namespace = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Each twin names itself, the other, and which one is for everybody else. */
function twins({ hrefs, changed }: ListedPage): XmlElement[] {
  const alternate = (hreflang: string, href: string) =>
    xml('xhtml:link', { rel: 'alternate', hreflang, href });
  const alternates = [
    ...languages.map((language) => alternate(language, hrefs[language])),
    alternate('x-default', hrefs.en),
  ];
  return languages.map((language) =>
    xml(
      'url',
      {},
      xml('loc', {}, hrefs[language]),
      changed === undefined ? undefined : xml('lastmod', {}, changed),
      ...alternates,
    ),
  );
}

export function sitemapText(pages: readonly ListedPage[]): string {
  const attributes = { xmlns: namespace, 'xmlns:xhtml': 'http://www.w3.org/1999/xhtml' };
  return xmlDocument(xml('urlset', attributes, ...pages.flatMap(twins)));
}

/** Names the files of a sitemap that needs more than one. */
export function sitemapIndexText(files: readonly string[]): string {
  return xmlDocument(
    xml(
      'sitemapindex',
      { xmlns: namespace },
      ...files.map((href) => xml('sitemap', {}, xml('loc', {}, href))),
    ),
  );
}

/** The last change of them all. */
export function lastChange(lessons: readonly Pick<LessonDate, '$updatedAt'>[]): string | undefined {
  return lessons.reduce<string | undefined>(
    (last, { $updatedAt }) => (last === undefined || $updatedAt > last ? $updatedAt : last),
    undefined,
  );
}
