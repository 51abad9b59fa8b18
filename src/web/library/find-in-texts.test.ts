import type { TablesDB } from 'appwrite';
import { describe, expect, test } from 'vitest';
import { compilePageQuery } from '#text/page-query.ts';
import { textMessages } from '../i18n/text-messages.ts';
import { findInTexts, findPartialMatches, quoteText } from './find-in-texts.ts';
import type { OpenLibrary } from './library-queries.ts';

const tables = { databaseId: 'd', filesTableId: 'files', pagesTableId: 'pages' } as OpenLibrary;

/** Searches a fake backend with `total` hits, two in each lesson, and returns the hits and the number of queries. */
async function listHits(total: number, page: number) {
  let queryCount = 0;
  const listRows = async ({ tableId, queries }: { tableId: string; queries: string[] }) => {
    const parsedQueries = queries.map((query) => JSON.parse(query) as { method: string; values: unknown[] });
    const valuesOf = (method: string) => parsedQueries.find((query) => query.method === method)?.values ?? [];
    if (parsedQueries.some(({ method }) => method === 'equal'))
      return { rows: valuesOf('equal').map(($id) => ({ $id, fileName: `${$id}.pdf`, text: 'word' })) };
    expect(tableId).toBe('pages');
    queryCount++;
    const [from, limit] = [Number(valuesOf('offset')[0] ?? 0), Number(valuesOf('limit')[0])];
    const length = Math.max(0, Math.min(limit, total - from));
    const rows = Array.from({ length }, (_, index) => from + index).map((at) => ({
      $id: `p${at}`,
      lesson: `l${Math.floor(at / 2)}`,
      page: (at % 2) + 1,
      label: 'words',
    }));
    return { total: Math.min(total, 10_000), rows };
  };
  const db = { listRows } as unknown as TablesDB;
  const hits = await findInTexts(
    { ...tables, db },
    { search: 'word', categoryId: undefined, inText: true, page },
  );
  return { hits, queryCount };
}

test('reaches every page of the list of all hits from the previous page', async () => {
  for (const page of [1, 24, 25, 26, 100, 130]) {
    const { hits } = await listHits(2600, page);
    expect(hits?.hits.map(({ id }) => id)).toEqual(
      Array.from({ length: 10 }, (_, index) => `l${(page - 1) * 10 + index}`),
    );
    if (page < 130) expect(hits?.lessons).toBeGreaterThan(page * 10);
    else expect(hits?.lessons).toBe(1300);
  }
});

test('sends 1 query for the first page of the list and 20 for the last, and reports that the list is cut off', async () => {
  expect((await listHits(50_000, 1)).queryCount).toBe(1);
  const { hits, queryCount } = await listHits(50_000, 9999);
  expect(queryCount).toBe(20);
  expect((await listHits(2600, 130)).hits?.isTruncated).toBeUndefined();
  expect(hits).toMatchObject({ lessons: 10_000, lessonsAtLeast: true, isTruncated: true });
});

test('lists hits beyond the count limit of the backend, with an exact total', async () => {
  const { hits } = await listHits(12_000, 600);
  expect(hits).toMatchObject({ pages: 12_000, lessons: 6000 });
  expect(hits?.hits.at(-1)?.id).toBe('l5999');
  expect(hits?.pagesAtLeast).toBeUndefined();
  expect(hits?.isTruncated).toBeUndefined();
});

test('marks the numbers of pages with only some of the words as minimums, unless all of them were listed', async () => {
  const findPages = async (search: string, pageCount: number) => {
    // The first word is on no page. Each combination of the others has `pageCount` pages, two in each lesson.
    const listRows = async ({ tableId, queries }: { tableId: string; queries: string[] }) => {
      if (tableId !== 'pages') return { rows: [] };
      if (queries.some((query) => query.includes('" absent "'))) return { total: 0, rows: [] };
      const [limit] = JSON.parse(queries.find((query) => query.includes('"limit"')) ?? '').values;
      const terms = queries.filter((query) => query.includes('"contains"')).join();
      const rows = Array.from({ length: Math.min(limit, pageCount) }, (_, at) => ({
        $id: `${terms} ${at}`,
        lesson: `${terms} ${Math.floor(at / 2)}`,
        page: (at % 2) + 1,
        label: 'letters',
      }));
      return { total: pageCount, rows };
    };
    const db = { listRows } as unknown as TablesDB;
    const filter = { search, categoryId: undefined, inText: undefined, page: 1 };
    const hits = await findPartialMatches({ ...tables, db }, filter);
    if (!hits) throw new Error('No page was found.');
    return hits;
  };
  const complete = await findPages('absent mercy prayer', 59);
  expect(complete).toMatchObject({ share: 'most', pages: 59, lessons: 30 });
  expect(textMessages.en.summary(complete)).toContain(': 59 pages in 30 lessons.');
  const incomplete = await findPages('absent mercy prayer', 500);
  expect(textMessages.en.summary(incomplete)).toContain(': 60+ pages in 30+ lessons.');
  expect(textMessages.ar.summary(incomplete)).toContain(': 60+ صفحة في 30+ درسًا.');
});

