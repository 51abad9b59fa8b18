import { inEachLanguage } from '#web/i18n/language.ts';
import type { Addresses } from './addresses.ts';
import { isoDate } from './described-lesson.ts';
import type { DiscoverySite, TypedText } from './discovery-site.ts';
import type { LessonDate, LessonList } from './lesson-list.ts';
import { type ListedPage, lastChange, lessonsInAFile, sitemapIndexText, sitemapText } from './sitemap.ts';

const type = 'application/xml; charset=utf-8';
/** Rows of one question: a hosted backend sends no more in time. */
const atATime = 1000;
/** A sitemap of more files has an index of its own kind (sitemaps.org); no library of lessons needs that. */
const mostFiles = 1000;

const sitemapFilePath = (file: number): string => `/sitemap-${file}.xml`;

async function lessonsOf(list: LessonList, file: number): Promise<LessonDate[]> {
  const lessons: LessonDate[] = [];
  for (let from = (file - 1) * lessonsInAFile; lessons.length < lessonsInAFile; from += atATime) {
    const { rows } = await list.dates(from, Math.min(atATime, lessonsInAFile - lessons.length));
    lessons.push(...rows);
    if (rows.length < atATime) break;
  }
  return lessons;
}

/** A hosted backend stops counting: then it is asked whether there are more. */
async function filesOf(list: LessonList): Promise<number> {
  const { total } = await list.dates(0, 1);
  for (let files = Math.max(1, Math.ceil(total / lessonsInAFile)); ; files += 1) {
    if (files >= mostFiles || (await list.dates(files * lessonsInAFile, 1)).rows.length === 0) return files;
  }
}

const listed = (addresses: Addresses, { $id, $updatedAt }: LessonDate): ListedPage => ({
  hrefs: inEachLanguage((language) => addresses.lesson($id, language)),
  changed: isoDate($updatedAt),
});

/** The whole sitemap where one file holds it, else the list of its files. */
export async function sitemapDocument(discovery: DiscoverySite): Promise<TypedText> {
  const { list, addresses } = discovery;
  const files = await filesOf(list);
  if (files === 1) return { type, text: sitemapText(await pagesOf(discovery, 1)) };
  const hrefs = Array.from({ length: files }, (_, at) => addresses.origin + sitemapFilePath(at + 1));
  return { type, text: sitemapIndexText(hrefs) };
}

/** One file of the sitemap; undefined when there are not so many. */
export async function sitemapFileDocument(
  discovery: DiscoverySite,
  file: number,
): Promise<TypedText | undefined> {
  const pages = await pagesOf(discovery, file);
  return pages.length > 0 ? { type, text: sitemapText(pages) } : undefined;
}

/** The first file has the library and its categories before the oldest lessons. */
async function pagesOf({ list, addresses }: DiscoverySite, file: number): Promise<ListedPage[]> {
  const lessons = (await lessonsOf(list, file)).map((lesson) => listed(addresses, lesson));
  if (file > 1) return lessons;
  const [categories, { rows }] = await Promise.all([
    list.categories('en'),
    list.lessons({ language: 'en', order: 'newest', limit: 1 }),
  ]);
  const changed = lastChange(rows);
  return [
    {
      hrefs: inEachLanguage((language) => addresses.library(language)),
      ...(changed && { changed: isoDate(changed) }),
    },
    ...categories.map(({ $id }) => ({
      hrefs: inEachLanguage((language) => addresses.library(language, $id)),
    })),
    ...lessons,
  ];
}
