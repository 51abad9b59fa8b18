import { expect, test } from 'vitest';
import { storedName } from './names.ts';

test('a name that Appwrite takes stays as it is', () => {
  const name = `${'د'.repeat(124)}.pdf`;
  expect(storedName(name)).toBe(name);
});

test('a longer one ends at 128 characters, with its ending', () => {
  expect(storedName(`${'a'.repeat(200)}.PDF`)).toBe(`${'a'.repeat(124)}.PDF`);
});

test('it is cut between letters: vowel signs and joined pictures stay with theirs', () => {
  const vowelled = 'بَّ';
  expect(storedName(`${vowelled.repeat(60)}.pdf`)).toBe(`${vowelled.repeat(41)}.pdf`);
  const family = '👨‍👩‍👧';
  expect(storedName(`${family.repeat(40)}.pdf`)).toBe(`${family.repeat(24)}.pdf`);
});

test('no space is left before the ending', () => {
  expect(storedName(`${'a'.repeat(123)} more words.pdf`)).toBe(`${'a'.repeat(123)}.pdf`);
});
