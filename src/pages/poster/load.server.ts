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
import { removeScheme } from '#site/assets.ts';
import { assignShortCodes, shortPathOf } from '#site/lesson-list.ts';
import { type DiscoverySite, shownCategoryName } from '#site/site-facts.ts';
import { nameHalves } from '#text/category-names.ts';
import { fileTitle } from '#web/page/file-facts.ts';
import { drawQrCode } from '../qr-code.server.ts';

type Sources = Pick<DiscoverySite, 'site' | 'list'> & { origin: string };

/** Font sizes of a poster's title, as in `poster.css`, and the space for the title. */
const TITLE_SIZES_MM = [16, 13, 11, 9, 7.4, 6, 4.8];
const TITLE_WIDTH_MM = 104;
const TITLE_HEIGHT_MM = 42;
/** Assumed width of a letter and height of a line, in proportion to the font size. */
const [LETTER_WIDTH, LINE_HEIGHT] = [0.4, 1.14];

/** Returns the number, from 1, of the largest font size in which a title fits into the arch; that of the smallest if none fits. */
export function chooseTitleSize(title: string): number {
  const parts = nameHalves(title)?.map(({ start, end }) => end - start) ?? [title.length];
  const fitsInSize = (size: number) => {
    const lines = parts.map((length) => Math.ceil((length * LETTER_WIDTH * size) / TITLE_WIDTH_MM));
    return lines.reduce((sum, count) => sum + count, 0) * size * LINE_HEIGHT <= TITLE_HEIGHT_MM;
  };
  const index = TITLE_SIZES_MM.findIndex(fitsInSize);
  return index === -1 ? TITLE_SIZES_MM.length : index + 1;
}

export type PosterState = NonNullable<Awaited<ReturnType<typeof loadPosterState>>>;

/** Loads the state of a poster; undefined if there is no such lesson or category. */
export async function loadPosterState(
  { site, origin, list }: Sources,
  subject: PosterSubject,
  language: Language,
) {
  const { lesson, category } = await list.subject(subject);
  if (!category) return undefined;
  const target = otherLanguage(language);
  const address = origin + (await shortPathOf(list, subject, language));
  const title = formatName(lesson ? fileTitle(lesson.fileName) : category.categoryName);
  return {
    title,
    /** Number of the title's font size; 1 is the largest. */
    titleSize: chooseTitleSize(title),
    /** The lesson's category, shown above the title; absent on the poster of a category. */
    category: lesson && mapLanguages((lang) => shownCategoryName(category, lang)),
    name: site.preacherName,
    center: site.centerName,
    address: removeScheme(address),
    code: drawQrCode(address),
    hrefs: {
      back: subjectHref(subject, language),
      otherLanguage: hrefWithLanguage(posterHref(subject, target), target),
      library: localHref(libraryPosterPath, language),
      category: lesson && posterHref({ kind: 'category', id: category.$id }, language),
    },
  };
}

/** Maximum number of lessons on the sheet of the library; a longer list would not fit on a wall. */
const MAX_LISTED_LESSONS = 1000;
/** Number of lessons per query. */
const LESSONS_PER_QUERY = 500;

export type LibraryListState = Awaited<ReturnType<typeof loadLibraryListState>>;

/** Loads the state of the sheet that lists the library. */
export async function loadLibraryListState({ site, origin, list }: Sources, language: Language) {
  const lessons: LibraryFile[] = [];
  let total = 0;
  let skip = 0;
  do {
    const page = await list.lessons({ language, order: 'name', limit: LESSONS_PER_QUERY, skip });
    total = page.total;
    lessons.push(...page.rows);
    // Rows that cannot be shown are missing in the page, but the backend counts them.
    skip += LESSONS_PER_QUERY;
  } while (skip < Math.min(total, MAX_LISTED_LESSONS));
  const categories = await list.categories(language);
  // The total includes rows that cannot be shown, so it cannot be compared with the number of lessons.
  const unlistedCount = Math.max(0, total - skip);
  // A code is the shortest beginning of an id that no other lesson or category has, so assigning codes requires all of them.
  const ids = [...lessons, ...categories].map(({ $id }) => $id);
  const codes = unlistedCount === 0 ? assignShortCodes(ids) : undefined;
  const target = otherLanguage(language);
  return {
    name: site.preacherName,
    center: site.centerName,
    address: removeScheme(origin),
    /** Prefix of the short addresses that end with a code; absent if there are no codes. */
    codePrefix: codes && removeScheme(origin + shortPath('', language)),
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
    /** Number of lessons that are not on the sheet. */
    unlistedCount,
    hrefs: {
      back: homeHref(language),
      otherLanguage: hrefWithLanguage(localHref(libraryPosterPath, target), target),
    },
  };
}
