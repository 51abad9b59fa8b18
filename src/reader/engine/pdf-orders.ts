import type { TextSigns } from '../trust/counts.ts';
import type { PdfFault } from './document.ts';

/** What is asked of the process that has the engine: whether a file opens and what its pages are, or its text from a page on. */
export type PdfOrder = { path: string; from?: number };

/** What it answers, in this order. A page without `read` could not be read. */
export type PdfNews =
  | { pages: number }
  | { isPictures: boolean }
  | { fault: PdfFault }
  | { page: number; read?: { text: string; signs: TextSigns } }
  | { done: true };
