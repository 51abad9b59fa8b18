import { Query as WebQuery } from 'appwrite';
import { Query } from 'node-appwrite';
import { describe, expect, it } from 'vitest';
import { errorOf, sendRaw, visitor } from '../support/clients.ts';
import { setUpWideLibrary } from './support/wide-library.ts';

const running = setUpWideLibrary();

// recorded-responses.jsonl has more refusals.
describe('an invalid query is refused with the message of Appwrite', () => {
  const query = (value: unknown) => JSON.stringify(value);
  const invalidValue = (attribute: string) => `Query value is invalid for attribute "${attribute}"`;
  const unknown = (attribute: string) => `Attribute not found in schema: ${attribute}`;
  const atLeast = (minimum: number) =>
    `Value must be a valid range between ${minimum} and 9,223,372,036,854,775,807`;

  // Each message follows `Invalid query: `.
  it.each([
    [unknown('nope'), Query.equal('nope', 1)],
    [unknown('nope'), Query.orderAsc('nope')],
    [unknown('nope'), Query.select(['nope'])],
    [unknown('_id'), Query.orderAsc('_id')],
    [unknown('$permissions'), Query.equal('$permissions', 'x')],
    ['Cannot order by nested attribute: category', Query.orderAsc('category.categoryName')],
    [invalidValue('fileSize'), Query.equal('fileSize', '7')],
    [invalidValue('fileSize'), Query.equal('fileSize', 7.5)],
    [invalidValue('fileName'), Query.equal('fileName', 7)],
    [invalidValue('$createdAt'), Query.equal('$createdAt', '16/01/2024')],
    [invalidValue('$sequence'), '{"method":"equal","attribute":"$sequence","values":[{"toString":1}]}'],
    [invalidValue('day'), Query.equal('day', '2023-02-30'), 'things'],
    [
      'NotEqual queries require exactly one value.',
      query({ method: 'notEqual', attribute: 'url', values: ['a', 'b'] }),
    ],
    [
      'Between queries require exactly two values.',
      query({ method: 'between', attribute: 'fileSize', values: [1] }),
    ],
    ['Query on attribute has greater than 500 values: fileSize', Query.equal('fileSize', Array(501).fill(1))],
    ['Or queries require at least two queries', Query.or([Query.equal('fileSize', 1)])],
    ['And queries require at least two queries', Query.and([Query.equal('fileSize', 1)])],
    ['Or queries can only contain filter queries', Query.or([Query.limit(1), Query.limit(2)])],
    ['Invalid limit: Value must be a valid number', query({ method: 'limit', values: ['many'] })],
    [`Invalid limit: ${atLeast(1)}`, Query.limit(0)],
    [`Invalid limit: ${atLeast(1)}`, Query.limit(-1)],
    [`Invalid offset: ${atLeast(0)}`, Query.offset(-1)],
    ['No attributes selected', query({ method: 'select', values: [] })],
    ['Attribute selection must be a string, got int', query({ method: 'select', values: [7] })],
    ['Duplicate attributes selected', Query.select(['url', 'url'])],
    [
      'A request may have at most 100 conditions, this one has 102',
      Query.contains('fileName', Array(51).fill('one two')),
    ],
    ['Syntax error', '{"method"'],
  ])('%s', async (message, text, tableId = 'files') => {
    const call = visitor(running.endpoint).listRows({ databaseId: 'library', tableId, queries: [text] });
    expect(await errorOf(call)).toBe(`400 general_query_invalid: Invalid query: ${message}`);
  });

  it.each([
    ['Invalid query. Must be an array, got integer', ['5']],
    ['Invalid query. Must be an array, got string', ['"x"']],
    ['Invalid query. Must be an array, got boolean', ['true']],
    ['Invalid query. Must be an array, got NULL', ['null']],
    ['Invalid query method: drop', [query({ method: 'drop' })]],
    ['Invalid query method: ', ['{}']],
    ['Invalid query method: constructor', [query({ method: 'constructor' })]],
    ['Invalid query method. Must be a string, got array', [query({ method: [] })]],
    ['Invalid query attribute. Must be a string, got array', [query({ method: 'equal', attribute: [] })]],
    [
      'Invalid query values. Must be an array, got string',
      [query({ method: 'equal', attribute: 'url', values: 'x' })],
    ],
    ['Cannot select attributes: category', [Query.select(['fileName', 'category'])]],
    ['Searching by attribute "url" requires a fulltext index.', [Query.search('url', 'x')]],
    [
      "Row 'nobody' for the 'cursor' value not found.",
      [Query.cursorAfter('nobody')],
      'general_cursor_not_found',
    ],
    [
      "Invalid cursor: UID must contain at most 36 chars. Valid chars are a-z, A-Z, 0-9, and underscore. Can't start with a leading underscore",
      [Query.cursorAfter('../x')],
    ],
    [
      "The order column 'category' had a null value. Cursor pagination requires all rows order column values are non-null.",
      [Query.orderAsc('category'), Query.cursorAfter('lesson4')],
      'database_query_order_null',
    ],
  ])('%s', async (message, queries, type = 'general_query_invalid') => {
    const call = visitor(running.endpoint).listRows({ databaseId: 'library', tableId: 'files', queries });
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
