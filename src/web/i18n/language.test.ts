import { expect, test } from 'vitest';
import { languageOfText } from './language.ts';

test.each([
  ['Rules of wudu – أحكام', 'en'],
  ['أحكام الوضوء – wudu', 'ar'],
  ['شرح الأصول الثلاثة', 'ar'],
  ['Forty Hadith', 'en'],
  ['123', 'en'],
  ['', 'en'],
])('the title %j is in %s', (title, language) => {
  expect(languageOfText(title)).toBe(language);
});
