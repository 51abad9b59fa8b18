import { expect, test } from 'vitest';
import { joinedLines } from './page-text.ts';

test.each([
  ['a word parted at the end of a line is one', 'the travel-\nler prays', 'the traveller\nprays'],
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
