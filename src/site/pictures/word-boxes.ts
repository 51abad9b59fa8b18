import type { PageBox } from '#contract/lesson-outline.ts';
import { rotateBack, transformBox } from '#reader/engine/geometry.ts';
import type { PdfiumExports } from '#reader/engine/pdfium.ts';
import type { WasmMemory } from '#reader/engine/wasm-memory.ts';
import type { Glyph } from '#reader/glyphs/glyph.ts';
import type { Piece } from '#reader/lines/reading-direction.ts';
import { type BoxedWord, boxAround, type LineBox, searchedWords } from '#text/page-matches.ts';
import { wordRanges } from '#text/words.ts';

/** Maps a glyph to its box on the page; undefined beyond the edges. */
export type PlaceOnPage = (glyph: Glyph) => PageBox | undefined;

/** No page has more words. */
const MAX_WORDS = 10_000;
/** Maximum characters of the lines that are missing in the text between two matching ones. */
const MAX_SIGNS_LEFT_OUT = 64;

/**
 * The words of a page's text as a search looks at them, each with its boxes; with the label `letters`, its letters three by three. The
 * text may leave out signs of the lines and separate words differently, but has its letters in their order.
 */
export function boxedWords(
  text: string,
  lines: readonly (readonly Piece[])[],
  placeOf: PlaceOnPage,
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
    return words.map(({ drawn, ...word }) => ({ ...word, boxes: boxesOf(drawn, placeOf) }));
  const letters = words.flatMap(({ spellings: [spelling = ''], drawn }) => {
    const all = [...spelling.replaceAll(' ', '')];
    // Folding drops and joins letters, so positions inside a word are interpolated.
    const share = (index: number) => Math.floor((index * drawn.length) / all.length);
    return all.map((letter, index) => {
      const from = share(index);
      return { letter, boxes: boxesOf(drawn.slice(from, Math.max(from + 1, share(index + 1))), placeOf) };
    });
  });
  return letters.slice(2).map((_, index) => {
    const three = letters.slice(index, index + 3);
    return {
      spellings: [three.map(({ letter }) => letter).join('')],
      boxes: byLine(three.flatMap(({ boxes }) => boxes)),
    };
  });
}

interface Drawn {
  glyph: Glyph;
  line: number;
}

function boxesOf(glyphs: readonly Drawn[], placeOf: PlaceOnPage): LineBox[] {
  return byLine(
    glyphs.flatMap(({ glyph, line }) => {
      const place = placeOf(glyph);
      return place ? [{ ...place, line }] : [];
    }),
  );
}

/** The boxes of each line as one. */
function byLine(boxes: readonly LineBox[]): LineBox[] {
  const lines = new Map<number, LineBox>();
  for (const box of boxes) {
    const before = lines.get(box.line);
    lines.set(box.line, before ? { ...boxAround(before, box), line: box.line } : box);
  }
  return [...lines.values()];
}

/** Maps each character of the text to its glyph; none for spaces, marks, and characters that no line has. */
function glyphsOf(text: string, lines: readonly (readonly Piece[])[]): (Drawn | undefined)[] {
  const signs: { sign: string; drawn: Drawn }[] = [];
  for (const [line, pieces] of lines.entries()) {
    for (const { text: written, glyph } of pieces) {
      if (!glyph) continue;
      for (const sign of bareSigns(written)) signs.push({ sign, drawn: { glyph, line } });
    }
  }
  const glyphs: (Drawn | undefined)[] = [];
  let at = 0;
  for (const character of text) {
    let match: Drawn | undefined;
    for (const sign of bareSigns(character)) {
      const ahead = signs.slice(at, at + MAX_SIGNS_LEFT_OUT).findIndex((next) => next.sign === sign);
      if (ahead < 0) continue;
      at += ahead;
      match ??= signs[at]?.drawn;
      at++;
    }
    for (let unit = 0; unit < character.length; unit++) glyphs.push(match);
  }
  return glyphs;
}

/** The signs of a text without spaces and marks, the same however they are composed. */
function bareSigns(text: string): string[] {
  return [...text.normalize('NFD')].filter((sign) => !/[\s\p{M}]/u.test(sign));
}

/** Descent and ascent of letters in em; Arabic has deep descenders. */
const reach = { below: 0.35, above: 0.95 };
const parts = 100_000;

/** Maps glyphs to boxes on the displayed page (cropped and rotated), in fractions from its upper left corner. */
export function placesOnPage(pdfium: PdfiumExports, memory: WasmMemory, page: number): PlaceOnPage {
  const { results } = memory;
  const toPicture = (x: number, y: number): [x: number, y: number] => {
    pdfium.FPDF_PageToDevice(page, 0, 0, parts, parts, 0, x, y, results, results + 4);
    return [memory.integer(results) / parts, memory.integer(results + 4) / parts];
  };
  return ({ left, right, baseline, size, angle }: Glyph) => {
    const along = { left, right, bottom: baseline - reach.below * size, top: baseline + reach.above * size };
    const box = angle === 0 ? along : transformBox(along, rotateBack(360 - angle));
    const corners = [toPicture(box.left, box.bottom), toPicture(box.right, box.top)];
    const across = within(corners.map(([x]) => x));
    const down = within(corners.map(([, y]) => y));
    return across && down && { x: across.from, width: across.length, y: down.from, height: down.length };
  };
}

/** Clips a range to 0…1; undefined if less than half of it remains. */
function within(values: readonly number[]): { from: number; length: number } | undefined {
  const [from, to] = [Math.min(...values), Math.max(...values)];
  const [first, last] = [Math.max(0, from), Math.min(1, to)];
  return last - first < (to - from) / 2 ? undefined : { from: first, length: last - first };
}
