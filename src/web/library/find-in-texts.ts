import { Query } from 'appwrite';
import { MAX_COUNTED_HITS } from '#contract/limits.ts';
import { findTerms, type TermMatch, withoutOverlaps } from '#text/page-matches.ts';
import { compilePageQuery, compileSignificantTerms, type PageTerm } from '#text/page-query.ts';
import { type TextRange, wordRanges } from '#text/words.ts';
import type { FilesFilter, LessonHit, PageHit, TextHits } from './files-page.ts';
import { listRows, loadRowsById, type OpenLibrary } from './library-queries.ts';
import { withTimeout } from './query-failure.ts';

/** Maximum number of lessons listed below the files of a search, and of pages per lesson. */
const maxListed = { lessons: 5, pages: 3 };
/** Number of lessons on a page of the list of all hits. */
export const LESSONS_PER_PAGE = 10;
/** Number of pages per query: `first` for a few lessons, `all` for the full list, and to count lessons if there are more pages. */
const fetchSizes = { first: 60, all: 1000 };
/** Maximum number of hits in the full list, because showing one of its pages requires loading all hits before it. */
const MAX_LISTED_HITS = 20_000;
/** Maximum wait for results inside lessons, which are optional; shorter on the server, where the page waits for them. */
const TEXT_SEARCH_TIMEOUT_MS = typeof window === 'undefined' ? 1000 : 10_000;

type Hit = ReturnType<typeof toHit>;

type TextQuery = Pick<FilesFilter, 'search' | 'categoryId' | 'inText' | 'page'>;

/** A search for pages in all lessons, in the lessons of a category, or in the lesson `lessonId`. */
interface PageSearch extends Pick<FilesFilter, 'search' | 'categoryId'> {
  lessonId?: string;
}

/** The matching pages that were fetched, and the total. */
export interface PageList {
  terms: readonly PageTerm[];
  hits: Hit[];
  total: number;
  /** Whether there may be more pages than `total`. */
  totalAtLeast?: boolean;
  /** Set if no page has all words: each page has most or some of them. */
  share?: 'most' | 'some';
}

/** Runs a search inside lessons. Returns undefined if the backend fails, has no table of pages or does not respond in time. */
export function findOptionally<Found>(find: () => Promise<Found>): Promise<Found | undefined> {
  return withTimeout(find(), TEXT_SEARCH_TIMEOUT_MS).catch(() => undefined);
}

/**
 * Finds lesson pages as `findFullMatches` does; null if there are none. Undefined if `compilePageQuery` returns no terms, and as for
 * `findOptionally`.
 */
export function findInTexts(library: OpenLibrary, search: TextQuery): Promise<TextHits | null | undefined> {
  return findOptionally(async () => {
    if (compilePageQuery(search.search).length === 0) return undefined;
    const hits = await findFullMatches(library, search, (terms) => listForView(library, search, terms));
    return hits ? toTextHits(library, search, hits) : null;
  });
}

/** Finds lesson pages as `listPartialMatches` does; also undefined as for `findOptionally`. */
export function findPartialMatches(library: OpenLibrary, search: TextQuery): Promise<TextHits | undefined> {
  return findOptionally(async () => {
    const hits = await listPartialMatches(library, search);
    return hits && toTextHits(library, search, hits);
  });
}

