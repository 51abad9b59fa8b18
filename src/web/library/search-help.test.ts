import type { TablesDB } from 'appwrite';
import { describe, expect, test } from 'vitest';
import { isMet } from '#text/condition.ts';
import { pageWords } from '#text/page-words.ts';
import { searchKey } from '#text/search-key.ts';
import { compileQuery } from '#text/title-query.ts';
import type { OpenLibrary } from './library-queries.ts';
import { searchFiles } from './search-files.ts';
import { findNearestTitle, listGlossaryVariants } from './search-help.ts';

interface Condition {
  method: string;
  attribute?: string;
  values: unknown[];
}

/** Creates a library of titles and pages in memory that counts queries for pages. */
function libraryOf(titles: readonly string[], texts: Readonly<Record<string, readonly string[]>> = {}) {
  const category = { $id: 'c', categoryName: 'Fiqh', $createdAt: '2026-01-01', $updatedAt: '2026-01-01' };
  const dates = { $createdAt: '2026-01-01T00:00:00.000+00:00', $updatedAt: '2026-01-01T00:00:00.000+00:00' };
  const files = [...titles, ...Object.keys(texts)].map((title) => ({
    ...dates,
    $id: title,
    fileName: `${title}.pdf`,
    url: `/lesson/${title}.pdf`,
    fileSize: 1000,
    fileId: title,
    category: { ...category, ...dates },
  }));
  const pages = Object.entries(texts).flatMap(([lesson, lessonPages]) =>
    lessonPages.map((text, index) => ({
      $id: `${lesson}-${index + 1}`,
      lesson,
      page: index + 1,
      label: 'words',
      text,
      search: pageWords(text, 'words'),
    })),
  );
  const queryCounts = { pages: 0 };
  const meets = (row: Record<string, unknown>, { method, attribute = '', values }: Condition): boolean => {
    const value = String(row[attribute]);
    if (method === 'equal') return values.includes(row[attribute]);
    if (method === 'or')
      return values.some((value) => meets(row, JSON.parse(JSON.stringify(value)) as Condition));
    if (method !== 'contains') return true;
    return attribute === 'search'
      ? values.some((part) => value.includes(String(part)))
      : values.some((part) => isMet(compileQuery(String(part)), searchKey(value)));
  };
  const listRows = async ({ tableId, queries }: { tableId: string; queries: string[] }) => {
    const conditions = queries.map((query) => JSON.parse(query) as Condition);
    if (tableId === 'pages' && conditions.some(({ method }) => method === 'contains')) queryCounts.pages++;
    const table: Record<string, unknown>[] = tableId === 'pages' ? pages : files;
    const rows = table.filter((row) => conditions.every((condition) => meets(row, condition)));
    const limit = Number(conditions.find(({ method }) => method === 'limit')?.values[0] ?? 25);
    return { total: rows.length, rows: rows.slice(0, limit) };
  };
  const tables = { databaseId: 'd', filesTableId: 'files', pagesTableId: 'pages' } as OpenLibrary;
  const db = { listRows } as unknown as TablesDB;
  const columns = { searchColumn: 'fileName', sortColumn: 'fileName' };
  const library: OpenLibrary = { ...tables, ...columns, db, loadGlossary: () => glossary };
  const search = (text: string, more: { inText?: boolean } = {}) => {
    const filter = { search: text, categoryId: undefined, sortBy: 'fileName-asc', page: 1, itemsPerPage: 10 };
    return searchFiles(library, { ...filter, ...more } as Parameters<typeof searchFiles>[1]);
  };
  return { search, queryCounts };
}

/** Returns the matching pages and the marked words of their quotations. */
const pagesOf = ({ texts }: Awaited<ReturnType<ReturnType<typeof libraryOf>['search']>>) =>
  texts?.hits.flatMap(({ id, pages }) =>
    pages.map(({ page, quote }) => [
      `${id} ${page}`,
      ...(quote?.marks.map(({ start, end }) => quote.text.slice(start, end)) ?? []),
    ]),
  );

test('does not take an Arabic word for Latin letters in the wrong keyboard layout', async () => {
  const { search } = libraryOf(['Purification', 'Also read', 'Kids', 'A trial']);
  for (const word of ['وحي', 'زواج', 'ذكر', 'روح', 'طه', 'نهي', 'شمس', 'فقه', 'حيب']) {
    const page = await search(word);
    expect({ word, ...page }).toMatchObject({ total: 0, noTextMatches: true });
    expect(page.correctedSearch).toBeUndefined();
  }
});

test('prefers matches inside lessons to a search in the other keyboard layout', async () => {
  const { search } = libraryOf(['Tafsir of the Fatiha'], { Lesson: ['قال فشبسهق هنا'] });
  const textMatches = await search('فشبسهق');
  expect(textMatches.correctedSearch).toBeUndefined();
  expect(pagesOf(textMatches)).toEqual([['Lesson 1', 'فشبسهق']]);
  const otherLibrary = libraryOf(['Tafsir of the Fatiha', 'كتاب الصلاة']);
  expect(await otherLibrary.search('فشبسهق')).toMatchObject({ correctedSearch: 'tafsir', total: 1 });
  expect(await otherLibrary.search(';jhf')).toMatchObject({ correctedSearch: 'كتاب', total: 1 });
});

