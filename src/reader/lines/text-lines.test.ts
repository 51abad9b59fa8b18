import { expect, test } from 'vitest';
import { createGlyph } from '../../../tests/support/test-glyph.ts';
import type { Glyph } from '../glyphs/glyph.ts';
import { textLines } from './text-lines.ts';

function row(text: string, baseline: number, more: Partial<Glyph> = {}): Glyph[] {
  return [...text].map((letter, index) =>
    createGlyph(letter, index * 5, { baseline, order: index, index, ...more }),
  );
}

const textOf = (lines: readonly (readonly Glyph[])[]): string[] =>
  lines.map((line) => line.map(({ text }) => text).join(''));

test('sorts lines from top to bottom', () => {
  expect(textOf(textLines([...row('below', 80, { order: 2 }), ...row('above', 100, { order: 1 })]))).toEqual([
    'above',
    'below',
  ]);
});

test('adds a raised number to its line', () => {
  const number = row('2', 104, { left: 30, right: 33, pen: 30, order: 99 });
  expect(textOf(textLines([...row('metre', 100), ...number]))).toEqual(['metre2']);
});

test('separates lines that are close together', () => {
  expect(textOf(textLines([...row('first', 100, { order: 1 }), ...row('second', 93, { order: 2 })]))).toEqual(
    ['first', 'second'],
  );
});

test('adds letters that climb within words to the line in which they were written', () => {
  // Some letters are higher than the line; the last ones are nearer to the line above.
  const climbingLine = row('abcdefghijklmnopqrst', 100).map((glyph, index) =>
    index % 6 === 4 ? { ...glyph, baseline: 100 + index * 0.8 } : glyph,
  );
  const over = row('above this line', 120, { order: 90 });
  const [upper, lower] = textLines([...over, ...climbingLine]);
  expect(textOf([upper ?? []])).toEqual(['above this line']);
  expect(textOf([lower ?? []]).map((text) => [...text].sort().join(''))).toEqual(['abcdefghijklmnopqrst']);
});

function placeText(text: string, start: number, baseline: number, order: number): Glyph[] {
  return row(text, baseline).map((glyph, index) => {
    const left = start + index * 5;
    return { ...glyph, left, right: left + 5, pen: left, order: order + index };
  });
}

test('separates numbers above names, but not numbers next to names', () => {
  const names = [...placeText('Muharram', 0, 100, 2), ...placeText('Safar', 100, 100, 12)];
  const numbersAt = (offset: number) => [
    ...placeText('12', 15 + offset, 113, 0),
    ...placeText('2', 110 + offset, 113, 11),
  ];
  expect(textOf(textLines([...numbersAt(0), ...names]))).toEqual(['122', 'MuharramSafar']);
  expect(textLines([...numbersAt(26), ...names])).toHaveLength(1);
});

test('separates the two lines of a cell that are both close to the line of the other cells', () => {
  const cells = [...placeText('Name', 0, 100, 0), ...placeText('What it is', 160, 100, 20)];
  const [upper, lower] = [placeText('How', 80, 106, 10), placeText('many', 80, 94, 14)];
  const lines = textOf(textLines([...cells, ...upper, ...lower]));
  expect(lines.filter((text) => /H.*m|m.*H/.test(text))).toEqual([]);
});

test('separates the names and the explanations in a chart of letters', () => {
  const cells = ['ab', 'cd', 'ef', 'gh', 'ij'].flatMap((name, index) => [
    ...placeText(name, index * 40, 100, index * 20),
    ...placeText('xyz', index * 40, 90, index * 20 + 10),
  ]);
  expect(textOf(textLines(cells))).toEqual(['abcdefghij', 'xyzxyzxyzxyzxyz']);
});
