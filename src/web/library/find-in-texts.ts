import { Query } from 'appwrite';
import { MAX_COUNTED_HITS } from '#contract/limits.ts';
import { findTerms, type TermMatch, withoutOverlaps } from '#text/page-matches.ts';
import { compilePageQuery, compileSignificantTerms, type PageTerm } from '#text/page-query.ts';
import { type TextRange, wordRanges } from '#text/words.ts';
import type { FilesFilter, LessonHit, PageHit, TextHits } from './files-page.ts';
import { type OpenLibrary, rowsById, rowsIn } from './library-queries.ts';
import { withTimeout } from './query-failure.ts';

/** Maximum lessons listed below the files of a search, and pages of each. */
const limits = { lessons: 5, pages: 3 };
/** Lessons on a page of the list of all that was found. */
export const LESSONS_PER_PAGE = 10;
/** Pages requested: for the first lessons, and at a time for the full list. */
const fetched = { first: 60, all: 1000 };
/** Maximum pages of the full list: each reads the hits before it. */
const MAX_LISTED_HITS = 20_000;
/** Maximum wait for results inside lessons; the page works without them. */
export const TIMEOUT_MS = typeof window === 'undefined' ? 1000 : 10_000;

export type Hit = ReturnType<typeof toHit>;

type Asked = Pick<FilesFilter, 'search' | 'categoryId' | 'inText' | 'page'>;

/** A search of pages: in all lessons, in those of a category, or in one. */
export interface PageSearch extends Pick<FilesFilter, 'search' | 'categoryId'> {
  lessonId?: string;
}

/** Pages that were found: all of them, or as many as were fetched. */
interface PageList {
  terms: readonly PageTerm[];
  hits: Hit[];
  total: number;
  /** Share of the query's words in each page, if none has all. */
  share?: 'most' | 'some';
}

/**
 * Finds the pages of lessons with every word of a search. Null if there are none; undefined if there is no word to search for, or
 * if the backend has no such table or does not respond in time.
 */
export async function findInTexts(library: OpenLibrary, search: Asked): Promise<TextHits | null | undefined> {
  return withTimeout(
    (async () => {
      if (compilePageQuery(search.search).length === 0) return undefined;
      const hits = await findFullMatches(library, search, (terms) => listForView(library, search, terms));
      return hits ? await toTextHits(library, search, hits) : null;
    })(),
    TIMEOUT_MS,
  ).catch(() => undefined);
}

/** Finds the pages with most of a search's words if no page has all; undefined if there are none. */
export async function findPartialMatches(library: OpenLibrary, search: Asked): Promise<TextHits | undefined> {
  return withTimeout(
    (async () => {
      const hits = await listPartialMatches(library, search);
      return hits && (await toTextHits(library, search, hits));
    })(),
    TIMEOUT_MS,
  ).catch(() => undefined);
}

async function toTextHits(
  library: OpenLibrary,
  search: Asked,
  { terms, hits, total, share }: PageList,
): Promise<TextHits> {
  const byLesson = new Map<string, Hit[]>();
  for (const hit of hits) {
    const pages = byLesson.get(hit.lesson);
    if (pages) pages.push(hit);
    else byLesson.set(hit.lesson, [hit]);
  }
  const [from, to] = search.inText
    ? [(search.page - 1) * LESSONS_PER_PAGE, search.page * LESSONS_PER_PAGE]
    : [0, limits.lessons];
  const last = hits.at(-1)?.lesson;
  const lessons = [...byLesson].slice(from, to).map(([lesson, pages]) => {
    const more = pages.length - limits.pages;
    // Pages of a lesson follow each other, so only the last lesson may have more than were fetched.
    const moreAtLeast = lesson === last && total > hits.length;
    return {
      lesson,
      pages: pages.slice(0, limits.pages),
      ...(more > 0 && { more, ...(moreAtLeast && { moreAtLeast }) }),
    };
  });
  const pagesAtLeast = total === (library.totalLimit ?? MAX_COUNTED_HITS);
  return {
    pages: total,
    ...(pagesAtLeast && { pagesAtLeast }),
    lessons: byLesson.size,
    ...((pagesAtLeast || total > hits.length) && { lessonsAtLeast: true }),
    ...(share && { share }),
    hits: await lessonHits(library, lessons, terms),
    ...(search.inText && { isFullList: true }),
    ...(hits.length >= MAX_LISTED_HITS && { isTruncated: true }),
  };
}

/**
 * Finds pages that quote the verses of a search, else pages with all its words, or with the last one as a beginning if no lesson
 * of the library contains it as a word. Undefined if nothing is found.
 */
