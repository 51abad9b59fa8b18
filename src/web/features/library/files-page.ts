import type { TextRange } from '#contract/collation/word-ranges.ts';
import { type PageSize, pageSizes } from '../../page/library-filters.ts';
import type { ShownFile } from './shown-rows.ts';
import type { TextHits } from './text-hits-slot.ts';

/** One page of files as the backend answered it. */
export interface FilesPage {
  rows: ShownFile[];
  total: number;
  /** There may be more than `total`: the backend stopped counting. */
  atLeast?: boolean;
  /** Where the titles match the search: ranges of the shown title, by the file's id. */
  marks?: Record<string, TextRange[]>;
  /** What was searched instead, because the visitor's own text found nothing. */
  shownFor?: string;
  /** What was found inside the lessons. */
  texts?: TextHits;
  /** The title closest to a search that found nothing. */
  nearest?: string;
}

/** A file in a list that serves both page sizes: `only` names the size it belongs to, absent means both. */
export interface ListedFile {
  file: ShownFile;
  only?: PageSize;
}

/**
 * One list for two page sizes: the server cannot see the screen, so it renders what either needs and the
 * stylesheet hides the rest. Order is kept: files of the 9-page come from earlier in the library.
 */
export function listForBothSizes(regular: FilesPage, extraLarge: FilesPage): ListedFile[] {
  const regularIds = new Set(regular.rows.map((file) => file.$id));
  const extraLargeIds = new Set(extraLarge.rows.map((file) => file.$id));
  const early = extraLarge.rows.filter((file) => !regularIds.has(file.$id));
  return [
    ...early.map((file): ListedFile => ({ file, only: pageSizes.extraLarge })),
    ...regular.rows.map(
      (file): ListedFile => (extraLargeIds.has(file.$id) ? { file } : { file, only: pageSizes.regular }),
    ),
  ];
}
