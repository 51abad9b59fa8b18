import { inEachLanguage, type Language, languages } from '#contract/language.ts';
import { sitemapFilePath } from '#contract/urls.ts';
import type { LessonDate, LessonList } from '../lesson-list.ts';
import { type DiscoverySite, isoDate, type TypedText } from '../site-facts.ts';
import { type XmlElement, xmlDocument } from '../xml.ts';

/**
 * Lessons of one file, each with an address for each language. Far below the limits of 50,000 addresses and 50 MB
 * (sitemaps.org), so that rendering one does not block other requests.
 */
export const LESSONS_PER_FILE = 5000;
/** Rows of one request: a hosted backend does not return more in time. */
const ROWS_PER_REQUEST = 1000;
/** Maximum files of the sitemap index; sitemaps.org allows more than a library of lessons needs. */
const MAX_FILES = 1000;

const xmlns = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Renders the whole sitemap if it fits into one file, else the list of its files. */
export async function sitemapDocument(discovery: DiscoverySite): Promise<TypedText> {
  const files = await filesOf(discovery.list);
  if (files === 1) return sitemapFile(await pagesOf(discovery, 1));
  const { origin } = discovery.addresses;
  const places = Array.from({ length: files }, (_, at) => ({ loc: origin + sitemapFilePath(at + 1) }));
  return document({ sitemapindex: { '@': { xmlns }, sitemap: places } });
}

/** Returns a file of the sitemap; undefined if its number is too large. */
export async function sitemapFileDocument(
  discovery: DiscoverySite,
  file: number,
): Promise<TypedText | undefined> {
  const pages = await pagesOf(discovery, file);
  return pages.length > 0 ? sitemapFile(pages) : undefined;
}

function document(root: XmlElement): TypedText {
  return { type: 'application/xml; charset=utf-8', text: xmlDocument(root) };
}

function sitemapFile(pages: XmlElement[]): TypedText {
  const namespaces = { xmlns, 'xmlns:xhtml': 'http://www.w3.org/1999/xhtml' };
  return document({ urlset: { '@': namespaces, url: pages } });
}

/** A page in each language; each names all its alternates and the default one. */
function alternates(hrefOf: (language: Language) => string, changed?: string): XmlElement[] {
  const hrefs = inEachLanguage(hrefOf);
  const alternate = (hreflang: string, href: string) => ({ '@': { rel: 'alternate', hreflang, href } });
  const links = [
    ...languages.map((language) => alternate(language, hrefs[language])),
    alternate('x-default', hrefs.en),
  ];
  const lastmod = changed === undefined ? undefined : isoDate(changed);
  return languages.map((language) => ({ loc: hrefs[language], lastmod, 'xhtml:link': links }));
}

/** A hosted backend stops counting at a limit; a further query then checks for more. */
async function filesOf(list: LessonList): Promise<number> {
  const { total } = await list.lessons({ language: 'en', order: 'newest', limit: 1 });
  let files = Math.max(1, Math.ceil(total / LESSONS_PER_FILE));
  while (files < MAX_FILES && (await list.dates(files * LESSONS_PER_FILE, 1)).length > 0) files += 1;
  return files;
}

async function lessonsOf(list: LessonList, file: number): Promise<LessonDate[]> {
  const lessons: LessonDate[] = [];
  for (
    let from = (file - 1) * LESSONS_PER_FILE;
    lessons.length < LESSONS_PER_FILE;
    from += ROWS_PER_REQUEST
  ) {
    const rows = await list.dates(from, Math.min(ROWS_PER_REQUEST, LESSONS_PER_FILE - lessons.length));
    lessons.push(...rows);
    if (rows.length < ROWS_PER_REQUEST) break;
  }
  return lessons;
}

/** The first file has the library and its categories before the oldest lessons. */
async function pagesOf({ list, addresses }: DiscoverySite, file: number): Promise<XmlElement[]> {
  const lessons = (await lessonsOf(list, file)).flatMap(({ $id, $updatedAt }) =>
    alternates((language) => addresses.lesson($id, language), $updatedAt),
  );
  if (file > 1) return lessons;
  const [categories, { rows }] = await Promise.all([
    list.categories('en'),
    list.lessons({ language: 'en', order: 'newest', limit: 1 }),
  ]);
  return [
    ...alternates((language) => addresses.library(language), rows[0]?.$updatedAt),
    ...categories.flatMap(({ $id }) => alternates((language) => addresses.library(language, $id))),
    ...lessons,
  ];
}
