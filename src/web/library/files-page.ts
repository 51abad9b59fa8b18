import type { Category, LibraryFile } from '#contract/rows.ts';
import type { View } from '#contract/urls.ts';
import type { TextRange } from '#text/words.ts';
import type { TextHitCounts } from '../i18n/text-messages.ts';

/** The hits of a search inside lessons. */
export interface TextHits extends TextHitCounts {
  hits: LessonHit[];
  /** Whether there may be more matches than the full list shows. */
  isTruncated?: boolean;
  /** Whether this is a page of the list of all hits, instead of the first few below the files. */
  isFullList?: boolean;
}

export interface LessonHit {
  id: string;
  fileName: string;
  pages: PageHit[];
  /** Number of further matching pages, which the lesson's page lists; a minimum with `furtherPagesAtLeast`. */
  furtherPages?: number;
  furtherPagesAtLeast?: boolean;
}

/** A matching page of a lesson; without a quotation if its words are uncertain. */
export interface PageHit {
  page: number;
  quote?: { text: string; marks: TextRange[] };
}

/** The displayed fields of a category, and no others, because every page includes all categories. */
export type ShownCategory = Pick<Category, '$id' | 'categoryName'>;

/** The displayed fields of a lesson. */
export interface ShownFile extends Pick<LibraryFile, '$id' | 'url' | 'fileName' | 'fileSize'> {
  category: ShownCategory;
  /** Present only in lists sorted by date, because only their cards show the date. */
  $createdAt?: string;
}

/** A page of files from the backend. */
export interface FilesPage {
  rows: ShownFile[];
  total: number;
  /** Whether there may be more than `total`, because the backend stopped counting. */
  atLeast?: boolean;
  /** Ranges of the titles that match the search, by file id. */
  marks?: Record<string, TextRange[]>;
  /** Search whose results are shown, because the search as typed found nothing. */
  correctedSearch?: string;
  /** The hits inside lessons. */
  texts?: TextHits;
  /** The verse number in the search, if the Qur'an has no such verse. */
  unknownVerse?: string;
  /** Set if no page of a lesson contains all words of the search; never set with files. */
  noTextMatches?: boolean;
  /** The title most similar to a search that matches no title. */
  nearestTitle?: string;
}

/**
 * Merges the pages of both sizes into one list. The server cannot detect the screen size, so it renders both, and the stylesheet
 * hides one. `onlySize` is the page size for which a file is shown; absent for files of both sizes.
 */
export function listForBothSizes(regular: FilesPage, extraLarge: FilesPage) {
  const includesFile = ({ rows }: FilesPage, file: ShownFile) => rows.some(({ $id }) => $id === file.$id);
  const onlyExtraLarge = extraLarge.rows.filter((file) => !includesFile(regular, file));
  return [
    ...onlyExtraLarge.map((file) => ({ file, onlySize: pageSizes.extraLarge })),
    ...regular.rows.map((file) => ({
      file,
      onlySize: includesFile(extraLarge, file) ? undefined : pageSizes.regular,
    })),
  ];
}

/** Files per page: 9 on extra-large screens, 10 otherwise (docs/rules.md#the-library-on-a-page). */
export const pageSizes = { regular: 10, extraLarge: 9 } as const;
export type PageSize = (typeof pageSizes)[keyof typeof pageSizes];

/** A view of the library, with the number of files per page for the screen. */
export interface FilesFilter extends View {
  itemsPerPage: PageSize;
}

/** Filter for the list of categories (docs/rules.md#queries-of-the-site). */
export interface CategoriesFilter {
  search: string;
  sortBy: 'categoryName-asc' | 'categoryName-desc';
  page: number;
  itemsPerPage: number;
}

export const defaultCategoriesFilter: CategoriesFilter = {
  search: '',
  sortBy: 'categoryName-asc',
  page: 1,
  itemsPerPage: 5,
};

/** Returns the number of pages, at least 1 (docs/rules.md#the-library-on-a-page). */
export function countPages(total: number, itemsPerPage: number): number {
  return Math.max(1, Math.ceil(total / itemsPerPage));
}

/** Returns the number of the nearest existing page. */
export function clampPage(page: number, total: number, itemsPerPage: number): number {
  return Math.min(Math.max(page, 1), countPages(total, itemsPerPage));
}

/** Returns the positions of the first and last row of a page, counted from 1 (docs/rules.md#the-library-on-a-page). */
export function computeRange(page: number, itemsPerPage: number, rowsOnPage: number) {
  const start = (page - 1) * itemsPerPage + 1;
  return { start, end: start - 1 + rowsOnPage };
}

export type PagerItem = { page: number } | { gapAfter: number };

/** Lists the first, previous, active, next and last page, and gaps for skipped pages. */
export function listPagerItems(active: number, pages: number): PagerItem[] {
  const candidates = [1, active - 1, active, active + 1, pages].filter((page) => page >= 1 && page <= pages);
  const pageNumbers = [...new Set(candidates)].sort((a, b) => a - b);
  return pageNumbers.flatMap((page, index): PagerItem[] => {
    const previous = pageNumbers[index - 1];
    return previous !== undefined && page - previous > 1 ? [{ gapAfter: previous }, { page }] : [{ page }];
  });
}
