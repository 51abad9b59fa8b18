import { expect, test } from 'vitest';
import { cleanName, findNameFault } from './names.ts';

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