async function toTextHits(
  library: OpenLibrary,
  search: TextQuery,
  { terms, hits, total, totalAtLeast, share }: PageList,
): Promise<TextHits> {
  const byLesson = new Map<string, Hit[]>();
  for (const hit of hits) {
    const pages = byLesson.get(hit.lesson);
    if (pages) pages.push(hit);
    else byLesson.set(hit.lesson, [hit]);
  }
  const [from, to] = search.inText
    ? [(search.page - 1) * LESSONS_PER_PAGE, search.page * LESSONS_PER_PAGE]
    : [0, maxListed.lessons];
  const lastLesson = hits.at(-1)?.lesson;
  const lessons = [...byLesson].slice(from, to).map(([lesson, pages]) => {
    const furtherPages = pages.length - maxListed.pages;
    // Full matches are in the order of lessons, so only the last lesson may have pages that were not fetched.
    const furtherPagesAtLeast = share ? totalAtLeast : lesson === lastLesson && total > hits.length;
    return {
      lesson,
      pages: pages.slice(0, maxListed.pages),
      ...(furtherPages > 0 && { furtherPages, ...(furtherPagesAtLeast && { furtherPagesAtLeast }) }),
    };
  });
  return {
    pages: total,
    ...(totalAtLeast && { pagesAtLeast: true }),
    lessons: byLesson.size,
    ...((totalAtLeast || total > hits.length) && { lessonsAtLeast: true }),
    ...(share && { share }),
    hits: await loadLessonHits(library, lessons, terms),
    ...(search.inText && { isFullList: true }),
    ...(hits.length >= MAX_LISTED_HITS && { isTruncated: true }),
  };
}

/**
 * Finds pages that quote the verses of a search, else pages with all its words. If no page of the library has all words, the last
 * word matches as a prefix. Undefined if nothing is found.
 */
export async function findFullMatches(
  library: OpenLibrary,
  { search, categoryId, lessonId }: PageSearch,
  find: (terms: readonly PageTerm[]) => Promise<PageList>,
): Promise<PageList | undefined> {
  const verses = await library.findVerses?.(search);
  const quotingPages = verses?.terms && (await find(verses.terms));
  if (quotingPages && quotingPages.total > 0) return quotingPages;
  const terms = compilePageQuery(search);
  const wholeWordPages = terms.length > 0 ? await find(terms) : undefined;
  if (wholeWordPages && wholeWordPages.total > 0) return wholeWordPages;
  if (terms.length > 0 && (categoryId ?? lessonId) !== undefined) {
    const queries = [Query.select(['$id']), ...buildTermQueries(terms), Query.limit(1)];
    const { rows } = await listRows(library, 'pages', queries, false);
    if (rows.length > 0) return undefined;
  }
  const prefixTerms = compilePageQuery(search, true);
  const prefixPages = prefixTerms.length > 0 ? await find(prefixTerms) : undefined;
  return prefixPages && prefixPages.total > 0 ? prefixPages : undefined;
}

const buildTermQueries = (terms: readonly PageTerm[]) =>
  terms.map(({ values }) => Query.contains('search', [...values]));

/** Lists pages with every term, in the order of publication. */
export async function listPages(
  library: OpenLibrary,
  { categoryId, lessonId }: PageSearch,
  terms: readonly PageTerm[],
  { limit, offset = 0, counted }: { limit: number; offset?: number; counted?: false },
): Promise<PageList> {
  const queries = [
    Query.select(['$id', 'lesson', 'page', 'label']),
    ...buildTermQueries(terms),
    ...(categoryId === undefined ? [] : [Query.equal('category', categoryId)]),
    ...(lessonId === undefined ? [] : [Query.equal('lesson', lessonId)]),
    Query.limit(limit),
    ...(offset > 0 ? [Query.offset(offset)] : []),
  ];
  const { rows, total } = await listRows(library, 'pages', queries, counted);
  const totalAtLeast = total >= (library.totalLimit ?? MAX_COUNTED_HITS);
  return { terms, total, ...(totalAtLeast && { totalAtLeast }), hits: rows.map(toHit) };
}

