import { Query as WebQuery } from 'appwrite';
import { Query } from 'node-appwrite';
import { describe, expect, it } from 'vitest';
import { errorOf, sendRaw, visitor } from '../support/clients.ts';
import { setUpWideLibrary } from './support/wide-library.ts';

const running = setUpWideLibrary();

// recorded-responses.jsonl has more refusals.
describe('an invalid query is refused with the message of Appwrite', () => {
  const query = (value: unknown) => JSON.stringify(value);
  const range = 'Value must be a valid range between';
  const cases: [
    title: string,
    queries: string[],
    message: string,
    type?: string | undefined,
    table?: string,
  ][] = [
    ['not JSON', ['{"method"'], 'Invalid query: Syntax error'],
    ['a number', ['5'], 'Invalid query. Must be an array, got integer'],
    ['a text', ['"x"'], 'Invalid query. Must be an array, got string'],
    ['true', ['true'], 'Invalid query. Must be an array, got boolean'],
    ['null', ['null'], 'Invalid query. Must be an array, got NULL'],
    ['an unknown method', [query({ method: 'drop' })], 'Invalid query method: drop'],
    ['no method', ['{}'], 'Invalid query method: '],
    ['the name of an object method', [query({ method: 'constructor' })], 'Invalid query method: constructor'],
    ['a list as method', [query({ method: [] })], 'Invalid query method. Must be a string, got array'],
    [
      'a list as attribute',
      [query({ method: 'equal', attribute: [] })],
      'Invalid query attribute. Must be a string, got array',
    ],
    [
      'a text as values',
      [query({ method: 'equal', attribute: 'url', values: 'x' })],
      'Invalid query values. Must be an array, got string',
    ],
    [
      'an unknown column to filter',
      [Query.equal('nope', 1)],
      'Invalid query: Attribute not found in schema: nope',
    ],
    [
      'an unknown column to order',
      [Query.orderAsc('nope')],
      'Invalid query: Attribute not found in schema: nope',
    ],
    [
      'an unknown column to select',
      [Query.select(['nope'])],
      'Invalid query: Attribute not found in schema: nope',
    ],
    ['an SQL name', [Query.orderAsc('_id')], 'Invalid query: Attribute not found in schema: _id'],
    [
      '$permissions',
      [Query.equal('$permissions', 'x')],
      'Invalid query: Attribute not found in schema: $permissions',
    ],
    [
      'a related order',
      [Query.orderAsc('category.categoryName')],
      'Invalid query: Cannot order by nested attribute: category',
    ],
    [
      'a text for a number',
      [Query.equal('fileSize', '7')],
      'Invalid query: Query value is invalid for attribute "fileSize"',
    ],
    [
      'an object for $sequence',
      ['{"method":"equal","attribute":"$sequence","values":[{"toString":1}]}'],
      'Invalid query: Query value is invalid for attribute "$sequence"',
    ],
    [
      'a fraction for an integer',
      [Query.equal('fileSize', 7.5)],
      'Invalid query: Query value is invalid for attribute "fileSize"',
    ],
    [
      'a number for a text',
      [Query.equal('fileName', 7)],
      'Invalid query: Query value is invalid for attribute "fileName"',
    ],
    [
      'an invalid date',
      [Query.equal('$createdAt', '16/01/2024')],
      'Invalid query: Query value is invalid for attribute "$createdAt"',
    ],
    [
      'a day that does not exist',
      [Query.equal('day', '2023-02-30')],
      'Invalid query: Query value is invalid for attribute "day"',
      undefined,
      'things',
    ],
    [
      'notEqual with two values',
      [query({ method: 'notEqual', attribute: 'url', values: ['a', 'b'] })],
      'Invalid query: NotEqual queries require exactly one value.',
    ],
    [
      'between with one value',
      [query({ method: 'between', attribute: 'fileSize', values: [1] })],
      'Invalid query: Between queries require exactly two values.',
    ],
    [
      '501 values',
      [Query.equal('fileSize', Array(501).fill(1))],
      'Invalid query: Query on attribute has greater than 500 values: fileSize',
    ],
    [
      'or of one query',
      [Query.or([Query.equal('fileSize', 1)])],
      'Invalid query: Or queries require at least two queries',
    ],
    [
      'and of one query',
      [Query.and([Query.equal('fileSize', 1)])],
      'Invalid query: And queries require at least two queries',
    ],
    [
      'or of limits',
      [Query.or([Query.limit(1), Query.limit(2)])],
      'Invalid query: Or queries can only contain filter queries',
    ],
    [
      'a limit that is not a number',
      [query({ method: 'limit', values: ['many'] })],
      'Invalid query: Invalid limit: Value must be a valid number',
    ],
    ['limit 0', [Query.limit(0)], `Invalid query: Invalid limit: ${range} 1 and 9,223,372,036,854,775,807`],
    ['limit -1', [Query.limit(-1)], `Invalid query: Invalid limit: ${range} 1 and 9,223,372,036,854,775,807`],
    [
      'offset -1',
      [Query.offset(-1)],
      `Invalid query: Invalid offset: ${range} 0 and 9,223,372,036,854,775,807`,
    ],
    ['an empty select', [query({ method: 'select', values: [] })], 'Invalid query: No attributes selected'],
    [
      'a repeated attribute in select',
      [Query.select(['url', 'url'])],
      'Invalid query: Duplicate attributes selected',
    ],
    [
      'select of a number',
      [query({ method: 'select', values: [7] })],
      'Invalid query: Attribute selection must be a string, got int',
    ],
    ['a bare relationship', [Query.select(['fileName', 'category'])], 'Cannot select attributes: category'],
    [
      'search without its index',
      [Query.search('url', 'x')],
      'Searching by attribute "url" requires a fulltext index.',
    ],
    [
      'a cursor at an unknown row',
      [Query.cursorAfter('nobody')],
      "Row 'nobody' for the 'cursor' value not found.",
      'general_cursor_not_found',
    ],
    [
      'a cursor that is not an id',
      [Query.cursorAfter('../x')],
      "Invalid cursor: UID must contain at most 36 chars. Valid chars are a-z, A-Z, 0-9, and underscore. Can't start with a leading underscore",
    ],
    [
      'titles with more than 100 searched parts',
      [Query.contains('fileName', Array(51).fill('one two'))],
      'Invalid query: A request may have at most 100 conditions, this one has 102',
    ],
    [
      'a cursor at a row without a value of the order',
      [Query.orderAsc('category'), Query.cursorAfter('lesson4')],
      "The order column 'category' had a null value. Cursor pagination requires all rows order column values are non-null.",
      'database_query_order_null',
    ],
  ];
  it.each(cases)('%s', async (_, queries, message, type = 'general_query_invalid', tableId = 'files') => {
    const call = visitor(running.endpoint).listRows({ databaseId: 'library', tableId, queries });
    expect(await errorOf(call)).toBe(`400 ${type}: ${message}`);
  });

  const rule =
    'Invalid `queries` param: Value must a valid array no longer than 100 items and Value must be a valid string and at least 1 chars and no longer than 4096 chars';
  it.each([
    [
      '101 queries',
      `?${Array.from({ length: 101 }, (_, at) => `queries[${at}]=${Query.limit(1)}`).join('&')}`,
    ],
    ['an empty query', '?queries[0]='],
    ['a query of 4097 characters', `?queries[]=${'x'.repeat(4097)}`],
    ['queries that are not a list', '?queries=x'],
  ])('%s', async (_, search) => {
    const { status, json } = await sendRaw(running.endpoint, `/tablesdb/library/tables/files/rows${search}`);
    expect([status, json.type, json.message]).toEqual([400, 'general_argument_invalid', rule]);
  });

  it('queries[] works like queries[0]', async () => {
    const search = `?queries[]=${encodeURIComponent(Query.limit(2))}`;
    const { json } = await sendRaw(running.endpoint, `/tablesdb/library/tables/files/rows${search}`);
    expect(json.rows).toHaveLength(2);
  });

  it('both SDKs serialize queries alike', () => {
    expect(WebQuery.or([WebQuery.equal('a', 1), WebQuery.isNull('b')])).toBe(
      Query.or([Query.equal('a', 1), Query.isNull('b')]),
    );
  });
});
