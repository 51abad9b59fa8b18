import { expect, test } from 'vitest';
import type { Glyph } from '#reader/glyphs/glyph.ts';
import { pageText } from '#reader/lines/page-text.ts';
import { type Piece, pieceOf } from '#reader/lines/reading-direction.ts';
import { markedBoxes } from '#text/page-matches.ts';
import { compilePageQuery } from '#text/page-query.ts';
import { locateWords } from './text-boxes.ts';

/** Creates a line of characters in reading order, each ten points wide; a space has no glyph. */
function line(text: string, row: number): Piece[] {
  return [...text].map((character, index) => {
    const glyph = { left: index * 10, right: index * 10 + 10, baseline: row } as Glyph;
    return character === ' ' ? pieceOf(character) : { ...pieceOf(character), glyph };
  });
}
const boxOf = ({ left, right, baseline }: Glyph) => ({
  x: left,
  y: baseline,
  width: right - left,
  height: 1,
});
const read = (lines: Piece[][], label: 'words' | 'letters' = 'words', text = pageText(lines)) =>
  locateWords(text, lines, boxOf, label).map(({ spellings: [word], boxes }) => [
    word,
    ...boxes.map(({ x, y, width }) => [x, y, width]),
  ]);

test('folds words as search does, and locates them by their letters', () => {
  expect(read([line('Les prières', 0), line('إلى الصَّلاة', 1)])).toEqual([
    ['les', [0, 0, 30]],
    ['prieres', [40, 0, 70]],
    ['الي', [0, 1, 30]],
    ['الصلاه', [40, 1, 80]],
  ]);
});

test('finds a hyphenated word and marks it on both lines', () => {
  const lines = [line('a travel-', 0), line('ler prays', 1)];
  const words = locateWords(pageText(lines), lines, boxOf, 'words');
  for (const search of ['traveller', 'travel-ler'])
    expect(markedBoxes(words, compilePageQuery(search))).toEqual([
      { x: 20, y: 0, width: 60, height: 1 },
      { x: 0, y: 1, width: 30, height: 1 },
    ]);
});

test('ignores characters that were removed from the text', () => {
  const lines = [line('\uE000\uE001 وضوء\uFFFD باب', 0)];
  expect(read(lines, 'words', 'وضوء باب')).toEqual([
    ['وضو', [30, 0, 40]],
    ['باب', [90, 0, 30]],
  ]);
});

test('creates trigrams of letters across words and lines', () => {
  expect(read([line('كت ب', 0), line('قل', 1)], 'letters')).toEqual([
    ['كتب', [0, 0, 40]],
    ['تبق', [10, 0, 30], [0, 1, 10]],
    ['بقل', [30, 0, 10], [0, 1, 20]],
  ]);
});

test('returns words without boxes for a text of other lines', () => {
  expect(read([line('abc', 0)], 'words', 'xyz')).toEqual([['xyz']]);
});