/** Returns the quotation for a search, with its marks in brackets; undefined if there is none. */
function quote(search: string, text: string): string | undefined {
  const quote = quoteText(text, compilePageQuery(search));
  if (!quote) return undefined;
  const { marks } = quote;
  return [...marks]
    .reverse()
    .reduce(
      (marked, { start, end }) =>
        `${marked.slice(0, start)}[${marked.slice(start, end)}]${marked.slice(end)}`,
      quote.text,
    );
}

const fillerText = 'كلام كثير لا علاقة له بما سئل عنه '.repeat(12);

describe('a quotation', () => {
  test('keeps the original spelling, including vowel marks, and marks the words', () => {
    expect(quote('الصائم رمضان', 'آدَابُ الصَّائِمِ فِي رَمَضَانَ')).toBe('آدَابُ [الصَّائِمِ] فِي [رَمَضَانَ]');
    expect(quote('صيام', 'فضل والصيام وبالصيام')).toBe('فضل [والصيام] [وبالصيام]');
    expect(quote('wudu', 'The rules of Wudū.')).toBe('The rules of [Wudū].');
  });

  test('marks the spelling of the Qur’an for a search in modern spelling', () => {
    const verse = 'ٱهْدِنَا ٱلصِّرَٰطَ ٱلْمُسْتَقِيمَ';
    expect(quote('الصراط', verse)).toBe('ٱهْدِنَا [ٱلصِّرَٰطَ] ٱلْمُسْتَقِيمَ');
    expect(quote('"اهدنا الصراط المستقيم"', verse)).toBe(`[${verse}]`);
  });

  test('shows all the words for which it was chosen', () => {
    const distantWords = `${'كلام آخر '.repeat(10)}رحمه ${'كلام طويل '.repeat(13)}جاء مئة رحمة. ${fillerText}`;
    expect(quote('مئة رحمة', distantWords)).toContain('[مئة] [رحمة]');
  });

  test('marks a phrase across a line break as one', () => {
    expect(quote('"صيام رمضان"', 'باب صيام\nرمضان')).toBe('باب [صيام\nرمضان]');
  });

  test('marks a word written as two, and two words written as one', () => {
    expect(quote('عبدالله', 'قال عبد الله بن عمر')).toBe('قال [عبد الله] بن عمر');
    expect(quote('عبد الله', 'قال عبدالله بن عمر')).toBe('قال [عبدالله] بن عمر');
    expect(quote('alfiqh', 'Usul al-Fiqh here')).toBe('Usul [al-Fiqh] here');
  });

  test('has at most 160 characters around the searched words, cut at words, with ellipses', () => {
    const quote = quoteText(`${fillerText}فضل صيام رمضان ${fillerText}`, compilePageQuery('صيام رمضان'));
    const [, words = ''] = /^… (.*)\u00a0…$/.exec(quote?.text ?? '') ?? [];
    expect(words.length).toBeLessThanOrEqual(160);
    expect(`${fillerText}فضل صيام رمضان ${fillerText}`).toContain(` ${words} `);
    const marked = quote?.marks.map(({ start, end }) => quote.text.slice(start, end));
    expect(marked).toEqual(['صيام', 'رمضان']);
  });

  test('is the part where most of the words are close together', () => {
    expect(quote('صيام رمضان', `صيام ${fillerText} صيام رمضان`)).toContain('[صيام] [رمضان]');
  });

  test('is undefined if the text has none of the words', () => {
    expect(quote('صيام', 'باب الصلاة')).toBeUndefined();
    expect(quote('صيام', '')).toBeUndefined();
  });

  test('leaves out a word that is too long', () => {
    const quote = quoteText(`صيام ${'ا'.repeat(1000)}`, compilePageQuery('صيام'));
    expect(quote?.text.length).toBeLessThanOrEqual(162);
  });
});
