/** Size of a page in points, as displayed: the sides of a rotated page are swapped. */
export interface PageSize {
  width: number;
  height: number;
}

/** A line of the PDF's own table of contents. */
export interface ContentsEntry {
  title: string;
  /** Number of the page it leads to, from 1. */
  page: number;
  /** Depth in the outline, from 0. */
  level: number;
}

/** The pages and contents of a PDF. */
export interface LessonOutline {
  pages: readonly PageSize[];
  /** Empty if the PDF has none. */
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