export async function findFullMatches<Found extends { total: number }>(
  library: OpenLibrary,
  { search, categoryId, lessonId }: PageSearch,
  find: (terms: readonly PageTerm[]) => Promise<Found>,
): Promise<Found | undefined> {
  const verses = await library.findVerses?.(search);
  const quoting = verses?.terms && (await find(verses.terms));
  if (quoting && quoting.total > 0) return quoting;
  const terms = compilePageQuery(search);
  const whole = terms.length > 0 ? await find(terms) : undefined;
  if (whole && whole.total > 0) return whole;
  if (terms.length > 0 && (categoryId ?? lessonId) !== undefined) {
    const queries = [Query.select(['$id']), ...holding(terms), Query.limit(1)];
    const { rows } = await rowsIn(library, 'pages', queries, false);
    if (rows.length > 0) return undefined;
  }
  const open = compilePageQuery(search, true);
  const withoutLast = open.length > 0 ? await find(open) : undefined;
  return withoutLast && withoutLast.total > 0 ? withoutLast : undefined;
}

const holding = (terms: readonly PageTerm[]) =>
  terms.map(({ values }) => Query.contains('search', [...values]));

/** Lists pages with every term, in publication order unless `further` queries sort otherwise. */
export async function listPages(
  library: OpenLibrary,
  { categoryId, lessonId }: PageSearch,
  terms: readonly PageTerm[],
  {
    limit,
    offset = 0,
    counted,
    further = [],
  }: { limit: number; offset?: number; counted?: false; further?: string[] },
): Promise<PageList> {
  const queries = [
    Query.select(['$id', 'lesson', 'page', 'label']),
    ...holding(terms),
    ...(categoryId === undefined ? [] : [Query.equal('category', categoryId)]),
    ...(lessonId === undefined ? [] : [Query.equal('lesson', lessonId)]),
    ...further,
    Query.limit(limit),
    ...(offset > 0 ? [Query.offset(offset)] : []),
  ];
  const { rows, total } = await rowsIn(library, 'pages', queries, counted);
  return { terms, total, hits: rows.map(toHit) };
}

/** Lists as many pages as one page of results needs, and counts their lessons. */
async function listForView(
  library: OpenLibrary,
  search: Asked,
  terms: readonly PageTerm[],
): Promise<PageList> {
  const { inText, page } = search;
  const list = (limit: number, offset = 0) => listPages(library, search, terms, { limit, offset });
  const first = await list(inText ? fetched.all : fetched.first);
  const { total, hits } = first;
  if (!inText) return total > hits.length ? list(fetched.all) : first;
  const lessons = () => new Set(hits.map(({ lesson }) => lesson)).size;
  // One hit more than a page shows, to know whether another page follows.
  const isCounted = total < (library.totalLimit ?? MAX_COUNTED_HITS);
  while (hits.length < (isCounted ? total : MAX_LISTED_HITS) && lessons() <= (page + 1) * LESSONS_PER_PAGE) {
    const next = await list(fetched.all, hits.length);
    hits.push(...next.hits);
    if (next.hits.length < fetched.all) return { ...first, total: hits.length };
  }
  return first;
}

/** Maximum queries for one number of words, rarest words first. */
const MAX_COMBINATIONS = 4;
/** Maximum numbers of words to try, from the largest. */
const MAX_TRIES = 2;
const MAX_PARTLY_FOUND = 100;

/**
 * Lists the pages with most words of the search, at least half, rarest words first. Uses at most one query per word and
 * `MAX_COMBINATIONS` for each of `MAX_TRIES` numbers of words.
 */
export async function listPartialMatches(
  library: OpenLibrary,
  search: PageSearch,
): Promise<PageList | undefined> {
  const terms = compileSignificantTerms(search.search);
  if (compilePageQuery(search.search).length < 2) return undefined;
  const counts = await Promise.all(terms.map((term) => listPages(library, search, [term], { limit: 1 })));
  const rarity = new Map(terms.map((term, index) => [term, 1 / Math.log(2 + (counts[index]?.total ?? 0))]));
  const present = terms.filter((_, index) => (counts[index]?.total ?? 0) > 0);
  const fewest = Math.max(1, terms.length / 2, present.length - MAX_TRIES + 1);
  for (let words = present.length; words >= fewest; words--) {
    const weightOf = (terms: readonly PageTerm[]) =>
      terms.reduce((sum, term) => sum + (rarity.get(term) ?? 0), 0);
    const combinations = combinationsOf(present, words)
      .sort((a, b) => weightOf(b) - weightOf(a))
      .slice(0, MAX_COMBINATIONS);
    const lists = await Promise.all(
      combinations.map((some) => listPages(library, search, some, { limit: fetched.first, counted: false })),
    );
    const hits = new Map(lists.flatMap((list) => list.hits.map((hit) => [hit.id, hit])));
    if (hits.size === 0) continue;
    const hitPages = [...hits.values()].slice(0, MAX_PARTLY_FOUND);
    return {
      terms,
      hits: hitPages,
      total: hitPages.length,
      share: words > terms.length / 2 ? 'most' : 'some',
    };
  }
  return undefined;
}

