import { expect, test } from 'vitest';
import { formatName, unsafeInNames } from './name.ts';

test.each(['a\nb', 'a\u0000', '\u0085', 'exe.\u202Efdp', '\u202Dx'])('rejects %j as a name', (name) => {
  expect(unsafeInNames.test(name)).toBe(true);
});

test.each([
  'Rules of wudu – أحكام الوضوء',
  'بِرُّ الوَالِدَيْنِ',
  'a\u200Fb\u200E',
  'می\u200Cخواهم',
  '\u2067x\u2069',
  '\u{1F54C}',
])('accepts %j as a name', (name) => {
  expect(unsafeInNames.test(name)).toBe(false);
});

test.each([
  ['a\u0000b\u0085c\n d', 'a b c d'],
  ['exe.\u202Efdp', 'exe. fdp'],
  ['broken \uD800', 'broken \uFFFD'],
  [' بِرُّ الوَالِدَيْنِ\u200F ', 'بِرُّ الوَالِدَيْنِ\u200F'],
])('formats %j as %j', (name, text) => expect(formatName(name)).toBe(text));
