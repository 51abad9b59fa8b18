/** Size of a page in points, as displayed: the sides of a rotated page are swapped. */
export interface PageSize {
  width: number;
  height: number;
}

/** An entry in the table of contents of a PDF. */
export interface ContentsEntry {
  title: string;
  /** Number of the page that the entry leads to, from 1. */
  page: number;
  /** Depth in the outline, from 0. */
  level: number;
}

/** Page sizes and table of contents of a PDF. */
export interface LessonOutline {
  pages: readonly PageSize[];
  /** Empty if the PDF has no table of contents. */
  contents: readonly ContentsEntry[];
}

/** A box on a page, in fractions of the page's width and height from the upper left corner. */
export interface PageBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A printed line of a page: its text and box. */
export interface PageLine extends PageBox {
  text: string;
}
