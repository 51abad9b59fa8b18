import { expect, test } from 'vitest';
import { directionOfText, languageRuns } from './language-runs.ts';

const runsOf = (text: string) =>
  languageRuns(text).map(({ start, end, language }) => [language, text.slice(start, end)]);

test.each([
  ['Creed', [['en', 'Creed']]],
  ['(2) السيرة النبوية 3', [['ar', '(2) السيرة النبوية 3']]],
  [
    'Manners – الآداب (1)',
    [
      ['en', 'Manners – '],
      ['ar', 'الآداب (1)'],
    ],
  ],
  [
    'شرح Kitāb التوحيد',
    [
      ['ar', 'شرح '],
      ['en', 'Kitāb '],
      ['ar', 'التوحيد'],
    ],
  ],
  ['الPDF وحده', [['ar', 'الPDF وحده']]],
  ['١٢ – 12', []],
  ['', []],
])('splits %j into runs of one language', (text, expected) => {
  expect(runsOf(text)).toEqual(expected);
});

test.each([
  ['Sahih البخاري في كتاب الإيمان', 'rtl'],
  ['باب the pillars of faith', 'ltr'],
  ['آدَابُ الصَّائِمِ', 'rtl'],
  ['of the five pillars', 'ltr'],
  ['١٢ – 14', 'auto'],
])('the direction of %s is %s', (text, direction) => {
  expect(directionOfText(text)).toBe(direction);
});
