import { Query } from 'node-appwrite';
import { beforeAll, describe, expect, it } from 'vitest';
import { PAGES_PER_TEXT } from '#contract/urls.ts';
import { compilePageQuery } from '#text/page-query.ts';
import { pageWords } from '#text/page-words.ts';
import { setUpBackend } from '../support/backend-setup.ts';
import { errorOf, owner, visitor } from '../support/clients.ts';

const pages = { databaseId: 'library', tableId: 'pages' };
const texts = [
  ['wudu', 1, 'fiqh', ' اركان الوضوء غسل الوجه '],
  ['wudu', 2, 'fiqh', ' والوضوء نصف الايمان page 12 '],
  ['fasting', 1, 'fiqh', ' صيام رمضان ركن من اركان الاسلام '],
  ['creed', 1, 'creed', ' the pillars of faith and the pillars of islam '],
] as const;

const running = setUpBackend();
/** Adds a page to those of a lesson, as the library does. */
async function addPage(lesson: string, page: number, category: string, text: string): Promise<void> {
  const { words } = running.backend;
  const pages = [...(words?.pages(lesson) ?? []), { page, label: 'words' as const, text }];
  await words?.replace([{ lesson, category, record: '{}', pages }]);
}
beforeAll(async () => {
  for (const [lesson, page, category, search] of texts) await addPage(lesson, page, category, search.trim());
});

async function find(queries: string[]) {
  const { rows, total } = await visitor(running.endpoint).listRows({ ...pages, queries });
  expect(total).toBe(rows.length);
  return rows.map(({ lesson, page }) => `${lesson}${page}`).join(' ');
}

describe('the folded text of a page', () => {
  it.each([
    ['a word', [Query.contains('search', ' اركان ')], 'wudu1 fasting1'],
    ['whole words only', [Query.contains('search', ' ركان ')], ''],
    ['the beginning of a word', [Query.contains('search', ' الوض')], 'wudu1'],
    ['one of several words', [Query.contains('search', [' الوضو ', ' والوضو '])], 'wudu1 wudu2'],
    [
      'all of several words',
      [Query.contains('search', ' اركان '), Query.contains('search', ' رمضان ')],
      'fasting1',
    ],
    ['a phrase', [Query.contains('search', ' pillars of islam ')], 'creed1'],
    ['a phrase in its order only', [Query.contains('search', ' islam of pillars ')], ''],
    ['a phrase of short words', [Query.contains('search', ' and the ')], 'creed1'],
    ['no phrase across other words', [Query.contains('search', ' of and ')], ''],
    ['a number', [Query.contains('search', ' 12 ')], 'wudu2'],
    [
      'a word in one category',
      [Query.contains('search', ' اركان '), Query.equal('category', 'fiqh')],
      'wudu1 fasting1',
    ],
    [
      'a word in some lessons',
      [Query.contains('search', ' اركان '), Query.equal('lesson', ['fasting', 'creed'])],
      'fasting1',
    ],
    [
      'a word outside a lesson',
      [Query.contains('search', ' اركان '), Query.notEqual('lesson', 'wudu')],
      'fasting1',
    ],
    ['a word and a page', [Query.contains('search', ' page '), Query.equal('page', 2)], 'wudu2'],
    [
      'a word, with the newest page first',
      [Query.contains('search', ' اركان '), Query.orderDesc('$sequence')],
      'fasting1 wudu1',
    ],
    ['a word, ordered by page', [Query.contains('search', ' the '), Query.orderDesc('page')], 'creed1'],
  ])('is found by %s', async (_, queries, ids) => {
    expect(await find(queries)).toBe(ids);
  });

  it('is returned only if selected, in any order', async () => {
    for (const order of [Query.orderAsc('$sequence'), Query.orderDesc('page'), Query.orderAsc('lesson')]) {
      const queries = [Query.contains('search', ' نصف '), order, Query.select(['lesson', 'page'])];
      const { rows } = await visitor(running.endpoint).listRows({ ...pages, queries });
      expect(rows).toMatchObject([{ lesson: 'wudu', page: 2 }]);
      for (const column of ['search', 'text']) expect(rows[0]).not.toHaveProperty(column);
      const words = [...queries.slice(0, 2), Query.select(['search'])];
      const matches = await visitor(running.endpoint).listRows({ ...pages, queries: words });
      expect(matches.rows[0]?.search).toBe(pageWords(texts[1][3], 'words'));
    }
  });

  it('is found as a whole, returned with its page, and no longer found once removed', async () => {
    await addPage('own', 1, 'c', 'أَركانُ الصَّلاة');
    const queries = [Query.equal('search', ' اركان الصلاه '), Query.select(['lesson', 'search'])];
    const { rows } = await visitor(running.endpoint).listRows({ ...pages, queries });
    expect(rows).toMatchObject([{ lesson: 'own', search: ' اركان الصلاه ' }]);
    const [row] = (
      await visitor(running.endpoint).listRows({
        ...pages,
        queries: [Query.equal('lesson', 'own'), Query.equal('page', 1)],
      })
    ).rows;
    const storedRow = await visitor(running.endpoint).getRow({ ...pages, rowId: row?.$id ?? '' });
    expect(storedRow).toMatchObject({ text: 'أَركانُ الصَّلاة', search: ' اركان الصلاه ' });
    running.backend.words?.remove(['own']);
    expect(await find([Query.contains('search', ' الصلاه ')])).toBe('');
  });

  it('can be searched for many words', async () => {
    const terms = compilePageQuery('والأركان بالوضوء وللغسل الوجه كالصلاة للصيام والزكاة فالحج');
    const queries = terms.map(({ values }) => Query.contains('search', [...values]));
    expect(await find(queries)).toBe('');
  });

  it('is never scanned for visitors', async () => {
    const manyPages = Array.from({ length: 1100 }, (_, at) => ({
      page: at + 1,
      label: 'words' as const,
      text: 'نص',
    }));
    await running.backend.words?.replace([{ lesson: 'many', category: '', record: '{}', pages: manyPages }]);
    for (const query of [
      Query.contains('search', 'صص'),
      Query.contains('text', ' نص '),
      Query.endsWith('search', 'ص '),
      Query.orderAsc('text'),
    ]) {
      expect(await errorOf(visitor(running.endpoint).listRows({ ...pages, queries: [query] }))).toContain(
        'Too many rows',
      );
    }
    expect(
      (await visitor(running.endpoint).listRows({ ...pages, queries: [Query.contains('search', ' نص ')] }))
        .total,
    ).toBe(1100);
  });
});

