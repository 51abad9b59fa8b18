/** A page's size in points, as it is shown: a page that is turned has its sides turned. */
export interface PageSize {
  width: number;
  height: number;
}

/** A line of the PDF's own table of contents. */
export interface ContentsEntry {
  title: string;
  /** The page it leads to, from 1. */
  page: number;
  /** Depth in the outline, from 0. */
  level: number;
}

/** The pages and contents of a PDF. */
export interface LessonOutline {
  pages: readonly PageSize[];
  /** Empty where the PDF has none. */
  contents: readonly ContentsEntry[];
}

/** The box of a word on a page, in fractions of the page's width and height from the upper left corner. */
export interface PageBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A printed line of a page: its text, and its box as a share of the page. */
export interface PageLine extends PageBox {
  text: string;
}
