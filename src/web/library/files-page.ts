import type { TextRange } from '#text/words.ts';
import type { FoundInTexts } from '../i18n/text-messages.ts';
import { pageSizes } from './library-filters.ts';
import type { ShownFile } from './shown-rows.ts';

/** The hits of a search inside the lessons. */
export interface TextHits extends FoundInTexts {
  found: LessonHit[];
  /** Whether there are more matches than the full list has. */
  onlyFirst?: boolean;
  /** A page of the list of all of them, not the first few under the files. */
  isWhole?: boolean;
}

export interface LessonHit {
  id: string;
  fileName: string;
  pages: PageHit[];
  /** Number of further pages, on the lesson's own page; at least so many with `moreAtLeast`. */
  more?: number;
  moreAtLeast?: boolean;
}

/** A page of a lesson. Without a quotation the words only seem to be there. */
export interface PageHit {
  page: number;
  quote?: { text: string; marks: TextRange[] };
}

/** A page of files from the backend. */
export interface FilesPage {
  rows: ShownFile[];
  total: number;
  /** There may be more than `total`: the backend stopped counting. */
  atLeast?: boolean;
  /** Matches of the search: ranges of the shown title, by the file's id. */
  marks?: Record<string, TextRange[]>;
  /** The text searched instead, because the visitor's text found nothing. */
  shownFor?: string;
  /** The hits inside the lessons. */
  texts?: TextHits;
  /** The texts of the lessons were searched, and none has all the words. */
  inNoText?: boolean;
  /** The title closest to a search that found nothing. */
  nearest?: string;
}

/**
 * One list for two page sizes: the server cannot see the screen, so it renders what either needs and the
 * stylesheet hides the rest: `only` names the size a file belongs to, absent means both. Order is kept: files of the 9-page come
 * from earlier in the library.
 */
export function listForBothSizes(regular: FilesPage, extraLarge: FilesPage) {
  const has = ({ rows }: FilesPage, file: ShownFile) => rows.some(({ $id }) => $id === file.$id);
  const early = extraLarge.rows.filter((file) => !has(regular, file));
  return [
    ...early.map((file) => ({ file, only: pageSizes.extraLarge })),
    ...regular.rows.map((file) => ({ file, only: has(extraLarge, file) ? undefined : pageSizes.regular })),
  ];
}
