import { compilePageQuery } from '#text/page-query.ts';
import type { PageHit } from './files-page.ts';
import {
  findFullMatches,
  findOptionally,
  listPages,
  listPartialMatches,
  loadQuotes,
  type PageList,
} from './find-in-texts.ts';
import { MAX_RESPONSE_ROWS, type OpenLibrary } from './library-queries.ts';

/** Number of hits in one part of the list. */
const HITS_PER_PART = 20;

/** The pages of a lesson that match a search, in order. */
export interface LessonHits extends Pick<PageList, 'total' | 'totalAtLeast' | 'share'> {
  /** The part of the list with the current page, else with the next or the last hit. `first` is the number of the part's first hit. */
  hits: PageHit[];
  first: number;
  /** A page in the previous part of the list, and one in the next part. */
  earlierPage: number | undefined;
  laterPage: number | undefined;
  /** Number of the current page in the list; undefined if it is not a hit. */
  current: number | undefined;
  /** The nearest hits before and after the current page. */
  previous: number | undefined;
  next: number | undefined;
}

interface LessonSearch {
  lessonId: string;
  search: string;
  /** The current page. */
  page: number;
}

/**
 * Finds the pages of a lesson that match a search, fully or else partially; null if there are none. Undefined if `compilePageQuery`
 * returns no terms, and as for `findOptionally`.
 */
export function findInLesson(
  library: OpenLibrary,
  search: LessonSearch,
): Promise<LessonHits | null | undefined> {
  return findOptionally(async () => {
    if (compilePageQuery(search.search).length === 0) return undefined;
    const pages =
      (await findFullMatches(library, search, (terms) =>
        listPages(library, search, terms, { limit: MAX_RESPONSE_ROWS }),
      )) ?? (await listPartialMatches(library, search));
    return pages ? toLessonHits(library, search.page, pages) : null;
  });
}

async function toLessonHits(
  library: OpenLibrary,
  currentPage: number,
  { terms, hits, ...counts }: PageList,
): Promise<LessonHits> {
  const sortedHits = hits.toSorted((a, b) => a.page - b.page);
  const rank = sortedHits.filter(({ page }) => page < currentPage).length;
  const isHit = sortedHits[rank]?.page === currentPage;
  // For a page after the last hit, shows the part with the last hit.
  const shownRank = Math.min(rank, sortedHits.length - 1);
  const start = shownRank - (shownRank % HITS_PER_PART);
  const end = start + HITS_PER_PART;
  const part = sortedHits.slice(start, end);
  const quotes = await loadQuotes(library, part, terms);
  return {
    ...counts,
    hits: part.flatMap(({ id }) => quotes.get(id) ?? []),
    first: start + 1,
    earlierPage: sortedHits[start - 1]?.page,
    laterPage: sortedHits[end]?.page,
    current: isHit ? rank + 1 : undefined,
    previous: sortedHits[rank - 1]?.page,
    next: sortedHits[isHit ? rank + 1 : rank]?.page,
  };
}
