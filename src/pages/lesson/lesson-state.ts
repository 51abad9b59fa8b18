import type { ContentsEntry, PageSize, WordPlace } from '#contract/lesson-outline.ts';
import type { LibraryFile } from '#contract/rows.ts';
import type { Reading } from '#contract/urls.ts';
import type { PageTerm } from '#text/page-query.ts';
import type { PageFacts } from '#web/page/page-facts.ts';

/** A lesson that another one leads to. */
export interface LessonLink {
  id: string;
  title: string;
}

/** All that a page of a lesson shows. */
export interface LessonState extends PageFacts {
  route: 'lesson';
  reading: Reading;
  /** Its row. */
  file: LibraryFile;
  title: string;
  /** When it was added; absent where the row's date is none. */
  added?: { iso: string; gregorian: string; hijri: string };
  /** Address of the PDF; absent if the row's address is not safe. */
  pdf?: string | undefined;
  /** Number of pages, if known. */
  pages?: number | undefined;
  /** The size of this page, where it can be drawn. */
  pageSize?: PageSize | undefined;
  /** Reading direction of its pages. */
  direction: 'ltr' | 'rtl';
  contents: readonly ContentsEntry[];
  /** The text of the page: of one whose words are not known for certain nothing is shown. */
  text?: { text: string; needs: readonly PageTerm[] };
  /** Boxes of the searched words on this page. */
  marks: readonly WordPlace[];
  before?: LessonLink | undefined;
  after?: LessonLink | undefined;
  related: readonly LessonLink[];
}
