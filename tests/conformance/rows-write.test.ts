import { ID } from 'node-appwrite';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Change } from '#backend/change.ts';
import { KEY, type RunningBackend, startBackend } from '../support/backend.ts';
import { owner, raw, refusal, visitor } from '../support/clients.ts';
import { wideSchema } from '../support/wide-schema.ts';

let running: RunningBackend;
let tables: ReturnType<typeof owner>;
const changes: Change[] = [];
beforeAll(async () => {
  running = await startBackend({ schema: wideSchema });
  running.backend.onChange((change) => changes.push(change));
  tables = owner(running.endpoint);
  await tables.createRow({ ...categories, rowId: 'creed', data: { categoryName: 'Creed' } });
});
afterAll(() => running.stop());
beforeEach(() => {
  changes.length = 0;
});

const categories = { databaseId: 'library', tableId: 'categories' };
const files = { databaseId: 'library', tableId: 'files' };
const things = { databaseId: 'library', tableId: 'things' };
const links = { databaseId: 'library', tableId: 'links' };
const lesson: object = { url: 'https://example.org/x.pdf', fileName: 'x.pdf', fileSize: 7, fileId: 'x' };
const path = '/tablesdb/library/tables/files/rows';
const send = (method: string, to: string, body: unknown, headers: Record<string, string> = {}) =>
  raw(running.endpoint, to, {
    method,
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'X-Appwrite-Key': KEY, ...headers },
  });
const heard = () =>
  changes.map((change) => [change.action, change.kind === 'row' ? change.rowId : change.fileId]);