/** Lists the pages that one page of results needs, and enough others to know whether another page of results follows. */
async function listForView(
  library: OpenLibrary,
  search: TextQuery,
  terms: readonly PageTerm[],
): Promise<PageList> {
  const { inText, page } = search;
  const list = (limit: number, offset = 0) => listPages(library, search, terms, { limit, offset });
  const first = await list(inText ? fetchSizes.all : fetchSizes.first);
  const { total, hits } = first;
  if (!inText) return total > hits.length ? list(fetchSizes.all) : first;
  const countLessons = () => new Set(hits.map(({ lesson }) => lesson)).size;
  // Loads more lessons than this page of results and the next one have, for the links of the pager.
  while (
    hits.length < (first.totalAtLeast ? MAX_LISTED_HITS : total) &&
    countLessons() <= (page + 1) * LESSONS_PER_PAGE
  ) {
    const nextList = await list(fetchSizes.all, hits.length);
    hits.push(...nextList.hits);
    if (nextList.hits.length < fetchSizes.all) return { terms, hits, total: hits.length };
  }
  return first;
}

/** Maximum number of word combinations of one size to query, those with the rarest words first. */
const MAX_COMBINATIONS = 4;
/** Maximum number of combination sizes to try, from the largest. */
const MAX_COMBINATION_SIZES = 2;

/**
 * Lists pages with the most words of a search, at least half, the rarest words first. Undefined for one word or a quoted phrase, or if
 * the combinations that `MAX_COMBINATIONS` and `MAX_COMBINATION_SIZES` allow find no page. Sends a query per word and combination.
 */
export async function listPartialMatches(
  library: OpenLibrary,
  search: PageSearch,
): Promise<PageList | undefined> {
  const terms = compileSignificantTerms(search.search);
  if (compilePageQuery(search.search).length < 2) return undefined;
  const counts = await Promise.all(terms.map((term) => listPages(library, search, [term], { limit: 1 })));
  const rarity = new Map(terms.map((term, index) => [term, 1 / Math.log(2 + (counts[index]?.total ?? 0))]));
  const presentTerms = terms.filter((_, index) => (counts[index]?.total ?? 0) > 0);
  const minSize = Math.max(1, terms.length / 2, presentTerms.length - MAX_COMBINATION_SIZES + 1);
  for (let size = presentTerms.length; size >= minSize; size--) {
    const sumRarity = (terms: readonly PageTerm[]) =>
      terms.reduce((sum, term) => sum + (rarity.get(term) ?? 0), 0);
    const combinations = listCombinations(presentTerms, size).sort((a, b) => sumRarity(b) - sumRarity(a));
    const lists = await Promise.all(
      combinations
        .slice(0, MAX_COMBINATIONS)
        .map((combination) =>
          listPages(library, search, combination, { limit: fetchSizes.first, counted: false }),
        ),
    );
    const hits = new Map(lists.flatMap((list) => list.hits.map((hit) => [hit.id, hit])));
    if (hits.size === 0) continue;
    const totalAtLeast =
      combinations.length > MAX_COMBINATIONS || lists.some((list) => list.hits.length === fetchSizes.first);
    return {
      terms,
      hits: [...hits.values()],
      total: hits.size,
      ...(totalAtLeast && { totalAtLeast }),
      share: size > terms.length / 2 ? 'most' : 'some',
    };
  }
  return undefined;
}

