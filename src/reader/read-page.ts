import type { Pdfium } from './engine/pdfium.ts';
import { readPageGlyphs } from './glyphs/page-glyphs.ts';
import { pageLines, pageText } from './lines/page-text.ts';
import type { Piece } from './lines/reading-direction.ts';
import { type TextStatistics, textStatistics } from './trust/counts.ts';
import { trustedLines } from './trust/trusted-lines.ts';

/** Result of reading a page: its trusted lines, their text, and its statistics. */
export interface ReadPage {
  lines: Piece[][];
  text: string;
  statistics: TextStatistics;
}

/** Reads the visible text of a loaded page, and removes its replacement texts from the loaded page. */
export function readPage(pdfium: Pdfium, page: number, mayHaveLayers: boolean): ReadPage {
  const { glyphs, misplaced } = readPageGlyphs(pdfium, page, mayHaveLayers);
  const { lines, omitted, noise } = trustedLines(pageLines(glyphs));
  const text = pageText(lines);
  return { lines, text, statistics: textStatistics(text, misplaced, omitted, noise) };
}
