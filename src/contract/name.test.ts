import { expect, test } from 'vitest';
import { unsafeInNames } from './name.ts';

test.each(['a\nb', 'a\u0000', '\u0085', 'exe.\u202Efdp', '\u202Dx'])('%j is no name', (name) => {
  expect(unsafeInNames.test(name)).toBe(true);
});

test.each([
  'Rules of wudu – أحكام الوضوء',
  'بِرُّ الوَالِدَيْنِ',
  'a\u200Fb\u200E',
  'می\u200Cخواهم',
  '\u2067x\u2069',
  '\u{1F54C}',
])('%j is one', (name) => {
  expect(unsafeInNames.test(name)).toBe(false);
});
