import { expect, test } from 'vitest';
import { toStoredName } from './names.ts';

test('keeps a name that Appwrite accepts', () => {
  const name = `${'د'.repeat(124)}.pdf`;
  expect(toStoredName(name)).toBe(name);
});

test('shortens a longer name to 128 characters with its extension', () => {
  expect(toStoredName(`${'a'.repeat(200)}.PDF`)).toBe(`${'a'.repeat(124)}.PDF`);
});

test('cuts between letters, and keeps vowel marks and joined emoji complete', () => {
  const vowelledLetter = 'بَّ';
  expect(toStoredName(`${vowelledLetter.repeat(60)}.pdf`)).toBe(`${vowelledLetter.repeat(41)}.pdf`);
  const familyEmoji = '👨‍👩‍👧';
  expect(toStoredName(`${familyEmoji.repeat(40)}.pdf`)).toBe(`${familyEmoji.repeat(24)}.pdf`);
});

test('leaves no space before the extension', () => {
  expect(toStoredName(`${'a'.repeat(123)} more words.pdf`)).toBe(`${'a'.repeat(123)}.pdf`);
});
