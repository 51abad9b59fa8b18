import { describe, expect, test } from 'vitest';
import { compilePageQuery } from './page-query.ts';
import { pageWords } from './page-words.ts';

/** Whether a database would find the page: it contains at least one value of each term. */
function finds(
  search: string,
  text: string,
  label: 'words' | 'letters' = 'words',
  beginning = false,
): boolean {
  const page = pageWords(text, label);
  const terms = compilePageQuery(search, beginning);
  return terms.length > 0 && terms.every(({ values }) => values.some((value) => page.includes(value)));
}

describe('a search of the pages', () => {
  test.each([
    ['صيام', 'باب صيام رمضان'],
    ['رمضان صيام', 'باب صيام رمضان'],
    ['الصَّائِمِ', 'آداب الصائم'],
    ['الصائم', 'آدَابُ الصَّائِمِ'],
    ['أركان', 'اركان الإسلام'],
    ['صلاه', 'صلاةٌ'],
    ['١٢', 'صفحة 12'],
    ['12', 'صفحة ١٢'],
    ['wudu', 'Rules of Wudū'],
    ['صيام', 'والصيام جنة'],
    ['صيام', 'بالصيام وللصيام'],
    ['والصيام', 'فضل صيام رمضان'],
    ['الصيام', 'وصيام رمضان'],
    ['للصلاة', 'الصلاة'],
    ['وكتاب', 'كتاب الطهارة'],
    ['"صيام رمضان"', 'باب صيام\nرمضان'],
    ['«باب صيام»', 'وباب صيام رمضان'],
    ['the "five pillars" of', 'of the five pillars'],
    ['al-fiqh', 'Introduction to fiqh'],
    ['وقت', 'وقت الصلاة'],
    ['عبدالله', 'قال عبد الله بن عمر'],
    ['عبد الله', 'قال عبدالله بن عمر'],
    ['وعبدالله', 'عبد الله بن عمر'],
    ['الله عمر', 'عبدالله بن عمر الله'],
    ['أبوبكر', 'عن أبي هريرة وأبو بكر'],
    ['أبو بكر الصديق', 'أبوبكر الصديق'],
    ['"عبد الله بن عمر"', 'عن عبدالله بن عمر'],
    ['"عبدالله بن عمر"', 'عن عبد الله بن عمر'],
    ['alfiqh', 'Usul al-Fiqh'],
    ['al-fiqh', 'Usul alFiqh'],
    ['aqida', 'the Aqeedah of the imam'],
    ['salaah', 'Salat in the mosque'],
    ['Ramadhan', 'in Ramadan'],
    ['first office', 'The ﬁrst oﬃce'],
    ['سلام', 'ﺳﻼم عليكم'],
    ['الرحمن', 'ﺑﺴﻢ ﺍﻟﻠﻪ ﺍﻟﺮﺣﻤﻦ'],
    ['كتاب', 'یہ کتاب ہے'],
    ['یہ کتاب', 'يه كتاب'],
    ['گفت', 'او گفت'],
    ['۱۲', 'صفحهٔ ۱۲ و ١٢'],
    ['الصراط المستقيم', 'ٱهْدِنَا ٱلصِّرَٰطَ ٱلْمُسْتَقِيمَ'],
    ['"ذلك الكتاب لا ريب"', 'الٓمٓ ذَٰلِكَ ٱلْكِتَـٰبُ لَا رَيْبَ'],
    ['السموات', 'خَلَقَ ٱلسَّمَـٰوَٰتِ'],
    ['السماوات', 'خَلَقَ ٱلسَّمَـٰوَٰتِ'],
  ])('for %s finds “%s”', (search, text) => {
    expect(finds(search, text)).toBe(true);
  });

  test.each([
    ['وقت', 'قت'],
    ['قت', 'وقت'],
    ['ركان', 'أركان الإسلام'],
    ['صيام زكاة', 'باب صيام رمضان'],
    ['"رمضان صيام"', 'باب صيام رمضان'],
    ['صيا', 'باب صيام رمضان'],
    ['a', 'a b c'],
    ['!', 'what!'],
    ['', 'anything'],
    ['فقه', 'قه'],
    ['عبدالله', 'عبد يحب الله'],
    ['prayer', 'a prawn'],
    ['salah', 'salam'],
    ['"five salah"', 'five salat'],
    ['كتب', 'كتاب'],
    ['كتاب', 'كتب'],
  ])('for %s does not find “%s”', (search, text) => {
    expect(finds(search, text)).toBe(false);
  });

  test('matches its last word as a prefix on request', () => {
    expect(finds('باب صيا', 'باب صيام رمضان', 'words', true)).toBe(true);
    expect(finds('با صيام', 'باب صيام رمضان', 'words', true)).toBe(false);
    expect(finds('صي', 'باب صيام', 'words', true)).toBe(false);
    expect(finds('salah', 'two salahs', 'words', true)).toBe(true);
    // The shorter spelling `sala` is not used as a prefix, because many other words begin with it.
    expect(finds('salah', 'a salary', 'words', true)).toBe(false);
  });

  test('finds a word by its letters if spaces cannot be trusted', () => {
    expect(finds('الصيام', 'ال صيا مج نة', 'letters')).toBe(true);
    expect(finds('"الصيام جنة"', 'الص يامجنة', 'letters')).toBe(true);
    expect(finds('القيام', 'ال صيا مج نة', 'letters')).toBe(false);
  });

  test('stays within the limits of a backend for many or long words', () => {
    const repeatWord = (word: (index: number) => string) =>
      Array.from({ length: 50 }, (_, index) => word(index));
    for (const words of [
      repeatWord((index) => `والاستغفارات${index}كلمة`),
      repeatWord((index) => `ansalaatuzdikay${'abcdefghij'[index % 10]}`),
      repeatWord((index) => `${'ر'.repeat(90)}${index}`),
      repeatWord(() => 'عبدالله'),
    ])
      for (const search of [words.join(' '), `"${words.join(' ')}"`]) {
        const terms = compilePageQuery(search);
        expect(terms.length).toBeLessThanOrEqual(6);
        expect(terms.flatMap(({ values }) => values).length).toBeLessThanOrEqual(400);
        for (const { values } of terms) expect(JSON.stringify(values).length).toBeLessThan(3500);
      }
  });

  const sentence =
    'وقال عبد الله بن عمر رضي الله عنهما بني الاسلام علي خمس شهاده ان لا اله الا الله واقام الصلاه وصوم رمضان وحج البيت';

  test('looks up at most 360 words, so that a backend accepts six quoted sentences', () => {
    const quotes = Array.from({ length: 6 }, (_, at) => `"${sentence.split(' ').slice(at).join(' ')}"`);
    const terms = compilePageQuery(quotes.join(' '));
    expect(terms.map(({ values: [typed] }) => typed?.trim())).toEqual(
      quotes.map((quote) => quote.replaceAll('"', '')),
    );
    const words = terms.flatMap(({ values }) => values.flatMap((value) => value.trim().split(' ')));
    expect(words.length).toBeLessThanOrEqual(360);
  });

  test('finds a long quoted sentence whose words are joined differently on the page', () => {
    expect(finds(`"${sentence}"`, sentence.replace('عبد الله', 'عبدالله'))).toBe(true);
  });
});