/** Returns all combinations of `length` items, in order. */
function listCombinations<Item>([first, ...others]: readonly Item[], length: number): Item[][] {
  if (length === 0) return [[]];
  if (first === undefined) return [];
  return [
    ...listCombinations(others, length - 1).map((combination) => [first, ...combination]),
    ...listCombinations(others, length),
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

/** Loads the file names of lessons and the quotations of their pages. Leaves out removed lessons. */
async function loadLessonHits(
  library: OpenLibrary,
  shownLessons: (Pick<LessonHit, 'furtherPages' | 'furtherPagesAtLeast'> & {
    lesson: string;
    pages: Hit[];
  })[],
  terms: readonly PageTerm[],
): Promise<LessonHit[]> {
  const lessonIds = shownLessons.map(({ lesson }) => lesson);
  const [lessons, quotes] = await Promise.all([
    loadRowsById(library, 'files', lessonIds, ['fileName']),
    loadQuotes(
      library,
      shownLessons.flatMap(({ pages }) => pages),
      terms,
    ),
  ]);
  return shownLessons.flatMap(({ lesson, pages, ...counts }): LessonHit[] => {
    const fileName = lessons.get(lesson)?.fileName;
    return typeof fileName === 'string'
      ? [{ id: lesson, fileName, pages: pages.flatMap(({ id }) => quotes.get(id) ?? []), ...counts }]
      : [];
  });
}

/** Returns each hit's page number and quotation, by the hit's id. A page with uncertain words has no quotation. */
export async function loadQuotes(
  library: OpenLibrary,
  hits: readonly Hit[],
  terms: readonly PageTerm[],
): Promise<Map<string, PageHit>> {
  const ids = hits.filter(({ label }) => label === 'words').map(({ id }) => id);
  const texts = await loadRowsById(library, 'pages', ids, ['text']);
  return new Map(
    hits.map(({ id, page }) => {
      const text = texts.get(id)?.text;
      const quote = typeof text === 'string' ? quoteText(text, terms) : undefined;
      return [id, quote ? { page, quote } : { page }];
    }),
  );
}

/** Maximum length of a quotation in characters without ellipses, and of its part before the chosen match. */
const MAX_QUOTE_LENGTH = 160;
const MAX_LEAD_LENGTH = 50;
/** Matches that end within this distance of the start of the chosen one always fit into the quotation. */
const TAIL_LENGTH = MAX_QUOTE_LENGTH - MAX_LEAD_LENGTH;

/**
 * Returns the passage of a page with the most words of the query, and the ranges to mark. The passage is cut between words, with an
 * ellipsis at each cut, and keeps the breaks between lines and cells. Undefined if the page has none of the words.
 */
export function quoteText(text: string, terms: readonly PageTerm[]) {
  const line = text.replace(/[^\S\n\t]/g, ' ');
  const words = wordRanges(line);
  const matches = findTerms(line, words, terms);
  const [first] = matches;
  if (!first) return undefined;
  let bestMatch = first;
  let bestCount = 0;
  for (const [index, match] of matches.entries()) {
    const matchedTerms = new Set<number>();
    // Matches are in order, so the loop ends at the first one that is too far away.
    let [next, candidate]: [number, TermMatch | undefined] = [index, match];
    for (; candidate && candidate.start - match.start <= TAIL_LENGTH; candidate = matches[++next])
      if (candidate.end - match.start <= TAIL_LENGTH) matchedTerms.add(candidate.term);
    if (matchedTerms.size > bestCount) [bestMatch, bestCount] = [match, matchedTerms.size];
  }
  const start = findQuoteStart(line, words, bestMatch.start);
  const end = findQuoteEnd(line, words, start);
  const prefix = start === 0 ? '' : '… ';
  const shift = prefix.length - start;
  const marks = matches
    .filter((match) => match.start >= start && match.end <= end)
    .map((match) => ({ start: match.start + shift, end: match.end + shift }));
  // A no-break space prevents a last line that has only the ellipsis.
  const suffix = end === line.length ? '' : '\u00a0…';
  return { text: prefix + line.slice(start, end) + suffix, marks: withoutOverlaps(marks) };
}

/** Returns where a quotation starts: at the start of the text, or at the first word within `MAX_LEAD_LENGTH` before the position. */
function findQuoteStart(text: string, words: readonly TextRange[], position: number): number {
  if (position <= MAX_LEAD_LENGTH) return 0;
  return (
    words.find(({ start }) => start >= position - MAX_LEAD_LENGTH)?.start ?? Math.min(position, text.length)
  );
}

/** Returns where a quotation ends: at the end of the text, or after the last word that fits. If not even one fits, cuts it. */
function findQuoteEnd(text: string, words: readonly TextRange[], start: number): number {
  if (text.length - start <= MAX_QUOTE_LENGTH) return text.length;
  const last = words
    .filter(({ start: from, end }) => from >= start && end - start <= MAX_QUOTE_LENGTH)
    .at(-1);
  return last?.end ?? start + MAX_QUOTE_LENGTH;
}
