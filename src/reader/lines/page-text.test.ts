import { expect, test } from 'vitest';
import { joinedLines } from './page-text.ts';

test.each([
  ['a broken word is joined, with its hyphen', 'the travel-\nler prays', 'the travel\u2010ler\nprays'],
  ['in capitals and at a name', 'INTERNA-\nTIONAL law, al-\nFiqh', 'INTERNA\u2010TIONAL\nlaw, al\u2010Fiqh'],
  ['what follows the word stays with it', 'of self-\ncontrol. Then', 'of self\u2010control.\nThen'],
  ['a line of the half word alone', 'the travel-\nler\nprays', 'the travel\u2010ler\nprays'],
  [
    'a soft hyphen leaves nothing',
    'the travel\u00AD\nler and the sea\u00ADson',
    'the traveller\nand the season',
  ],
  [
    'a word that has its hyphen elsewhere keeps it',
    'a well-known rule, a well-\nknown man',
    'a well-known rule, a well-known\nman',
  ],
  ['a dash before a name stays', 'the rule -\nMalik said', 'the rule -\nMalik said'],
  ['Arabic is left alone', 'باب -\nالصلاة', 'باب -\nالصلاة'],
])('%s', (_, text, joined) => {
  expect(joinedLines(text)).toBe(joined);
});

test('many lines that end in hyphens take no time', () => {
  expect(joinedLines('a-\n'.repeat(20_000)).length).toBeGreaterThan(20_000);
  expect(joinedLines(`${'a'.repeat(100_000)}-\nb`)).toContain('a\u2010b');
});
