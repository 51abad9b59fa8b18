import { expect, test } from 'vitest';
import { cleanName, findNameFault, toStoredName } from './names.ts';

test.each([
  ['Wudu.pdf', 'Wudu.pdf'],
  [' Wudu \u200F.PDF', 'Wudu.PDF'],
  ['أحكام'.normalize('NFD'), 'أحكام'],
  ['الدرس\u200C١.pdf', 'الدرس\u200C١.pdf'],
])('cleans %j to %j', (name, clean) => expect(cleanName(name)).toBe(clean));

test.each([
  ['Wudu.pdf', null],
  ['.pdf', 'nameEmpty'],
  ['a\nb.pdf', 'controlCharacters'],
  ['exe.\u202Efdp.pdf', 'controlCharacters'],
  [`${'م'.repeat(252)}.pdf`, 'nameTooLong'],
  [`${'م'.repeat(251)}.pdf`, null],
])('checks %j and finds the fault %j', (name, fault) => expect(findNameFault(name)).toBe(fault));

const vowelledLetter = 'بَّ';
const familyEmoji = '👨‍👩‍👧';
test.each([
  ['keeps a name that Appwrite accepts', `${'د'.repeat(124)}.pdf`, `${'د'.repeat(124)}.pdf`],
  ['shortens a longer name to 128 characters', `${'a'.repeat(200)}.PDF`, `${'a'.repeat(124)}.PDF`],
  ['keeps vowel marks complete', `${vowelledLetter.repeat(60)}.pdf`, `${vowelledLetter.repeat(41)}.pdf`],
  ['keeps joined emoji complete', `${familyEmoji.repeat(40)}.pdf`, `${familyEmoji.repeat(24)}.pdf`],
  ['leaves no space before the extension', `${'a'.repeat(123)} more words.pdf`, `${'a'.repeat(123)}.pdf`],
])('%s', (_, name, storedName) => expect(toStoredName(name)).toBe(storedName));
