import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mixedText } from '../../../tests/support/mixed-text.ts';
import { compilePrefix, compileSuffix } from './compile-affix.ts';
import { holds } from './condition.ts';
import { searchKey } from './search-key.ts';

const startsWith = (name: string, prefix: string) => holds(compilePrefix(prefix), searchKey(name));
const endsWith = (name: string, suffix: string) => holds(compileSuffix(suffix), searchKey(name));

test.each([
  ['أحكام الصيام.pdf', 'احكام', true],
  ['أحكام الصيام.pdf', 'الصيام', false],
  ['«الفقه» الميسر', 'الفقه الم', true],
  ['Al-Fiqh', 'al f', true],
  ['Lesson 01', 'LESSON', true],
  ['%', '_', false],
  ['Fiqh', '', true],
])('%j starts with %j: %s', (name, prefix, expected) => {
  expect(startsWith(name, prefix)).toBe(expected);
});

test.each([
  ['أحكام الصيام', 'صيام', true],
  ['أحكام الصيام', 'أحكام', false],
  ['Book of al-Fiqh', 'al fiqh', true],
  ['الدرس ١٠.pdf', '10.PDF', true],
  ['Fiqh', 'tafsir', false],
  ['Fiqh', '', true],
])('%j ends with %j: %s', (name, suffix, expected) => {
  expect(endsWith(name, suffix)).toBe(expected);
});

test('find all that the plain ones find', () => {
  fc.assert(
    fc.property(mixedText, mixedText, (one, other) => {
      expect(startsWith(one + other, one)).toBe(true);
      expect(endsWith(one + other, other)).toBe(true);
    }),
    { numRuns: 5_000, seed: 4 },
  );
});
