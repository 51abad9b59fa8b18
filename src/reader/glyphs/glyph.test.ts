import { expect, test } from 'vitest';
import { textKind } from './glyph.ts';

test('a vowel is a mark, but a letter with its vowel is not', () => {
  expect([textKind('\u064E').isMark, textKind('ب\u064E').isMark]).toEqual([true, false]);
});
