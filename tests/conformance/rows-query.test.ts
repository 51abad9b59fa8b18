import { Query } from 'node-appwrite';
import { describe, expect, it } from 'vitest';
import { errorOf, owner, visitor } from '../support/clients.ts';
import { setUpWideLibrary } from './support/wide-library.ts';

const running = setUpWideLibrary();

/** Lists ids, without `lesson`, as visitor and as owner, whose lists must agree; `total` is the visitor's. */
async function find(queries: string[], tableId = 'files') {
  const request = { databaseId: 'library', tableId, queries };
  const [byVisitor, byOwner] = [
    await visitor(running.endpoint).listRows(request),
    await owner(running.endpoint).listRows(request),
  ];
  expect(byVisitor.rows.map((row) => row.$id)).toEqual(byOwner.rows.map((row) => row.$id));
  return {
    total: byVisitor.total,
    ids: byVisitor.rows
      .map((row) => row.$id)
      .join(' ')
      .replaceAll('lesson', ''),
  };
}

describe('filters match the expected rows only', () => {
  const cases: [title: string, queries: string[], ids: string, total?: number, table?: string][] = [
    ['equal matches any of its values', [Query.equal('fileSize', [100, 300])], '1 3'],
    ['equal on text is case-sensitive', [Query.equal('fileName', 'lesson 1 of spider-man.pdf')], ''],
    [
      'notEqual excludes the value',
      [Query.notEqual('category', 'creed'), Query.greaterThan('fileSize', 600)],
      '8 10',
    ],
    [
      'notEqual on a null column finds nothing',
      [Query.notEqual('category', 'creed'), Query.equal('$id', 'lesson4')],
      '',
    ],
    ['lessThan excludes the value', [Query.lessThan('fileSize', 200)], '0 1'],
    ['lessThanEqual includes the value', [Query.lessThanEqual('fileSize', 200)], '0 1 2'],
    ['greaterThan excludes the value', [Query.greaterThan('fileSize', 1000)], '11'],
    ['greaterThanEqual includes the value', [Query.greaterThanEqual('fileSize', 1000)], '10 11'],
    ['between includes its bounds', [Query.between('fileSize', 300, 500)], '3 4 5'],
    ['notBetween is the opposite', [Query.notBetween('fileSize', 200, 1000)], '0 1 11'],
    ['isNull', [Query.isNull('category')], '4'],
    ['isNotNull', [Query.isNotNull('category'), Query.lessThan('fileSize', 600)], '0 1 2 3 5'],
    ['contains ignores case', [Query.contains('fileName', 'SPIDER'), Query.lessThan('fileSize', 200)], '0 1'],
    ['contains in another table', [Query.contains('name', 'THR')], 'three', 1, 'things'],
    ['contains matches any of its values', [Query.contains('fileName', ['son 2 ', 'المسجد'])], '2 11'],
    ['containsAny is contains', [Query.containsAny('fileName', ['son 2 ', 'المسجد'])], '2 11'],
    ['containsAll on text requires all values', [Query.containsAll('fileName', ['lesson 1', 'man'])], '1 10'],
    ['notContains excludes all values', [Query.notContains('fileName', ['spider', 'nothing'])], '11'],
    ['% is an ordinary character', [Query.contains('fileName', '%')], '11'],
    ['_ is an ordinary character', [Query.contains('fileName', '_')], ''],
    ['other pattern characters are ordinary', [Query.contains('fileName', '.*')], ''],
    ['startsWith ignores case', [Query.startsWith('fileName', 'lesson 1')], '1 10'],
    ['startsWith in Arabic', [Query.startsWith('fileName', 'آداب')], '11'],
    ['endsWith', [Query.endsWith('fileName', '100%.PDF')], '11'],
    ['notStartsWith', [Query.notStartsWith('fileName', 'lesson')], '11'],
    ['notEndsWith', [Query.notEndsWith('fileName', 'man.pdf')], '11'],
    [
      'search finds whole words in any case',
      [Query.search('fileName', 'SPIDER 3'), Query.lessThan('fileSize', 200)],
      '0 1',
    ],
    ['search matches the last word as a prefix', [Query.search('fileName', 'المس')], '11'],
    ['search does not match inside a word', [Query.search('fileName', 'pider')], ''],
    ['search finds a word in any spelling', [Query.search('fileName', 'اداب المسجد')], '11'],
    ['search in double quotes is a phrase', [Query.search('fileName', '"lesson 3 of"')], '3'],
    ['search treats operators as spaces', [Query.search('fileName', '@+*)(<>~ المسجد')], '11'],
    ['search for symbols alone finds nothing', [Query.search('fileName', '***')], ''],
    ['notSearch is the opposite', [Query.notSearch('fileName', 'spider')], '11'],
    ['or', [Query.or([Query.equal('fileSize', 100), Query.contains('fileName', 'المسجد')])], '1 11'],
    [
      'and inside or',
      [
        Query.or([
          Query.and([Query.greaterThan('fileSize', 100), Query.lessThan('fileSize', 300)]),
          Query.equal('$id', 'lesson7'),
        ]),
      ],
      '2 7',
    ],
    ['$id', [Query.equal('$id', ['lesson3', 'lesson5'])], '3 5'],
    ['$sequence', [Query.equal('$sequence', '2')], '1'],
    ['createdBefore', [Query.createdBefore('2026-01-11')], '10 11'],
    ['createdAfter', [Query.createdAfter('2026-01-19T09:00:00Z')], '0 1'],
    ['createdBetween', [Query.createdBetween('2026-01-18', '2026-01-19T23:00:00.000+00:00')], '1 2'],
    ['updatedAfter', [Query.updatedAfter('2020-01-01'), Query.limit(1)], '0', 12],
    ['contains on a list finds an element', [Query.contains('tags', ['red'])], 'one', 1, 'things'],
    ['contains on a list matches whole elements only', [Query.contains('tags', ['re'])], '', 0, 'things'],
    ['containsAll on a list', [Query.containsAll('tags', ['blue', 'red'])], 'one', 1, 'things'],
    ['a boolean', [Query.equal('open', [false])], 'two', 1, 'things'],
    ['a float', [Query.greaterThan('ratio', 0.75)], 'two', 1, 'things'],
    ['a date with a zone', [Query.equal('day', '1960-01-01T07:40:10.000Z')], 'two', 1, 'things'],
    ['a day', [Query.greaterThan('day', '1970-01-01')], 'one', 1, 'things'],
  ];
  it.each(cases)('%s', async (_, queries, ids, total, table) => {
    expect(await find(queries, table)).toEqual({
      ids,
      total: total ?? (ids === '' ? 0 : ids.split(' ').length),
    });
  });
});

