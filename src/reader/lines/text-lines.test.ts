import { expect, test } from 'vitest';
import { drawnGlyph } from '../../../tests/support/drawn-glyph.ts';
import type { Glyph } from '../glyphs/glyph.ts';
import { textLines } from './text-lines.ts';

function row(text: string, baseline: number, more: Partial<Glyph> = {}): Glyph[] {
  return [...text].map((letter, index) =>
    drawnGlyph(letter, index * 5, { baseline, order: index, index, ...more }),
  );
}

const textOf = (lines: readonly (readonly Glyph[])[]): string[] =>
  lines.map((line) => line.map(({ text }) => text).join(''));

test('lines come from top to bottom', () => {
  expect(textOf(textLines([...row('below', 80, { order: 2 }), ...row('above', 100, { order: 1 })]))).toEqual([
    'above',
    'below',
  ]);
});

test('a raised number belongs to its line', () => {
  const number = row('2', 104, { left: 30, right: 33, pen: 30, order: 99 });
  expect(textOf(textLines([...row('metre', 100), ...number]))).toEqual(['metre2']);
});

test('lines set close together stay apart', () => {
  expect(textOf(textLines([...row('first', 100, { order: 1 }), ...row('second', 93, { order: 2 })]))).toEqual(
    ['first', 'second'],
  );
});

test('letters that climb within a word belong to the line they were written in', () => {
  // Some letters are higher, the last ones far above the line, nearer to the line above it.
  const climbing = row('abcdefghijklmnopqrst', 100).map((glyph, index) =>
    index % 6 === 4 ? { ...glyph, baseline: 100 + index * 0.8 } : glyph,
  );
  const over = row('above this line', 120, { order: 90 });
  const [upper, lower] = textLines([...over, ...climbing]);
  expect(textOf([upper ?? []])).toEqual(['above this line']);
  expect(textOf([lower ?? []]).map((text) => [...text].sort().join(''))).toEqual(['abcdefghijklmnopqrst']);
});

function placeText(text: string, at: number, baseline: number, order: number): Glyph[] {
  return row(text, baseline).map((glyph, index) => {
    const left = at + index * 5;
    return { ...glyph, left, right: left + 5, pen: left, order: order + index };
  });
}

test('numbers over names are no part of them, beside them they are', () => {
  const names = [...placeText('Muharram', 0, 100, 2), ...placeText('Safar', 100, 100, 12)];
  const numbersAt = (aside: number) => [
    ...placeText('12', 15 + aside, 113, 0),
    ...placeText('2', 110 + aside, 113, 11),
  ];
  expect(textOf(textLines([...numbersAt(0), ...names]))).toEqual(['122', 'MuharramSafar']);
  expect(textLines([...numbersAt(26), ...names])).toHaveLength(1);
});

test('the two lines of a cell stay apart, though both are near the line of the cells beside it', () => {
  const cells = [...placeText('Name', 0, 100, 0), ...placeText('What it is', 160, 100, 20)];
  const [upper, lower] = [placeText('How', 80, 106, 10), placeText('many', 80, 94, 14)];
  const lines = textOf(textLines([...cells, ...upper, ...lower]));
  expect(lines.filter((text) => /H.*m|m.*H/.test(text))).toEqual([]);
});

test('names under the letters of a chart are a line, and what is said of them the next', () => {
  const cells = ['ab', 'cd', 'ef', 'gh', 'ij'].flatMap((name, index) => [
    ...placeText(name, index * 40, 100, index * 20),
    ...placeText('xyz', index * 40, 90, index * 20 + 10),
  ]);
  expect(textOf(textLines(cells))).toEqual(['abcdefghij', 'xyzxyzxyzxyzxyz']);
});
