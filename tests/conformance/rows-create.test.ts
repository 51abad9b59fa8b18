import { ID } from 'node-appwrite';
import { describe, expect, it } from 'vitest';
import { KEY } from '../support/backend.ts';
import { files, lesson, setUpRows } from './support/row-setup.ts';

const setup = setUpRows();
const path = '/tablesdb/library/tables/files/rows';

describe('create', () => {
  it('responds with 201 and the row, its relationship as an object', async () => {
    const { status, json } = await setup.send('POST', path, {
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
    expect(setup.events()).toEqual([['create', 'made']]);
  });

  it('generates an id for ID.unique()', async () => {
    const row = await setup.tables.createRow({ ...files, rowId: ID.unique(), data: lesson });
    expect(row.$id).toMatch(/^[a-z0-9]{20}$/);
    expect((await setup.send('POST', path, { rowId: 'unique()', data: lesson })).json.$id).toMatch(
      /^[a-f0-9]{20}$/,
    );
  });

  it('accepts data as JSON text', async () => {
    const { status, json } = await setup.send('POST', path, {
      rowId: ID.unique(),
      data: JSON.stringify(lesson),
    });
    expect([status, json.fileName]).toEqual([201, 'x.pdf']);
  });

  it('lets a key set the dates, and ignores the ids inside data', async () => {
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
    const row = await setup.tables.createRow({ ...files, rowId: 'dated', data: data as object });
    expect(row).toMatchObject({ $id: 'dated', $createdAt: date, $updatedAt: date, $tableId: 'files' });
    expect(row.$sequence).not.toBe('9');
  });

  it('stores permissions, with write as three actions', async () => {
    const row = await setup.tables.createRow({
      ...files,
      rowId: ID.unique(),
      data: lesson,
      permissions: ['read("any")', 'write("users")'],
    });
    expect(row.$permissions).toEqual(['read("any")', 'update("users")', 'delete("users")']);
  });

  it('stores text of every script unchanged', async () => {
    const fileName = 'آدَابُ الـمَسْجِدِ 👍🏽 é — "\\%_.pdf';
    expect(
      (await setup.tables.createRow({ ...files, rowId: ID.unique(), data: { ...lesson, fileName } }))
        .fileName,
    ).toBe(fileName);
  });

  const missing = '400 row_missing_data: The row data is missing. Try again with row data populated.';
  const invalidId =
    "400 general_argument_invalid: Invalid `rowId` param: Parameter must contain at most 36 chars. Valid chars are a-z, A-Z, 0-9, period, hyphen, and underscore. Can't start with a special char";
  const bad = '400 general_bad_request: ';
  it.each<[title: string, body: unknown, message: string | RegExp]>([
    ['no data', { rowId: 'x' }, missing],
    ['empty data', { rowId: 'x', data: {} }, missing],
    ['garbage as body', '{"rowId', missing],
    ['no rowId', { data: lesson }, '400 row_missing_data: Row ID is required when creating a single row.'],
    [
      'data and rows',
      { data: lesson, rows: [lesson] },
      `${bad}You can only send one of the following parameters: data, rows`,
    ],
    [
      'rows and rowId',
      { rowId: 'x', rows: [lesson] },
      `${bad}Param "rowId" is not allowed when creating multiple rows, set "$id" on each instead.`,
    ],
    [
      'rows and permissions',
      { permissions: ['read("any")'], rows: [lesson] },
      `${bad}Param "permissions" is disallowed when creating multiple rows, set "$permissions" on each instead`,
    ],
    [
      'bulk on a table with relationships',
      { rows: [lesson] },
      `${bad}Bulk create is not supported for tablesDB with relationship columns`,
    ],
    [
      'an existing id',
      { rowId: 'made', data: lesson },
      "409 row_already_exists: Row with the requested ID 'made' already exists. Try again with a different ID or use ID.unique() to generate a unique ID.",
    ],
    ['an invalid id', { rowId: '_x', data: lesson }, invalidId],
    ['a long id', { rowId: 'x'.repeat(37), data: lesson }, invalidId],
    [
      'data that is a list',
      { rowId: 'x', data: ['x'] },
      /^400 general_argument_invalid: .*Value must be a valid JSON object/,
    ],
    [
      'deeply nested lists',
      `{"data":${'['.repeat(5000)}${']'.repeat(5000)}}`,
      /^400 general_argument_invalid: .*nested/,
    ],
  ])('refuses %s and writes nothing', async (_, body, message) => {
    const { status, json } = await setup.send('POST', path, body);
    expect(status).toBe(json.code);
    expect(`${json.code} ${json.type}: ${json.message}`).toEqual(
      typeof message === 'string' ? message : expect.stringMatching(message),
    );
    expect(setup.changes).toEqual([]);
  });
});

describe('the size of a body', () => {
  it('is limited, with or without a declared length', async () => {
    const body = JSON.stringify({ rowId: 'x', data: { ...lesson, url: 'x'.repeat(1024 * 1024) } });
    expect((await setup.send('POST', path, body)).status).toBe(413);
    const stream = new ReadableStream({
      pull: (controller) => controller.enqueue(new TextEncoder().encode('x'.repeat(64 * 1024))),
    });
    const request = new Request(`http://localhost/v1${path}`, {
      method: 'POST',
      headers: { 'X-Appwrite-Project': 'minbar', 'X-Appwrite-Key': KEY },
      body: stream,
      duplex: 'half',
    } as RequestInit);
    expect((await setup.running.backend.app.request(request)).status).toBe(413);
  });
});