describe('filters on related rows match the expected rows', () => {
  const cases: [title: string, queries: string[], ids: string][] = [
    ['the relationship itself is an id', [Query.equal('category', 'creed')], '1 3 5 7 9 11'],
    ['category.$id', [Query.equal('category.$id', ['fiqh'])], '0 2 6 8 10'],
    ['category.$id of no row', [Query.equal('category.$id', ['nobody'])], ''],
    ['a text of the related row', [Query.contains('category.categoryName', 'CRE'), Query.limit(2)], '1 3'],
    [
      'two filters on one relationship',
      [
        Query.startsWith('category.categoryName', 'f'),
        Query.endsWith('category.categoryName', 'QH'),
        Query.limit(2),
      ],
      '0 2',
    ],
    [
      'with a filter on the row itself',
      [Query.equal('category.$id', ['fiqh']), Query.greaterThan('fileSize', 700)],
      '8 10',
    ],
  ];
  it.each(cases)('%s', async (_, queries, ids) => {
    expect((await find(queries)).ids).toBe(ids);
  });

  it('two equal filters on one dotted path are refused', async () => {
    const queries = [Query.equal('category.$id', 'creed'), Query.equal('category.$id', 'fiqh')];
    expect(await errorOf(find(queries))).toBe(
      "400 general_query_invalid: Multiple equal queries on 'category.$id' will never match a single document. Use Query::containsAll() to match across different related documents.",
    );
  });
});