/** Returns all combinations of so many items, in order. */
function combinationsOf<Item>([first, ...others]: readonly Item[], length: number): Item[][] {
  if (length === 0) return [[]];
  if (first === undefined) return [];
  return [
    ...combinationsOf(others, length - 1).map((some) => [first, ...some]),
    ...combinationsOf(others, length),
  ];
}

function toHit(row: Record<string, unknown>) {
  return {
    id: String(row.$id),
    lesson: String(row.lesson),
    page: Number(row.page),
    label: String(row.label),
  };
}

/** Returns the lessons by name, each page with its quotation. Removed lessons are skipped. */
async function lessonHits(
  library: OpenLibrary,
  shownLessons: (Pick<LessonHit, 'more' | 'moreAtLeast'> & { lesson: string; pages: Hit[] })[],
  terms: readonly PageTerm[],
): Promise<LessonHit[]> {
  const lessonIds = shownLessons.map(({ lesson }) => lesson);
  const [lessons, quoted] = await Promise.all([
    rowsById(library, 'files', lessonIds, ['fileName']),
    quotePages(
      library,
      shownLessons.flatMap(({ pages }) => pages),
      terms,
    ),
  ]);
  return shownLessons.flatMap(({ lesson, pages, ...more }): LessonHit[] => {
    const fileName = lessons.get(lesson)?.fileName;
    return typeof fileName === 'string'
      ? [{ id: lesson, fileName, pages: pages.flatMap(({ id }) => quoted.get(id) ?? []), ...more }]
      : [];
  });
}

/** Quotes pages by id; a page with uncertain words has no quotation. */
export async function quotePages(
  library: OpenLibrary,
  hits: readonly Hit[],
  terms: readonly PageTerm[],
): Promise<Map<string, PageHit>> {
  const ids = hits.filter(({ label }) => label === 'words').map(({ id }) => id);
  const texts = await rowsById(library, 'pages', ids, ['text']);
  return new Map(
    hits.map(({ id, page }) => {
      const text = texts.get(id)?.text;
      const quote = typeof text === 'string' ? textQuote(text, terms) : undefined;
      return [id, quote ? { page, quote } : { page }];
    }),
  );
}

/** Length of a quotation in characters, and of its part before the first marked word. */
const MAX_QUOTE_LENGTH = 160;
const MAX_LEAD_LENGTH = 50;
/** Characters of a quotation from its first marked word on. */
const ahead = MAX_QUOTE_LENGTH - MAX_LEAD_LENGTH;

/**
 * Returns the part of a page with most of the query's words, cut at words and marked, with an ellipsis at each cut; undefined if it
 * has none.
 */
export function textQuote(text: string, terms: readonly PageTerm[]) {
  const line = text.replace(/\s/g, ' ');
  const words = wordRanges(line);
  const matches = findTerms(line, words, terms);
  const [first] = matches;
  if (!first) return undefined;
  let best = first;
  let bestCount = 0;
  for (const [at, match] of matches.entries()) {
    const matchedTerms = new Set<number>();
    // Matches are in order, so later ones are too far as well.
    let [next, other]: [number, TermMatch | undefined] = [at, match];
    for (; other && other.start - match.start <= ahead; other = matches[++next])
      if (other.end - match.start <= ahead) matchedTerms.add(other.term);
    if (matchedTerms.size > bestCount) [best, bestCount] = [match, matchedTerms.size];
  }
  const start = startOf(line, words, best.start);
  const end = endOf(line, words, start);
  const before = start === 0 ? '' : '… ';
  const moved = before.length - start;
  const marks = matches
    .filter((match) => match.start >= start && match.end <= end)
    .map((match) => ({ start: match.start + moved, end: match.end + moved }));
  const after = end === line.length ? '' : ' …';
  return { text: before + line.slice(start, end) + after, marks: withoutOverlaps(marks) };
}

/** Start of the first word that is near enough before the position. */
function startOf(text: string, words: readonly TextRange[], place: number): number {
  if (place <= MAX_LEAD_LENGTH) return 0;
  return words.find(({ start }) => start >= place - MAX_LEAD_LENGTH)?.start ?? Math.min(place, text.length);
}

/** The end of the last word that fits; a word that is longer than a quotation is cut. */
function endOf(text: string, words: readonly TextRange[], start: number): number {
  if (text.length - start <= MAX_QUOTE_LENGTH) return text.length;
  const last = words
    .filter(({ start: from, end }) => from >= start && end - start <= MAX_QUOTE_LENGTH)
    .at(-1);
  return last?.end ?? start + MAX_QUOTE_LENGTH;
}
