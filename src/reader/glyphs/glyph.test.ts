import { expect, test } from 'vitest';
import { signKind } from './glyph.ts';

test('a vowel is a mark, a letter with its vowel is not', () => {
  expect([signKind('\u064E').isMark, signKind('ب\u064E').isMark]).toEqual([true, false]);
});
