import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mixedText } from '../../tests/support/mixed-text.ts';
import { isMet } from './condition.ts';
import { highlight } from './highlight.ts';
import { markedRanges } from './page-matches.ts';
import { compilePageQuery } from './page-query.ts';
import { pageWords } from './page-words.ts';
import { searchKey } from './search-key.ts';
import { compileQuery } from './title-query.ts';

const inTitle = (search: string, text: string) => isMet(compileQuery(search), searchKey(`${text}.pdf`));
function onPage(search: string, text: string): boolean {
  const terms = compilePageQuery(search);
  const page = pageWords(text, 'words');
  return terms.length > 0 && terms.every(({ values }) => values.some((value) => page.includes(value)));
}
const markedOnPage = (search: string, text: string) =>
  markedRanges(text, compilePageQuery(search)).map(({ start, end }) => text.slice(start, end));

describe('numbers', () => {
  test.each([
    ['1446', 'خطبة ١٤٤٦هـ'],
    ['1446 هـ', 'خطبة ١٤٤٦هـ'],
    ['١٤٤٦هـ', 'خطبة 1446 هـ'],
    ['1446هـ', 'خطبة ١٤٤٦ هـ'],
    ['1446ه', 'خطبة ١٤٤٦هـ'],
    ['2025م', 'عام ٢٠٢٥ م'],
    ['٢٠٢٥', 'عام 2025م'],
    ['درس 3', 'درس3'],
    ['درس3', 'درس 3'],
    ['الدرس3', 'الدرس ٠٣'],
    ['ص12', 'انظر ص 12'],
    ['ص 12', 'انظر ج3 ص12'],
    ['ج ٣', 'انظر ج3 ص12'],
    ['20 ركعة', 'صلى ٢٠ركعة'],
    ['vol 3', 'see vol3 p12'],
    ['p12', 'see vol. 3, p. 12'],
    ['5th book', 'the 5 th book'],
    ['1300AH', 'in 1300 AH'],
    ['2:255', 'see Q2:255'],
    ['Q2:255', 'see Q 2:255'],
    ['1000', '1,000 pages'],
    ['1,000', '1000 pages'],
    ['1000', 'عدد الأحاديث ١٬٠٠٠ حديث'],
    ['١٬٠٠٠', 'of 1,000 pages'],
    ['١،٠٠٠', 'of 1000 pages'],
    ['124,000', 'عدد الأنبياء ١٢٤٠٠٠'],
    ['1,234,567', '١٢٣٤٥٦٧'],
    ['3.5', 'الزكاة ٣٫٥'],
    ['٣٫٥', 'the rate is 3.5'],
  ])('%s is found in «%s»', (search, text) => {
    expect({ title: inTitle(search, text), page: onPage(search, text) }).toEqual({ title: true, page: true });
    expect(highlight(search, text)).not.toEqual([]);
    expect(markedOnPage(search, text)).not.toEqual([]);
  });

  test.each([
    ['144', 'خطبة ١٤٤٦هـ'],
    ['1446 م', 'خطبة ١٤٤٦هـ'],
    ['1446هـ', 'محاضرة 1446 عن الهجرة'],
    ['255256', 'verses 255,256'],
    ['12', 'verses 1,2'],
    ['1000', 'verses 1,00'],
    ['1000', 'in 11,000'],
  ])('%s is not found in «%s»', (search, text) => {
    expect(onPage(search, text)).toBe(false);
    expect(inTitle(search, text)).toBe(false);
  });

  test('are matched together with adjacent letters and numbers', () => {
    expect(onPage('2:255', 'in 255 places of volume 2')).toBe(false);
    expect(onPage('١٤٤٦هـ', 'سنة ١٤٤٦ وفيه كله')).toBe(false);
    expect(onPage('255', 'verse 2,255')).toBe(true);
  });

  test('are marked with their commas and letters', () => {
    expect(markedOnPage('1000', 'of ١٬٠٠٠ and 1,000 and 10,000')).toEqual(['١٬٠٠٠', '1,000']);
    expect(markedOnPage('1446', 'سنة ١٤٤٦هـ')).toEqual(['١٤٤٦هـ']);
    expect(highlight('1000', 'of 1,000 pages')).toEqual([{ start: 3, end: 8 }]);
  });
});

