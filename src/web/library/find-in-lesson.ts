import { Query } from 'appwrite';
import { compilePageQuery, type PageTerm } from '#text/page-query.ts';
import type { PageHit } from './files-page.ts';
import {
  findFullMatches,
  type Hit,
  listPages,
  listPartialMatches,
  loadQuotes,
  TEXT_SEARCH_TIMEOUT_MS,
} from './find-in-texts.ts';
import type { OpenLibrary } from './library-queries.ts';
import { withTimeout } from './query-failure.ts';

/** Number of hits in one part of the list. */
const HITS_PER_PART = 20;

/** The pages of a lesson that match a search, in order. */
export interface LessonHits {
  total: number;
  /** Whether there may be more than `total`. */
  totalAtLeast?: boolean;
  /** Set if no page has all words of the search: each page has most or some of them. */
  share?: 'most' | 'some';
  /** The part of the list with the current page, else with the next or the last hit. `first` is the number of the part's first hit. */
  hits: PageHit[];
  first: number;
  /** A page in the previous part of the list, and one in the next part. */
  earlierPage?: number;
  laterPage?: number;
  /** Number of the current page in the list; absent if it is not a hit. */
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

/** Hits before the current page, nearest first, and hits on and after it. */
interface HitsAroundPage {
  terms: readonly PageTerm[];
  hitsBefore: readonly Hit[];
  hitsFrom: readonly Hit[];
  totalBefore: number;
  total: number;
  totalAtLeast?: boolean;
  share?: 'most' | 'some';
}

/**
 * Finds the pages of a lesson that match a search, fully or else partially; null if there are none. Undefined if `compilePageQuery`
 * returns no terms, or if the backend fails, has no table of pages or does not respond in time.
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
        (await listPartialMatchesAround(library, search));
      return pages ? await toLessonHits(library, search, pages) : null;
    })(),
    TEXT_SEARCH_TIMEOUT_MS,
  ).catch(() => undefined);
}

/** Lists the hits before, on and after the current page, enough for one part of the list. */
async function listAround(
  library: OpenLibrary,
  search: LessonSearch,
  terms: readonly PageTerm[],
): Promise<HitsAroundPage> {
  const listSide = (furtherQueries: string[]) =>
    listPages(library, search, terms, { limit: HITS_PER_PART + 1, furtherQueries });
  const [listBefore, listFrom] = await Promise.all([
    listSide([Query.lessThan('page', search.page), Query.orderDesc('page')]),
    listSide([Query.greaterThanEqual('page', search.page), Query.orderAsc('page')]),
  ]);
  return {
    terms,
    hitsBefore: listBefore.hits,
    hitsFrom: listFrom.hits,
    totalBefore: listBefore.total,
    total: listBefore.total + listFrom.total,
    ...((listBefore.totalAtLeast || listFrom.totalAtLeast) && { totalAtLeast: true }),
  };
}

async function listPartialMatchesAround(
  library: OpenLibrary,
  search: LessonSearch,
): Promise<HitsAroundPage | undefined> {
  const matches = await listPartialMatches(library, search);
  if (!matches) return undefined;
  const hits = matches.hits.toSorted((a, b) => a.page - b.page);
  const hitsBefore = hits.filter(({ page }) => page < search.page).reverse();
  const hitsFrom = hits.slice(hitsBefore.length);
  return { ...matches, hitsBefore, hitsFrom, totalBefore: hitsBefore.length };
}

async function toLessonHits(
  library: OpenLibrary,
  { page }: LessonSearch,
  { terms, hitsBefore, hitsFrom, totalBefore, total, totalAtLeast, share }: HitsAroundPage,
): Promise<LessonHits> {
  const isHit = hitsFrom[0]?.page === page;
  // For a page after the last hit, shows the part with the last hit.
  const rank = Math.min(totalBefore, total - 1);
  const start = rank - (rank % HITS_PER_PART);
  const shownBefore = totalBefore - start;
  const pages = [
    ...hitsBefore.slice(0, shownBefore).reverse(),
    ...hitsFrom.slice(0, Math.max(0, HITS_PER_PART - shownBefore)),
  ];
  const quotes = await loadQuotes(library, pages, terms);
  const earlierPage = hitsBefore[shownBefore]?.page;
  const laterPage = hitsFrom[HITS_PER_PART - shownBefore]?.page;
  const previous = hitsBefore[0]?.page;
  const next = hitsFrom[isHit ? 1 : 0]?.page;
  return {
    total,
    ...(totalAtLeast && { totalAtLeast }),
    ...(share && { share }),
    hits: pages.flatMap(({ id }) => quotes.get(id) ?? []),
    first: start + 1,
    ...(earlierPage !== undefined && { earlierPage }),
    ...(laterPage !== undefined && { laterPage }),
    ...(isHit && { current: totalBefore + 1 }),
    ...(previous !== undefined && { previous }),
    ...(next !== undefined && { next }),
  };
}
