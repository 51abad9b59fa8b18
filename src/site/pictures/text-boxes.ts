import type { PageBox, PageLine } from '#contract/lesson-outline.ts';
import { rotateBack, transformBox } from '#reader/engine/geometry.ts';
import type { Pdfium } from '#reader/engine/pdfium.ts';
import type { Glyph } from '#reader/glyphs/glyph.ts';
import { CELL_END, lineText } from '#reader/lines/line-text.ts';
import { cleanText } from '#reader/lines/page-text.ts';
import type { Piece } from '#reader/lines/reading-direction.ts';
import { readPage } from '#reader/read-page.ts';
import { type BoxedWord, boxAround, type LineBox, searchedWords } from '#text/page-matches.ts';
import { wordRanges } from '#text/words.ts';

/** Returns the lines of a page in reading order, each with its text and box. Skips lines without text, and those outside the page. */
export function readPageLines(pdfium: Pdfium, page: number, mayHaveLayers: boolean): PageLine[] {
  const boxOf = createGlyphToBox(pdfium, page);
  return readPage(pdfium, page, mayHaveLayers).lines.flatMap((pieces): PageLine[] => {
    const text = cleanText(lineText(pieces)).replaceAll(CELL_END, ' ');
    const boxes = pieces.flatMap(({ glyph }) => (glyph && boxOf(glyph)) || []);
    return text !== '' && boxes.length > 0 ? [{ text, ...boxes.reduce(boxAround) }] : [];
  });
}

/** Returns the words or trigrams of a page with their boxes, as `locateWords` does. */
export function readPageWords(
  pdfium: Pdfium,
  page: number,
  mayHaveLayers: boolean,
  label: 'words' | 'letters',
): BoxedWord[] {
  const boxOf = createGlyphToBox(pdfium, page);
  const { lines, text } = readPage(pdfium, page, mayHaveLayers);
  return locateWords(cleanText(text), lines, boxOf, label);
}

/** Returns a glyph's box on the page; undefined if less than half of its width or height is on the page. */
type GlyphToBox = (glyph: Glyph) => PageBox | undefined;

/** Maximum number of words to locate on a page. */
const MAX_WORDS = 10_000;
/** Number of characters of the lines in which the next character of the text is searched, because the text can omit some. */
const LOOKAHEAD_CHARACTERS = 64;

/**
 * Returns the words of a page's text as search compares them, or its trigrams with the label `letters`, each with its boxes. The
 * text can omit characters of the lines and separate words differently, but has the letters in the same order.
 */
export function locateWords(
  text: string,
  lines: readonly (readonly Piece[])[],
  boxOf: GlyphToBox,
  label: 'words' | 'letters',
): BoxedWord[] {
  const line = text.replace(/\s/g, ' ');
  const glyphs = glyphsOf(line, lines);
  const ranges = wordRanges(line).slice(0, MAX_WORDS);
  const words = searchedWords(line, ranges).map((word, index) => {
    const { start = 0, end = 0 } = ranges[index] ?? {};
    return { ...word, drawn: glyphs.slice(start, end).filter((glyph) => glyph !== undefined) };
  });
  if (label === 'words')
    return words.map(({ drawn, ...word }) => ({ ...word, boxes: boxesOf(drawn, boxOf) }));
  const boxedLetters = words.flatMap(({ spellings: [spelling = ''], drawn }) => {
    const letters = [...spelling.replaceAll(' ', '')];
    // Folding drops and joins letters, so positions inside a word are interpolated.
    const glyphIndex = (index: number) => Math.floor((index * drawn.length) / letters.length);
    return letters.map((letter, index) => {
      const from = glyphIndex(index);
      return { letter, boxes: boxesOf(drawn.slice(from, Math.max(from + 1, glyphIndex(index + 1))), boxOf) };
    });
  });
  return boxedLetters.slice(2).map((_, index) => {
    const trigram = boxedLetters.slice(index, index + 3);
    return {
      spellings: [trigram.map(({ letter }) => letter).join('')],
      boxes: mergeByLine(trigram.flatMap(({ boxes }) => boxes)),
    };
  });
}