describe('a list has the expected rows, order and total', () => {
  const cases: [title: string, queries: string[], ids: string, total: number][] = [
    ['insertion order without queries', [], '0 1 2 3 4 5 6 7 8 9 10 11', 12],
    ['limit and offset', [Query.limit(3), Query.offset(4)], '4 5 6', 12],
    ['the first of two limits wins', [Query.limit(2), Query.limit(5)], '0 1', 12],
    ['an offset past the end keeps the total', [Query.offset(1_000_000)], '', 12],
    [
      'a huge limit is accepted',
      ['{"method":"limit","values":[9223372036854775807]}', Query.offset(10)],
      '10 11',
      12,
    ],
    ['orderDesc on a number', [Query.orderDesc('fileSize'), Query.limit(2)], '11 10', 12],
    ['orderAsc on a date', [Query.orderAsc('$createdAt'), Query.limit(2)], '11 10', 12],
    [
      'several orders',
      [Query.orderAsc('category'), Query.orderDesc('fileSize'), Query.limit(3)],
      '4 11 9',
      12,
    ],
    [
      'rows with equal values stay in insertion order',
      [Query.orderDesc('category'), Query.limit(3)],
      '0 2 6',
      12,
    ],
    ['order without an attribute is $sequence', ['{"method":"orderDesc"}', Query.limit(2)], '11 10', 12],
    ['cursorAfter', [Query.cursorAfter('lesson3'), Query.limit(2)], '4 5', 12],
    [
      'cursorBefore returns the page in normal order',
      [Query.cursorBefore('lesson3'), Query.limit(2)],
      '1 2',
      12,
    ],
    [
      'cursorAfter in an order',
      [Query.orderDesc('fileSize'), Query.cursorAfter('lesson3'), Query.limit(2)],
      '2 1',
      12,
    ],
    [
      'cursorBefore in an order',
      [Query.orderDesc('fileSize'), Query.cursorBefore('lesson3'), Query.limit(2)],
      '5 4',
      12,
    ],
    [
      'a cursor among rows with equal values',
      [
        Query.isNotNull('category'),
        Query.orderAsc('category'),
        Query.cursorAfter('lesson11'),
        Query.limit(2),
      ],
      '0 2',
      11,
    ],
    [
      'the total ignores a cursor but not a filter',
      [Query.lessThan('fileSize', 500), Query.cursorAfter('lesson2')],
      '3 4',
      5,
    ],
  ];
  it.each(cases)('%s', async (_, queries, ids, total) => {
    expect(await find(queries)).toEqual({ ids, total });
  });

  it('orderRandom returns every row once', async () => {
    const request = { databaseId: 'library', tableId: 'files', queries: [Query.orderRandom()] };
    const { rows } = await visitor(running.endpoint).listRows(request);
    expect(new Set(rows.map((row) => row.$id)).size).toBe(12);
  });

  it('total=false returns 0 and the same rows', async () => {
    const list = await visitor(running.endpoint).listRows({
      databaseId: 'library',
      tableId: 'files',
      total: false,
    });
    expect([list.total, list.rows.length]).toEqual([0, 12]);
  });

  it('pages by cursor visit every row once', async () => {
    const pagedIds: string[] = [];
    for (let page: string[] = ['']; page.length > 0; pagedIds.push(...page)) {
      const cursorQueries = pagedIds.length > 0 ? [Query.cursorAfter(`lesson${pagedIds.at(-1)}`)] : [];
      const { ids } = await find([Query.orderDesc('$createdAt'), Query.limit(5), ...cursorQueries]);
      page = ids === '' ? [] : ids.split(' ');
    }
    expect(pagedIds.join(' ')).toBe('0 1 2 3 4 5 6 7 8 9 10 11');
  });
});
