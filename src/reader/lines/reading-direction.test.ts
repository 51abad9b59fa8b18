import { expect, test } from 'vitest';
import { type Glyph, textKind } from '../glyphs/glyph.ts';
import { isRightToLeft, paragraphScripts, pieceOf } from './reading-direction.ts';

/** A line of letters with a width by its text, at a height. */
const line = (text: string, baseline: number): Glyph[] =>
  [...text].map((sign, index) => ({
    text: sign,
    kind: textKind(sign),
    left: index * 5,
    right: index * 5 + 5,
    baseline,
    pen: index * 5,
    order: index,
    index,
    size: 10,
    angle: 0,
    markAdvance: 0,
    isInkWidth: false,
    middle: index * 5,
    mirrored: false,
    font: 0,
  }));

const lines = [
  line('وقد ظهر الكتاب سنة', 100),
  line('OxfordUniversity في', 85),
  line('ثم أعيد', 70),
  line('a book of the same', 55),
  line('name ('.padEnd(18, 'كتاب'), 40),
];

test('a line of two scripts runs as its paragraph, which ends with a short line', () => {
  expect(paragraphScripts(lines, undefined)).toEqual(['R', 'R', 'R', 'L', 'L']);
});

test('on a page mostly of one script all lines run as it does', () => {
  expect(paragraphScripts(lines, 'R')).toEqual(['R', 'R', 'R', 'R', 'R']);
});

test('a paragraph clearly of the other script runs as its own', () => {
  const arabic = [
    line('الركن الأول هو الشهادة (shahada) والثاني', 100),
    line('الصلاة (prayer) والثالث الزكاة', 85),
  ];
  expect(paragraphScripts([...arabic, line('The page', 40)], 'L')).toEqual(['R', 'R', 'L']);
});

test('a line from a Latin word to a Latin word with a full stop is read from the left on any page', () => {
  const pieces = [...'read قال رسول الله aloud.'].map(pieceOf);
  expect(isRightToLeft(pieces, 'R')).toBe(false);
  expect(isRightToLeft(pieces.slice(0, -1), 'R')).toBe(true);
});
