import { Query } from 'appwrite';
import { MAX_COUNTED_HITS } from '#contract/limits.ts';
import { compilePageQuery, type PageTerm } from '#text/page-query.ts';
import type { PageHit } from './files-page.ts';
import {
  findFullMatches,
  type Hit,
  listPages,
  listPartialMatches,
  quotePages,
  TIMEOUT_MS,
} from './find-in-texts.ts';
import type { OpenLibrary } from './library-queries.ts';
import { withTimeout } from './query-failure.ts';

/** Pages in one part of the list. */
const HITS_PER_PART = 20;

/** The pages of one lesson that have the words of a search, in their order. */
export interface LessonHits {
  total: number;
  /** There may be more than `total`: the backend stopped counting. */
  totalAtLeast?: boolean;
  /** Share of the search's words on each page, if no page has all. */
  share?: 'most' | 'some';
  /** The part of the list with the current page, or with the next hit; `first` is the number of its first page. */
  hits: PageHit[];
  first: number;
  /** A page in the part before, and one in the part after. */
  earlier?: number;
  later?: number;
  /** Number of the current page in the list; absent if it has no hit. */
  current?: number;
  /** The nearest hits before and after the current page. */
  previous?: number;
  next?: number;
}

interface LessonSearch {
  lessonId: string;
  search: string;
  /** The current page. */
  page: number;
}

/** Hits before the current page, nearest first, and from it on. */
interface AroundPage {
  terms: readonly PageTerm[];
  before: readonly Hit[];
  from: readonly Hit[];
  totalBefore: number;
  total: number;
  share?: 'most' | 'some';
}

/**
 * Finds the pages of a lesson with the words of a search, like `findInTexts`. Null if there are none; undefined if there is no
 * word to search for, or if the backend has no such table or does not respond in time.
 */
export async function findInLesson(
  library: OpenLibrary,
  search: LessonSearch,
): Promise<LessonHits | null | undefined> {
  return withTimeout(
    (async () => {
      if (compilePageQuery(search.search).length === 0) return undefined;
      const pages =
        (await findFullMatches(library, search, (terms) => listAround(library, search, terms))) ??
        (await partlyAround(library, search));
      return pages ? await toLessonHits(library, search, pages) : null;
    })(),
    TIMEOUT_MS,
  ).catch(() => undefined);
}

/** Lists hits on both sides of the page, as many as a part of the list may need. */
async function listAround(
  library: OpenLibrary,
  search: LessonSearch,
  terms: readonly PageTerm[],
): Promise<AroundPage> {
  const side = (further: string[]) =>
    listPages(library, search, terms, { limit: HITS_PER_PART + 1, further });
  const [before, from] = await Promise.all([
    side([Query.lessThan('page', search.page), Query.orderDesc('page')]),
    side([Query.greaterThanEqual('page', search.page), Query.orderAsc('page')]),
  ]);
  return {
    terms,
    before: before.hits,
    from: from.hits,
    totalBefore: before.total,
    total: before.total + from.total,
  };
}

async function partlyAround(library: OpenLibrary, search: LessonSearch): Promise<AroundPage | undefined> {
  const partly = await listPartialMatches(library, search);
  if (!partly) return undefined;
  const hits = partly.hits.toSorted((a, b) => a.page - b.page);
  const before = hits.filter(({ page }) => page < search.page).reverse();
  const from = hits.slice(before.length);
  const { terms, total, share } = partly;
  return { terms, total, before, from, totalBefore: before.length, ...(share && { share }) };
}

async function toLessonHits(
  library: OpenLibrary,
  { page }: LessonSearch,
  { terms, before, from, totalBefore, total, share }: AroundPage,
): Promise<LessonHits> {
  const isHit = from[0]?.page === page;
  // After the last hit, the part with the last one is shown.
  const rank = Math.min(totalBefore, total - 1);
  const start = rank - (rank % HITS_PER_PART);
  const shownBefore = totalBefore - start;
  const pages = [
    ...before.slice(0, shownBefore).reverse(),
    ...from.slice(0, Math.max(0, HITS_PER_PART - shownBefore)),
  ];
  const quotes = await quotePages(library, pages, terms);
  const earlier = before[shownBefore]?.page;
  const later = from[HITS_PER_PART - shownBefore]?.page;
  const previous = before[0]?.page;
  const next = from[isHit ? 1 : 0]?.page;
  return {
    total,
    ...(total >= (library.totalLimit ?? MAX_COUNTED_HITS) && { totalAtLeast: true }),
    ...(share && { share }),
    hits: pages.flatMap(({ id }) => quotes.get(id) ?? []),
    first: start + 1,
    ...(earlier !== undefined && { earlier }),
    ...(later !== undefined && { later }),
    ...(isHit && { current: totalBefore + 1 }),
    ...(previous !== undefined && { previous }),
    ...(next !== undefined && { next }),
  };
}
