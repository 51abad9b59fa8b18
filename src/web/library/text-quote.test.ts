import { describe, expect, test } from 'vitest';
import { compilePageQuery } from '#text/page-query.ts';
import { textQuote } from './text-quote.ts';

/** The quotation of a search with its marks in brackets. */
function quote(search: string, text: string): string | undefined {
  const found = textQuote(text, compilePageQuery(search));
  if (!found) return undefined;
  const { marks } = found;
  return [...marks]
    .reverse()
    .reduce(
      (marked, { start, end }) =>
        `${marked.slice(0, start)}[${marked.slice(start, end)}]${marked.slice(end)}`,
      found.text,
    );
}

const filling = 'كلام كثير لا علاقة له بما سئل عنه '.repeat(12);

describe('a quotation', () => {
  test('is as it is written, vowels and all, with its words marked', () => {
    expect(quote('الصائم رمضان', 'آدَابُ الصَّائِمِ فِي رَمَضَانَ')).toBe('آدَابُ [الصَّائِمِ] فِي [رَمَضَانَ]');
    expect(quote('صيام', 'فضل والصيام وبالصيام')).toBe('فضل [والصيام] [وبالصيام]');
    expect(quote('wudu', 'The rules of Wudū.')).toBe('The rules of [Wudū].');
  });

  test('marks the spelling of the Qur’an where that of today was asked', () => {
    const verse = 'ٱهْدِنَا ٱلصِّرَٰطَ ٱلْمُسْتَقِيمَ';
    expect(quote('الصراط', verse)).toBe('ٱهْدِنَا [ٱلصِّرَٰطَ] ٱلْمُسْتَقِيمَ');
    expect(quote('"اهدنا الصراط المستقيم"', verse)).toBe(`[${verse}]`);
  });

  test('shows all words that it was chosen for', () => {
    const apart = `${'كلام آخر '.repeat(10)}رحمه ${'كلام طويل '.repeat(13)}جاء مئة رحمة. ${filling}`;
    expect(quote('مئة رحمة', apart)).toContain('[مئة] [رحمة]');
  });

  test('marks a phrase over the end of a line as one', () => {
    expect(quote('"صيام رمضان"', 'باب صيام\nرمضان')).toBe('باب [صيام رمضان]');
  });

  test('marks a word that is written in two, or two in one', () => {
    expect(quote('عبدالله', 'قال عبد الله بن عمر')).toBe('قال [عبد الله] بن عمر');
    expect(quote('عبد الله', 'قال عبدالله بن عمر')).toBe('قال [عبدالله] بن عمر');
    expect(quote('alfiqh', 'Usul al-Fiqh here')).toBe('Usul [al-Fiqh] here');
  });

  test('has at most 160 characters, cut at words, around the words that were asked', () => {
    const found = textQuote(`${filling}فضل صيام رمضان ${filling}`, compilePageQuery('صيام رمضان'));
    expect(found?.text.length).toBeLessThanOrEqual(160);
    expect(found?.marks).toHaveLength(2);
    expect(`${filling}فضل صيام رمضان ${filling}`).toContain(` ${found?.text} `);
  });

  test('is where most of the words stand together', () => {
    expect(quote('صيام رمضان', `صيام ${filling} صيام رمضان`)).toContain('[صيام] [رمضان]');
  });

  test('is none where the words are not', () => {
    expect(quote('صيام', 'باب الصلاة')).toBeUndefined();
    expect(quote('صيام', '')).toBeUndefined();
  });

  test('of a word without end is cut all the same', () => {
    const found = textQuote(`صيام ${'ا'.repeat(1000)}`, compilePageQuery('صيام'));
    expect(found?.text.length).toBeLessThanOrEqual(160);
  });
});