/** A glyph and the index of its line. */
interface LineGlyph {
  glyph: Glyph;
  line: number;
}

function boxesOf(glyphs: readonly LineGlyph[], boxOf: GlyphToBox): LineBox[] {
  return mergeByLine(
    glyphs.flatMap(({ glyph, line }) => {
      const box = boxOf(glyph);
      return box ? [{ ...box, line }] : [];
    }),
  );
}

/** Merges the boxes of each line. */
function mergeByLine(boxes: readonly LineBox[]): LineBox[] {
  const lines = new Map<number, LineBox>();
  for (const box of boxes) {
    const merged = lines.get(box.line);
    lines.set(box.line, merged ? { ...boxAround(merged, box), line: box.line } : box);
  }
  return [...lines.values()];
}

/** Maps each UTF-16 unit of the text to its glyph; undefined for spaces, marks, and characters without a match in the lines. */
function glyphsOf(text: string, lines: readonly (readonly Piece[])[]): (LineGlyph | undefined)[] {
  const characters: { character: string; lineGlyph: LineGlyph }[] = [];
  for (const [line, pieces] of lines.entries()) {
    for (const { text: pieceText, glyph } of pieces) {
      if (!glyph) continue;
      for (const character of baseCharacters(pieceText))
        characters.push({ character, lineGlyph: { glyph, line } });
    }
  }
  const glyphs: (LineGlyph | undefined)[] = [];
  let position = 0;
  for (const character of text) {
    let match: LineGlyph | undefined;
    for (const base of baseCharacters(character)) {
      const skippedCount = characters
        .slice(position, position + LOOKAHEAD_CHARACTERS)
        .findIndex((next) => next.character === base);
      if (skippedCount < 0) continue;
      position += skippedCount;
      match ??= characters[position]?.lineGlyph;
      position++;
    }
    for (let unit = 0; unit < character.length; unit++) glyphs.push(match);
  }
  return glyphs;
}

/** Returns the characters of a text without spaces and marks, in decomposed form. */
function baseCharacters(text: string): string[] {
  return [...text.normalize('NFD')].filter((character) => !/[\s\p{M}]/u.test(character));
}

/** Descent and ascent of letters in em; Arabic has deep descenders. */
const letterExtent = { below: 0.35, above: 0.95 };
/** Width and height of the grid that a page is mapped to; large, because PDFium returns integer positions. */
const GRID_STEPS = 100_000;

/** Creates a function that returns boxes on the displayed page (cropped and rotated), in fractions from its upper left corner. */
function createGlyphToBox(pdfium: Pdfium, page: number): GlyphToBox {
  const { results } = pdfium;
  const toPagePoint = (x: number, y: number): [x: number, y: number] => {
    pdfium.FPDF_PageToDevice(page, 0, 0, GRID_STEPS, GRID_STEPS, 0, x, y, results, results + 4);
    return [pdfium.integer(results) / GRID_STEPS, pdfium.integer(results + 4) / GRID_STEPS];
  };
  return ({ left, right, baseline, size, angle }: Glyph) => {
    const unrotatedBox = {
      left,
      right,
      bottom: baseline - letterExtent.below * size,
      top: baseline + letterExtent.above * size,
    };
    const box = angle === 0 ? unrotatedBox : transformBox(unrotatedBox, rotateBack(360 - angle));
    const corners = [toPagePoint(box.left, box.bottom), toPagePoint(box.right, box.top)];
    const horizontal = clipToPage(corners.map(([x]) => x));
    const vertical = clipToPage(corners.map(([, y]) => y));
    if (!horizontal || !vertical) return undefined;
    return { x: horizontal.from, width: horizontal.length, y: vertical.from, height: vertical.length };
  };
}

/** Clips a range to 0…1; undefined if less than half of it remains. */
function clipToPage(values: readonly number[]): { from: number; length: number } | undefined {
  const [from, to] = [Math.min(...values), Math.max(...values)];
  const [first, last] = [Math.max(0, from), Math.min(1, to)];
  return last - first < (to - from) / 2 ? undefined : { from: first, length: last - first };
}