const lessons = {
  Intention: [
    'Every work begins with a heart.',
    'Deeds are by intentions, and actions follow.',
    'The reward of actions is with God.',
  ],
  النية: ['باب النيات', 'إنما الأعمال بالنية', 'الأعمال كثيرة، وصلاحها بالنيات الحسنة', 'أعمال الحج'],
};

test('shows pages with most of the words if no page has all, the best first', async () => {
  const { search } = libraryOf([], lessons);
  const english = await search('actions are judged by intentions');
  expect(english).toMatchObject({ total: 0, noTextMatches: true, texts: { share: 'most', pages: 1 } });
  expect(pagesOf(english)).toEqual([['Intention 2', 'intentions', 'actions']]);

  const arabic = await search('الأعمال بالنيات كلها');
  expect(arabic.texts?.share).toBe('most');
  expect(pagesOf(arabic)).toEqual([['النية 3', 'الأعمال', 'بالنيات']]);

  const half = await search('خلق الأعمال');
  expect(half.texts?.share).toBe('some');
  expect(pagesOf(half)?.map(([page]) => page)).toEqual(['النية 2', 'النية 3', 'النية 4']);
});

test('matches a phrase in quotation marks exactly', async () => {
  const { search } = libraryOf([], lessons);
  for (const text of ['«الأعمال بالنيات»', '"actions by intentions"', '“actions by intentions” follow']) {
    const page = await search(text);
    expect(page).toMatchObject({ total: 0, noTextMatches: true });
    expect(page.texts).toBeUndefined();
  }
});

test('lists pages with most of the words in the full list too', async () => {
  const { search } = libraryOf([], lessons);
  const fullList = await search('actions are judged by intentions', { inText: true });
  expect(fullList).toMatchObject({ total: 10, texts: { isFullList: true, share: 'most' } });
});

test('finds nothing for unknown words, or if only one of many words matches', async () => {
  const { search } = libraryOf([], lessons);
  for (const text of ['xyzzy plugh', 'xyzzy', 'xyzzy plugh actions quux'])
    expect((await search(text)).texts).toBeUndefined();
});

test('limits the number of queries of a search with many words', async () => {
  const words = ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot'];
  const { search, queryCounts } = libraryOf([], { Words: words });
  await search(words.join(' '));
  expect(queryCounts.pages).toBeLessThanOrEqual(2 + words.length + 8);
});

const glossary = [
  ['fiqh', 'فقه'],
  ['salah', 'salat', 'صلاة'],
  ['night prayer', 'قيام الليل'],
  ['tafsir', 'تفسير'],
];

test('finds an Arabic title by another Latin spelling of a glossary word', async () => {
  const { search } = libraryOf(['مقدمة في التفسير']);
  expect(await search('tafseer')).toMatchObject({ correctedSearch: 'تفسير', total: 1 });
});

describe('listGlossaryVariants', () => {
  test.each([
    ['fiqh', ['فقه']],
    ['FIQH of salah', ['فقه of salah', 'fiqh of salat', 'fiqh of صلاة']],
    ['صلاه', ['salah', 'salat']],
    ['الصلاة', ['salah', 'salat']],
    ['the night prayer', ['the قيام الليل']],
    ['tafseer', ['tafsir', 'تفسير']],
    ['hadeeth and tafseer of noor', ['hadeeth and tafsir of noor', 'hadeeth and تفسير of noor']],
    ['salat', ['salah', 'صلاة']],
    ['the night prayers', []],
    ['fiqhology', []],
    ['', []],
  ])('returns the variants of %j: %j', (query, variants) => {
    expect(listGlossaryVariants(query, glossary)).toEqual(variants);
  });

  test('limits the number of variants', () => {
    const largeGlossary = Array.from({ length: 50 }, (_, index) => ['word', `form ${index}`]);
    expect(listGlossaryVariants('word', largeGlossary)).toHaveLength(6);
  });
});

test('finds the nearest title if any third of the search has no mistake', async () => {
  const { search } = libraryOf(['Preparing for Ramadan']);
  for (const text of ['Preparing fxr Ramadxn', 'Prexaring for Ramadxn', 'Prexaring fxr Ramadan'])
    expect(await search(text)).toMatchObject({ nearestTitle: 'Preparing for Ramadan' });
});

describe('findNearestTitle', () => {
  const titles = ['Rules of wudu', 'تفسير سورة الفاتحة', 'Preparing for Ramadan', 'أحكام الصيام'];

  test.each([
    ['Preparnig', 'Preparing for Ramadan'],
    ['Ramadam', 'Preparing for Ramadan'],
    ['wuud', 'Rules of wudu'],
    ['rulse of wudu', 'Rules of wudu'],
    ['الفاتجة', 'تفسير سورة الفاتحة'],
    ['احكام الضيام', 'أحكام الصيام'],
  ])('corrects %j to the title %j', (query, title) => {
    expect(findNearestTitle(query, titles)).toBe(title);
  });

  test.each(['zzzzzz', 'x', '', 'inheritance', 'الصلاه'])('returns nothing for %j', (query) => {
    expect(findNearestTitle(query, titles)).toBeUndefined();
  });
});