it('returns to visitors at most as many texts as a page of the site shows, and all to the owner', async () => {
  for (const lesson of ['one', 'two']) {
    const manyPages = Array.from({ length: 60 }, (_, at) => ({
      page: at + 1,
      label: 'words' as const,
      text: 'long',
    }));
    await running.backend.words?.replace([{ lesson, category: '', record: '{}', pages: manyPages }]);
  }
  const queries = [Query.equal('text', 'long'), Query.limit(5000)];
  const idsOf = async (tables: ReturnType<typeof visitor>, ...more: string[]) => {
    const { rows, total } = await tables.listRows({ ...pages, queries: [...queries, ...more] });
    return [rows.length, total];
  };
  expect(await idsOf(visitor(running.endpoint))).toEqual([PAGES_PER_TEXT, 120]);
  expect(await idsOf(visitor(running.endpoint), Query.select(['page', 'text']))).toEqual([
    PAGES_PER_TEXT,
    120,
  ]);
  expect(await idsOf(visitor(running.endpoint), Query.select(['page']))).toEqual([120, 120]);
  expect((await owner(running.endpoint).listRows({ ...pages, queries })).rows).toHaveLength(120);
});

it('refuses writes of pages, which only the library may do', async () => {
  const tables = owner(running.endpoint);
  const data = { lesson: 'one', page: 1, label: 'words' };
  expect(await errorOf(tables.createRow({ ...pages, rowId: 'own', data }))).toContain(
    'general_not_implemented',
  );
  const [row] = (await tables.listRows({ ...pages, queries: [Query.limit(1)] })).rows;
  for (const write of [
    tables.updateRow({ ...pages, rowId: row?.$id ?? '', data: { category: 'c' } }),
    tables.deleteRow({ ...pages, rowId: row?.$id ?? '' }),
  ])
    expect(await errorOf(write)).toContain('no row of this table can be written');
});
