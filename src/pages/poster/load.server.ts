import { type Language, mapLanguages, otherLanguage } from '#contract/language.ts';
import { formatName } from '#contract/name.ts';
import type { LibraryFile } from '#contract/rows.ts';
import {
  homeHref,
  hrefWithLanguage,
  libraryPosterPath,
  localHref,
  type PosterSubject,
  posterHref,
  shortPath,
  subjectHref,
} from '#contract/urls.ts';
import { assignShortCodes, shortPathOf } from '#site/lesson-list.ts';
import { type DiscoverySite, shownCategoryName } from '#site/site-facts.ts';
import { nameHalves } from '#text/category-names.ts';
import { fileTitle } from '#web/page/file-facts.ts';
import { drawQrCode, withoutScheme } from '../qr-code.server.ts';

type Sources = Pick<DiscoverySite, 'site' | 'list'> & { origin: string };

/** Sizes of a title's letters in millimeters, as in `poster.css`, and the room that they have. */
const TITLE_SIZES_MM = [16, 13, 11, 9, 7.4, 6, 4.8];
const TITLE_WIDTH_MM = 104;
const TITLE_HEIGHT_MM = 42;
/** Width of a letter and height of a line, in parts of the size. */
const [LETTER_WIDTH, LINE_HEIGHT] = [0.4, 1.14];

/** Returns the number of the largest size, from 1, in which a title fits into the arch. */
export function titleSizeOf(title: string): number {
  const parts = nameHalves(title)?.map(({ start, end }) => end - start) ?? [title.length];
  const fits = (size: number) => {
    const lines = parts.map((length) => Math.ceil((length * LETTER_WIDTH * size) / TITLE_WIDTH_MM));
    return lines.reduce((sum, count) => sum + count, 0) * size * LINE_HEIGHT <= TITLE_HEIGHT_MM;
  };
  const index = TITLE_SIZES_MM.findIndex(fits);
  return index === -1 ? TITLE_SIZES_MM.length : index + 1;
}

export type PosterState = NonNullable<Awaited<ReturnType<typeof loadPosterState>>>;

/** Returns the state of a poster and its links on the screen; undefined if there is no such lesson or category. */
export async function loadPosterState(
  { site, origin, list }: Sources,
  subject: PosterSubject,
  language: Language,
) {
  const { lesson, category } = await list.subject(subject);
  if (!category) return undefined;
  const other = otherLanguage(language);
  const address = origin + (await shortPathOf(list, subject, language));
  const title = formatName(lesson ? fileTitle(lesson.fileName) : category.categoryName);
  return {
    title,
    /** Size of the title's letters, from 1, the largest. */
    titleSize: titleSizeOf(title),
    /** Over the title: the category of a lesson. */
    above: lesson && mapLanguages((each) => shownCategoryName(category, each)),
    name: site.preacherName,
    center: site.centerName,
    address: withoutScheme(address),
    code: drawQrCode(address),
    hrefs: {
      back: subjectHref(subject, language),
      other: hrefWithLanguage(posterHref(subject, other), other),
      library: localHref(libraryPosterPath, language),
      category: lesson && posterHref({ kind: 'category', id: category.$id }, language),
    },
  };
}

/** Lessons on the sheet of the library, and in one query for them. A larger library is no sheet for a wall. */
const MAX_LISTED = 1000;
const QUERY_SIZE = 500;

export type LibraryListState = Awaited<ReturnType<typeof loadLibraryListState>>;

/** Returns the state of the sheet that lists the whole library. */
export async function loadLibraryListState({ site, origin, list }: Sources, language: Language) {
  const lessons: LibraryFile[] = [];
  let total = 0;
  do {
    const skip = lessons.length;
    const page = await list.lessons({ language, order: 'name', limit: QUERY_SIZE, skip });
    total = page.total;
    lessons.push(...page.rows);
    if (page.rows.length === 0) break;
  } while (lessons.length < Math.min(total, MAX_LISTED));
  const categories = await list.categories(language);
  const more = Math.max(0, total - lessons.length);
  // A code is short because no older lesson begins with it: all must be known.
  const codes = more === 0 ? assignShortCodes(lessons) : undefined;
  const other = otherLanguage(language);
  return {
    name: site.preacherName,
    center: site.centerName,
    address: withoutScheme(origin),
    /** The beginning of the addresses that codes complete; absent if there are no codes. */
    codesAt: codes && withoutScheme(origin + shortPath('', language)),
    code: drawQrCode(origin + homeHref(language)),
    categories: categories
      .map(({ $id, categoryName }) => ({
        id: $id,
        name: formatName(categoryName),
        lessons: lessons
          .filter(({ category }) => category.$id === $id)
          .map(({ $id: id, fileName }) => ({
            id,
            title: formatName(fileTitle(fileName)),
            code: codes?.get(id),
          })),
      }))
      .filter((category) => category.lessons.length > 0),
    /** Number of lessons that are not listed. */
    more,
    hrefs: {
      back: homeHref(language),
      other: hrefWithLanguage(localHref(libraryPosterPath, other), other),
    },
  };
}