describe('hyphens', () => {
  const spellings = ['self-control', 'selfcontrol', 'self control', 'Self-Control'];
  test.each(
    spellings.flatMap((search) =>
      ['of self-control.', 'of self\u2010control.', 'SELF\u2010CONTROL'].map(
        (text) => [search, text] as const,
      ),
    ),
  )('%s is found in “%s”, and marked', (search, text) => {
    expect(onPage(search, text)).toBe(true);
    expect(inTitle(search, text)).toBe(true);
    expect(markedOnPage(search, text)).not.toEqual([]);
  });

  test.each([
    ['understandable', 'a word that is understand\u2010able and'],
    ['"is understandable and"', 'a word that is understand\u2010able and'],
    ['international', 'INTERNA\u2010TIONAL in capitals'],
    ['self-taught', 'selftaught too'],
    ['Fatihah', 'al-Fati\u2010hah is here'],
    ['"self-taught too"', 'and self\u2010taught too'],
    ['state of the art', 'a state-of-the\u2010art book'],
    ['al-Fiqh', 'on al\u2010Fiqh'],
    ['alfiqh', 'on al-Fiqh'],
  ])('%s is found in “%s”', (search, text) => {
    expect(onPage(search, text)).toBe(true);
  });

  test('mark both halves of a word', () => {
    expect(markedOnPage('selfcontrol', 'of self-control')).toEqual(['self-control']);
    expect(markedOnPage('understandable', 'is understand\u2010able')).toEqual(['understand\u2010able']);
  });
});

describe('zero-width non-joiners', () => {
  const pairs = [
    ['کتاب‌های', 'کتاب های', 'کتابهای'],
    ['می‌رود', 'می رود', 'میرود'],
    ['خانه‌ها', 'خانه ها', 'خانهها'],
    ['نیکی‌کردن', 'نیکی کردن', 'نیکیکردن'],
    ['مسئله‌ای', 'مسئله ای', 'مسئلهای'],
    ['می‌بیند', 'می بیند', 'میبیند'],
    ['کارگاه‌ها', 'کارگاه ها', 'کارگاهها'],
  ];
  test.each(pairs.flatMap((ways) => ways.flatMap((way) => ways.map((other) => [way, other] as const))))(
    '%s is found in %s, and marked',
    (search, text) => {
      expect(onPage(search, `این ${text} است`)).toBe(true);
      expect(markedOnPage(search, `این ${text} است`)).not.toEqual([]);
    },
  );

  test('match a space in a title', () => {
    for (const search of ['کتاب‌های', 'کتاب های', 'کتابهای'])
      expect(inTitle(search, 'کتاب‌های فقهی')).toBe(true);
    expect(inTitle('کتاب‌های', 'کتاب های فقهی')).toBe(true);
  });
});

describe('possessives', () => {
  test.each([
    ['father', 'my father’s house'],
    ["father's", 'my father'],
    ['father', "MY FATHER'S HOUSE"],
    ['Muawiya', 'in Mu’āwiya’s days'],
    ['Ali', 'Ali`s sermon'],
    ['prophets', 'the prophets’ lives'],
    ['mother', 'his step-mother’s'],
  ])('%s is found in “%s”', (search, text) => {
    expect(onPage(search, text)).toBe(true);
    expect(inTitle(search, text)).toBe(true);
    expect(markedOnPage(search, text)).not.toEqual([]);
  });

  test.each([
    ['it', 'for it’s late'],
    ['ra', "the ra's"],
    ['mas', 'Ibn Mas’ud'],
    ['ba', 'ba’sa'],
  ])('%s is not found in “%s”', (search, text) => {
    expect(onPage(search, text)).toBe(false);
  });
});

test('separates words by single spaces, also at both ends', () => {
  fc.assert(
    fc.property(mixedText, (text) => {
      expect(pageWords(text, 'words')).toMatch(/^ (?:[^ ]+ )*$/u);
    }),
    { numRuns: 2_000, seed: 9 },
  );
});

test('processes half a million characters with many joints in linear time', () => {
  for (const unit of ['a-', 'ب\u200C', '1,', '1,000 ', 'a\u2010', 'a’s '])
    expect(pageWords(unit.repeat(500_000 / unit.length), 'words').length).toBeGreaterThan(1);
});