describe('contract 5.1: create', () => {
  it('answers 201 and the row, its relationship as an object', async () => {
    const { status, json } = await send('POST', path, {
      rowId: 'made',
      data: { ...lesson, category: 'creed' },
    });
    expect(status).toBe(201);
    expect(json).toMatchObject({
      $id: 'made',
      ...lesson,
      $permissions: [],
      category: { $id: 'creed', categoryName: 'Creed' },
    });
    expect(heard()).toEqual([['create', 'made']]);
  });

  it('ID.unique() makes an id', async () => {
    const row = await tables.createRow({ ...files, rowId: ID.unique(), data: lesson });
    expect(row.$id).toMatch(/^[a-z0-9]{20}$/);
    expect((await send('POST', path, { rowId: 'unique()', data: lesson })).json.$id).toMatch(
      /^[a-f0-9]{20}$/,
    );
  });

  it('takes data as JSON text', async () => {
    const { status, json } = await send('POST', path, { rowId: ID.unique(), data: JSON.stringify(lesson) });
    expect([status, json.fileName]).toEqual([201, 'x.pdf']);
  });

  it('a key may set the dates; the ids inside data are ignored', async () => {
    const date = '2020-02-03T04:05:06.789+00:00';
    const data = {
      ...lesson,
      $id: 'other',
      $sequence: 9,
      $databaseId: 'x',
      $tableId: 'y',
      $createdAt: date,
      $updatedAt: date,
    };
    const row = await tables.createRow({ ...files, rowId: 'dated', data: data as object });
    expect(row).toMatchObject({ $id: 'dated', $createdAt: date, $updatedAt: date, $tableId: 'files' });
    expect(row.$sequence).not.toBe('9');
  });

  it('keeps permissions, write spelled out', async () => {
    const row = await tables.createRow({
      ...files,
      rowId: ID.unique(),
      data: lesson,
      permissions: ['read("any")', 'write("users")'],
    });
    expect(row.$permissions).toEqual(['read("any")', 'update("users")', 'delete("users")']);
  });

  it('keeps text of every script as it came', async () => {
    const fileName = 'آدَابُ الـمَسْجِدِ 👍🏽 é — "\\%_.pdf';
    expect(
      (await tables.createRow({ ...files, rowId: ID.unique(), data: { ...lesson, fileName } })).fileName,
    ).toBe(fileName);
  });

  const missing = 'The row data is missing. Try again with row data populated.';
  const cases: [title: string, body: unknown, status: number, type: string, message: string | RegExp][] = [
    ['no data', { rowId: 'x' }, 400, 'row_missing_data', missing],
    ['empty data', { rowId: 'x', data: {} }, 400, 'row_missing_data', missing],
    ['garbage as body', '{"rowId', 400, 'row_missing_data', missing],
    ['no rowId', { data: lesson }, 400, 'row_missing_data', 'Row ID is required when creating a single row.'],
    [
      'data and rows',
      { data: lesson, rows: [lesson] },
      400,
      'general_bad_request',
      'You can only send one of the following parameters: data, rows',
    ],
    [
      'rows and rowId',
      { rowId: 'x', rows: [lesson] },
      400,
      'general_bad_request',
      'Param "rowId" is not allowed when creating multiple rows, set "$id" on each instead.',
    ],
    [
      'rows and permissions',
      { permissions: ['read("any")'], rows: [lesson] },
      400,
      'general_bad_request',
      'Param "permissions" is disallowed when creating multiple rows, set "$permissions" on each instead',
    ],
    [
      'a taken id',
      { rowId: 'made', data: lesson },
      409,
      'row_already_exists',
      "Row with the requested ID 'made' already exists. Try again with a different ID or use ID.unique() to generate a unique ID.",
    ],
    [
      'a wrong id',
      { rowId: '_x', data: lesson },
      400,
      'general_argument_invalid',
      "Invalid `rowId` param: Parameter must contain at most 36 chars. Valid chars are a-z, A-Z, 0-9, period, hyphen, and underscore. Can't start with a special char",
    ],
    [
      'a long id',
      { rowId: 'x'.repeat(37), data: lesson },
      400,
      'general_argument_invalid',
      /^Invalid `rowId` param: Parameter must contain/,
    ],
    [
      'data that is a list',
      { rowId: 'x', data: ['x'] },
      400,
      'general_argument_invalid',
      /Value must be a valid JSON object/,
    ],
    [
      'a wrong permission',
      { rowId: 'x', data: lesson, permissions: ['fly("any")'] },
      400,
      'general_argument_invalid',
      'Invalid `permissions` param: Permission "fly("any")" is not allowed. Must be one of: read, update, delete, write.',
    ],
    [
      'a tower of lists',
      `{"data":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      400,
      'general_argument_invalid',
      /nested/,
    ],
    [
      'bulk on a table that relates',
      { rows: [lesson] },
      400,
      'general_bad_request',
      'Bulk create is not supported for tablesDB with relationship columns',
    ],
  ];
  it.each(cases)('refuses %s and writes nothing', async (_, body, status, type, message) => {
    const answer = await send('POST', path, body);
    expect([answer.status, answer.json.code, answer.json.type]).toEqual([status, status, type]);
    expect(answer.json.message).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
    expect(changes).toEqual([]);
  });
});

describe('contract 5.6: structure', () => {
  const fine = { name: 'x' };
  const cases: [data: object, problem: string][] = [
    [{ count: 3 }, 'Missing required attribute "name"'],
    [{ name: null }, 'Missing required attribute "name"'],
    [{ ...fine, nope: 1 }, 'Unknown attribute: "nope"'],
    [{ ...fine, $nope: 1 }, 'Unknown attribute: "$nope"'],
    [JSON.parse('{"name":"x","__proto__":{"polluted":1}}'), 'Unknown attribute: "__proto__"'],
    [{ ...fine, constructor: 1 }, 'Unknown attribute: "constructor"'],
    [
      { name: 7 },
      'Attribute "name" has invalid type. Value must be a valid string and no longer than 5 chars',
    ],
    [
      { name: '123456' },
      'Attribute "name" has invalid type. Value must be a valid string and no longer than 5 chars',
    ],
    [{ ...fine, count: '3' }, 'Attribute "count" has invalid type. Value must be a valid integer'],
    [{ ...fine, count: 3.5 }, 'Attribute "count" has invalid type. Value must be a valid integer'],
    [
      { ...fine, count: 11 },
      'Attribute "count" has invalid format. Value must be a valid range between 1 and 10',
    ],
    [{ ...fine, ratio: 'x' }, 'Attribute "ratio" has invalid type. Value must be a valid float'],
    [{ ...fine, open: 1 }, 'Attribute "open" has invalid type. Value must be a valid boolean'],
    [{ ...fine, day: '16/01/2024' }, 'Attribute "day" has invalid type. Value must be valid date'],
    [{ ...fine, link: 'no url' }, 'Attribute "link" has invalid format. Value must be a valid URL'],
    [{ ...fine, mail: 'nobody' }, 'Attribute "mail" has invalid format. Value must be a valid email address'],
    [
      { ...fine, address: '1.2.3' },
      'Attribute "address" has invalid format. Value must be a valid IP address',
    ],
    [{ ...fine, size: 'huge' }, 'Attribute "size" has invalid format. Value must be one of (small, large)'],
    [{ ...fine, tags: 'red' }, 'Attribute "tags" must be an array'],
    [
      { ...fine, tags: ['red', 7] },
      'Attribute "tags[\'1\']" has invalid type. Value must be a valid string and no longer than 10 chars',
    ],
  ];
  it.each(cases)('%j', async (data, problem) => {
    const { status, json } = await send(
      'POST',
      '/tablesdb/library/tables/things/rows',
      `{"rowId":"unique()","data":${JSON.stringify(data)}}`,
    );
    expect([status, json.type, json.message]).toEqual([
      400,
      'row_invalid_structure',
      `Invalid document structure: ${problem}`,
    ]);
  });

  it('a character is one, however many units it takes', async () => {
    expect((await tables.createRow({ ...things, rowId: 'units', data: { name: '👍👍👍👍👍' } })).name).toBe(
      '👍👍👍👍👍',
    );
  });

  it('the first column in the schema’s order is named', async () => {
    const call = tables.createRow({ ...files, rowId: 'x', data: { fileId: 'x' } });
    expect(await refusal(call)).toBe(
      '400 row_invalid_structure: Invalid document structure: Missing required attribute "url"',
    );
  });

  it('every kind of value comes back as it was', async () => {
    const data = {
      name: 'all',
      count: 10,
      ratio: 0.1,
      open: false,
      link: 'https://x.example/é',
      mail: 'a@b.example',
      address: '::1',
      size: 'small',
      tags: ['a', 'b'],
    };
    const row = await tables.createRow({
      ...things,
      rowId: 'all',
      data: { ...data, day: '2026-01-02T03:04:05+03:00' },
    });
    expect(row).toMatchObject({ ...data, day: '2026-01-02T00:04:05.000+00:00' });
  });

  it('contract 5.1: a unique index holds', async () => {
    await tables.createRow({ ...things, rowId: 'code1', data: { name: 'x', code: 'one' } });
    const call = tables.createRow({ ...things, rowId: 'code2', data: { name: 'x', code: 'one' } });
    expect(await refusal(call)).toBe(
      '409 row_unique_constraint_violation: Row violates a unique column constraint. Try again with different value(s).',
    );
  });
});

describe('contract 2.3: writing a relationship', () => {
  const write = (category: unknown) =>
    tables.createRow({ ...files, rowId: ID.unique(), data: { ...lesson, category } });

  it('an object without an id adds the related row', async () => {
    const { category } = await write({ categoryName: 'New' });
    expect(category).toMatchObject({ categoryName: 'New', $tableId: 'categories' });
    expect(changes.map((change) => change.action)).toEqual(['create', 'create']);
  });

  it('an object with an unknown id adds it under that id', async () => {
    expect((await write({ $id: 'named', categoryName: 'Named' })).category.$id).toBe('named');
  });

  it('an object with a known id changes that row', async () => {
    await write({ $id: 'named', categoryName: 'Renamed' });
    expect((await tables.getRow({ ...categories, rowId: 'named' })).categoryName).toBe('Renamed');
  });

  it.each([
    [7, 'Relationship value must be an object, document ID string, or associative array'],
    [true, 'Relationship value must be an object, document ID string, or associative array'],
    [['creed'], 'Invalid relationship value. Must be either a document ID or a document, array given.'],
    [
      '_x',
      "Parameter must contain at most 36 chars. Valid chars are a-z, A-Z, 0-9, period, hyphen, and underscore. Can't start with a special char",
    ],
  ])('%j is refused', async (category, message) => {
    expect(await refusal(write(category))).toBe(`400 relationship_value_invalid: ${message}`);
  });

  it('a wrong related row undoes the whole write', async () => {
    const before = (await tables.listRows(files)).total;
    expect(await refusal(write({ categoryName: 7 }))).toContain('400 row_invalid_structure');
    expect((await tables.listRows(files)).total).toBe(before);
    expect(changes).toEqual([]);
  });
});

describe('contract 5.3: update', () => {
  it('merges, moves $updatedAt and leaves the relationship out of the event', async () => {
    const before = await tables.getRow({ ...files, rowId: 'made' });
    const after = await tables.updateRow({
      ...files,
      rowId: 'made',
      data: { fileName: 'new.pdf', $id: 'other' },
    });
    expect(after).toMatchObject({
      $id: 'made',
      fileName: 'new.pdf',
      url: 'https://example.org/x.pdf',
      category: { $id: 'creed' },
    });
    expect(after.$updatedAt > before.$updatedAt).toBe(true);
    expect(after.$createdAt).toBe(before.$createdAt);
    expect(heard()).toEqual([['update', 'made']]);
    expect(Object.keys(changes[0]?.payload ?? {})).not.toContain('category');
    expect(changes[0]?.readers).toEqual(['any']);
  });

  it('changes nothing when nothing differs', async () => {
    const before = await tables.getRow({ ...files, rowId: 'made' });
    const after = await tables.updateRow({ ...files, rowId: 'made', data: { fileName: 'new.pdf' } });
    expect([after.$updatedAt, changes]).toEqual([before.$updatedAt, []]);
  });

  it('permissions replace the old ones', async () => {
    const row = await tables.updateRow({ ...files, rowId: 'made', permissions: ['read("guests")'] });
    expect(row.$permissions).toEqual(['read("guests")']);
  });

  it('refuses a body with neither', async () => {
    const { json } = await send('PATCH', `${path}/made`, {});
    expect([json.type, json.message]).toEqual([
      'row_missing_payload',
      'The row data and permissions are missing. You must provide either row data or permissions to be updated.',
    ]);
  });

  it('a required column cannot be emptied', async () => {
    expect(await refusal(tables.updateRow({ ...files, rowId: 'made', data: { url: null } }))).toContain(
      'Missing required attribute "url"',
    );
  });

  it('an unknown row is 404', async () => {
    expect(await refusal(tables.updateRow({ ...files, rowId: 'nobody', data: { url: 'x' } }))).toBe(
      "404 row_not_found: Row with the requested ID 'nobody' could not be found.",
    );
  });

  it.each(['PATCH', 'PUT', 'DELETE'])('%s with the time of an older copy is refused', async (method) => {
    const body = method === 'DELETE' ? {} : { data: { ...lesson, fileName: 'late.pdf' } };
    const { status, json } = await send(method, `${path}/made`, body, {
      'X-Appwrite-Timestamp': '2020-01-01T00:00:00Z',
    });
    expect([status, json.type, json.message]).toEqual([
      409,
      'row_update_conflict',
      'Remote row is newer than local.',
    ]);
  });

  it('with the time of the newest copy it is done', async () => {
    const { $updatedAt } = await tables.getRow({ ...files, rowId: 'made' });
    const { status } = await send(
      'PATCH',
      `${path}/made`,
      { data: { fileName: 'in time.pdf' } },
      { 'X-Appwrite-Timestamp': $updatedAt },
    );
    expect(status).toBe(200);
  });

  it('a time that is none is refused', async () => {
    const { json } = await send(
      'PATCH',
      `${path}/made`,
      { data: lesson },
      { 'X-Appwrite-Timestamp': 'yesterday' },
    );
    expect([json.code, json.message]).toEqual([400, 'Invalid X-Appwrite-Timestamp header value']);
  });
});

describe('contract 5.4: upsert', () => {
  it('answers 200 for a new row and for a known one', async () => {
    const first = await send('PUT', `${path}/put`, { data: lesson });
    const second = await send('PUT', `${path}/put`, { data: { ...lesson, fileName: 'put.pdf' } });
    expect([first.status, second.status, second.json.fileName]).toEqual([200, 200, 'put.pdf']);
    expect(heard()).toEqual([
      ['upsert', 'put'],
      ['upsert', 'put'],
    ]);
  });

  it('needs every required column again, and keeps the optional ones', async () => {
    await tables.upsertRow({ ...files, rowId: 'put', data: { ...lesson, category: 'creed' } });
    expect(await refusal(tables.upsertRow({ ...files, rowId: 'put', data: { url: 'x' } }))).toContain(
      'Missing required attribute "fileName"',
    );
    expect((await tables.upsertRow({ ...files, rowId: 'put', data: lesson })).category.$id).toBe('creed');
  });
});

describe('contract 5.5: delete', () => {
  it('answers 204 without a type, then 404', async () => {
    const first = await send('DELETE', `${path}/put`, {});
    expect([first.status, first.text, first.headers.get('content-type')]).toEqual([204, '', null]);
    expect(heard()).toEqual([['delete', 'put']]);
    expect(await refusal(tables.deleteRow({ ...files, rowId: 'put' }))).toContain('404 row_not_found');
  });

  it('both SDKs resolve', async () => {
    await tables.createRow({ ...things, rowId: 'gone', data: { name: 'x' } });
    await expect(tables.deleteRow({ ...things, rowId: 'gone' })).resolves.toBeDefined();
  });

  it('restrict: a category in use stays', async () => {
    expect(await refusal(tables.deleteRow({ ...categories, rowId: 'creed' }))).toBe(
      '403 row_delete_restricted: Row cannot be deleted because it is referenced by another row.',
    );
  });

  it('setNull and cascade settle the rows that refer to it', async () => {
    await tables.createRow({ ...things, rowId: 'target', data: { name: 'x' } });
    await tables.createRow({ ...links, rowId: 'soft', data: { softly: 'target' } });
    await tables.createRow({ ...links, rowId: 'firm', data: { firmly: 'target' } });
    await tables.createRow({ ...links, rowId: 'child', data: { parent: 'firm' } });
    changes.length = 0;
    await tables.deleteRow({ ...things, rowId: 'target' });
    expect((await tables.getRow({ ...links, rowId: 'soft' })).softly).toBeNull();
    expect((await tables.getRow({ ...links, rowId: 'child' })).parent).toBeNull();
    expect(await refusal(tables.getRow({ ...links, rowId: 'firm' }))).toContain('404');
    expect(heard().sort()).toEqual([
      ['delete', 'firm'],
      ['delete', 'target'],
      ['update', 'child'],
      ['update', 'soft'],
    ]);
  });

  it('an id may be used again', async () => {
    const row = await tables.createRow({ ...things, rowId: 'target', data: { name: 'again' } });
    expect(row.name).toBe('again');
  });
});

describe('contract 5.1 and 5.7: bulk', () => {
  it('create answers 201 with all rows', async () => {
    const rows = [
      { $id: 'bulk1', categoryName: 'One' },
      { categoryName: 'Two', $permissions: ['read("any")'] },
    ];
    const { status, json } = await send('POST', '/tablesdb/library/tables/categories/rows', { rows });
    expect([status, json.total, json.rows[0].$id, json.rows[1].$permissions]).toEqual([
      201,
      2,
      'bulk1',
      ['read("any")'],
    ]);
    expect(changes).toHaveLength(2);
  });

  it('is all or nothing', async () => {
    const before = (await tables.listRows(categories)).total;
    const rows = [
      { $id: 'fresh', categoryName: 'Fresh' },
      { $id: 'bulk1', categoryName: 'Taken' },
    ];
    expect(await refusal(tables.createRows({ ...categories, rows }))).toContain('409 row_already_exists');
    expect((await tables.listRows(categories)).total).toBe(before);
    expect(changes).toEqual([]);
  });

  it('upsert', async () => {
    const rows = [
      { $id: 'bulk1', categoryName: 'Uno' },
      { $id: 'bulk2', categoryName: 'Due' },
    ];
    const { total } = await tables.upsertRows({ ...categories, rows });
    expect([total, (await tables.getRow({ ...categories, rowId: 'bulk1' })).categoryName]).toEqual([
      2,
      'Uno',
    ]);
  });

  it('update returns what it changed', async () => {
    const queries = ['{"method":"startsWith","attribute":"$id","values":["bulk"]}'];
    const { total, rows } = await tables.updateRows({
      ...categories,
      data: { categoryName: 'Uno' },
      queries,
    });
    expect([total, rows.map((row) => row.$id)]).toEqual([1, ['bulk2']]);
  });

  it('delete returns what it removed', async () => {
    const queries = ['{"method":"equal","attribute":"categoryName","values":["Uno"]}'];
    const { total, rows } = await tables.deleteRows({ ...categories, queries });
    expect([total, rows.map((row) => row.$id)]).toEqual([2, ['bulk1', 'bulk2']]);
    expect(heard()).toEqual([
      ['delete', 'bulk1'],
      ['delete', 'bulk2'],
    ]);
  });

  it('without queries means every row, far beyond a page', async () => {
    const rows = Array.from({ length: 100 }, (_, at) => ({ name: String(at) }));
    await tables.createRows({ ...things, rows });
    expect((await tables.updateRows({ ...things, data: { size: 'large' } })).total).toBeGreaterThan(100);
  });

  it.each([
    [
      'upsertRows',
      () => tables.upsertRows({ ...files, rows: [lesson] }),
      'upsert is not supported for tablesDB with relationship attributes',
    ],
    [
      'updateRows',
      () => tables.updateRows({ ...files, data: lesson }),
      'update is not supported for tablesDB with relationship attributes',
    ],
    [
      'deleteRows',
      () => tables.deleteRows(files),
      'delete is not supported for tablesDB with relationship attributes',
    ],
  ])('%s is refused on a table that relates', async (_, call, message) => {
    expect(await refusal(call())).toBe(`400 general_bad_request: Bulk ${message}`);
  });

  it('takes 100 rows and no more', async () => {
    const rows = Array.from({ length: 101 }, () => ({ name: 'x' }));
    expect(await refusal(tables.createRows({ ...things, rows }))).toContain('400 general_argument_invalid');
  });

  it('update without data is refused', async () => {
    expect(await refusal(tables.updateRows({ ...things, data: {} }))).toContain('400 row_missing_payload');
  });
});

describe('contract 5.8: counters', () => {
  beforeAll(() =>
    tables.createRow({ ...things, rowId: 'counted', data: { name: 'x', count: 5, ratio: 0.5 } }),
  );
  const counted = { ...things, rowId: 'counted', column: 'count' };

  it('count by one, or by a value', async () => {
    expect((await tables.incrementRowColumn(counted)).count).toBe(6);
    expect((await tables.decrementRowColumn({ ...counted, value: 3 })).count).toBe(3);
    expect((await tables.incrementRowColumn({ ...counted, column: 'ratio', value: 0.25 })).ratio).toBe(0.75);
    expect(heard()).toEqual(Array(3).fill(['update', 'counted']));
  });

  it('stop at the limit given', async () => {
    expect(await refusal(tables.incrementRowColumn({ ...counted, max: 3 }))).toBe(
      '400 column_limit_exceeded: tablesDB "count" has reached the maximum value of 3',
    );
    expect(await refusal(tables.decrementRowColumn({ ...counted, value: 2, min: 2 }))).toBe(
      '400 column_limit_exceeded: tablesDB "count" has reached the minimum value of 2',
    );
  });

  it('stop at the bounds of the column', async () => {
    expect(await refusal(tables.incrementRowColumn({ ...counted, value: 8 }))).toContain(
      'column_limit_exceeded',
    );
  });

  const notFound = "404 column_not_found: Column with the requested key '%s' could not be found.";
  it.each([
    ['an unknown column', { column: 'nope' }, notFound],
    ['an unknown row', { rowId: 'nobody' }, notFound],
    ['a text', { column: 'name' }, '400 attribute_type_invalid: tablesDB "name" is not a number'],
    ['value 0', { value: 0 }, '400 general_argument_invalid: Value must be numeric and greater than 0'],
    [
      'a negative value',
      { value: -1 },
      '400 general_argument_invalid: Value must be numeric and greater than 0',
    ],
    [
      'a value that is no number',
      { value: 'x' as never },
      '400 general_argument_invalid: Invalid `value` param: Value must be a valid number',
    ],
    [
      'a max that is no number',
      { max: 'x' as never },
      '400 general_argument_invalid: Invalid `max` param: Value must be a valid number or null',
    ],
  ])('refuse %s', async (_, change, message) => {
    expect(await refusal(tables.incrementRowColumn({ ...counted, ...change }))).toBe(message);
  });
});

describe('rule X9 and X12: a body is bounded', () => {
  it('a large one is refused with 413, told or not', async () => {
    const body = JSON.stringify({ rowId: 'x', data: { ...lesson, url: 'x'.repeat(1024 * 1024) } });
    expect((await send('POST', path, body)).status).toBe(413);
    const stream = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('x'.repeat(64 * 1024))),
    });
    const request = new Request(`http://localhost/v1${path}`, {
      method: 'POST',
      headers: { 'X-Appwrite-Project': 'minbar', 'X-Appwrite-Key': KEY },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect((await running.backend.app.request(request)).status).toBe(413);
  });
});

it('contract 4: the web SDK without a key writes nothing', async () => {
  const call = visitor(running.endpoint).createRow({ ...files, rowId: 'web', data: lesson });
  expect(await refusal(call)).toBe("401 user_unauthorized: No permissions provided for action 'create'");
});
