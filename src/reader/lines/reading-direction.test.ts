import { expect, test } from 'vitest';
import { createGlyph } from '../../../tests/support/test-glyph.ts';
import type { Glyph } from '../glyphs/glyph.ts';
import { isRightToLeft, paragraphScripts, pieceOf } from './reading-direction.ts';

/** Draws a line of letters at a height. */
const line = (text: string, baseline: number): Glyph[] =>
  [...text].map((letter, index) => createGlyph(letter, index * 5, { baseline, order: index, index }));

const lines = [
  line('وقد ظهر الكتاب سنة', 100),
  line('OxfordUniversity في', 85),
  line('ثم أعيد', 70),
  line('a book of the same', 55),
  line('name ('.padEnd(18, 'كتاب'), 40),
];

test('a line of two scripts has the direction of its paragraph, which ends with a short line', () => {
  expect(paragraphScripts(lines, undefined)).toEqual(['R', 'R', 'R', 'L', 'L']);
});

test('lines have the direction of a page that is mostly in one script', () => {
  expect(paragraphScripts(lines, 'R')).toEqual(['R', 'R', 'R', 'R', 'R']);
});

test('a paragraph clearly in the other script has its own direction', () => {
  const arabic = [
    line('الركن الأول هو الشهادة (shahada) والثاني', 100),
    line('الصلاة (prayer) والثالث الزكاة', 85),
  ];
  expect(paragraphScripts([...arabic, line('The page', 40)], 'L')).toEqual(['R', 'R', 'L']);
});

test('a line that begins with a Latin word, and ends with a Latin word and a period, is read from the left', () => {
  const pieces = [...'read قال رسول الله aloud.'].map(pieceOf);
  expect(isRightToLeft(pieces, 'R')).toBe(false);
  expect(isRightToLeft(pieces.slice(0, -1), 'R')).toBe(true);
});
