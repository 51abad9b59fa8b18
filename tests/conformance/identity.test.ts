import { describe, expect, it } from 'vitest';
import { KEY, startBackend } from '../support/backend.ts';
import { errorOf, owner, sendRaw, visitor } from '../support/clients.ts';
import { setUpWideLibrary } from './support/wide-library.ts';

const running = setUpWideLibrary();

const rows = '/tablesdb/library/tables/files/rows';

describe('callers', () => {
  it('can read public rows without a key', async () => {
    expect(
      (await visitor(running.endpoint).listRows({ databaseId: 'library', tableId: 'files' })).total,
    ).toBe(12);
  });

  it('can name the project in the URL', async () => {
    const response = await fetch(`${running.endpoint}${rows}?project=minbar&impersonateuserid=`);
    expect(response.status).toBe(200);
  });

  const project =
    'Project with the requested ID could not be found. Please check the value of the X-Appwrite-Project header to ensure the correct project ID is being used.';
  it.each([
    ['an unknown project', { 'X-Appwrite-Project': 'nope' }, 404, 'project_not_found', project],
    [
      'an unknown key',
      { 'X-Appwrite-Project': 'minbar', 'X-Appwrite-Key': 'bogus' },
      401,
      'user_unauthorized',
      expect.any(String),
    ],
    [
      'the beginning of a key',
      { 'X-Appwrite-Project': 'minbar', 'X-Appwrite-Key': KEY.slice(0, -1) },
      401,
      'user_unauthorized',
      expect.any(String),
    ],
  ])('are refused with %s, even for public rows', async (_, headers, status, type, message) => {
    const response = await fetch(running.endpoint + rows, { headers: headers as Record<string, string> });
    expect([response.status, await response.json()]).toEqual([
      status,
      { message, code: status, type, version: '2.3.0' },
    ]);
  });

  it('cannot write without configured keys, even with an empty key', async () => {
    const keyless = await startBackend({ apiKeys: ['', ''] });
    const data = { categoryName: 'x' };
    const write = (key: string) =>
      owner(keyless.endpoint, key).createRow({
        databaseId: 'library',
        tableId: 'categories',
        rowId: 'x',
        data,
      });
    expect(await errorOf(write(KEY))).toContain('401 user_unauthorized');
    expect(await errorOf(write(''))).toContain('401 user_unauthorized');
    await keyless.stop();
  });
});

describe('a request that is not allowed, or for something missing, gets the error of Appwrite', () => {
  const files = { databaseId: 'library', tableId: 'files' };
  const guest = () => visitor(running.endpoint);
  const list = (at: object) => guest().listRows({ ...files, ...at });
  const get = (at: { tableId?: string; rowId: string }) => guest().getRow({ ...files, ...at });
  const create = (at: { tableId?: string; data: object }) =>
    guest().createRow({ ...files, rowId: 'x', ...at });
  const lesson1 = { ...files, rowId: 'lesson1' };
  const nobody = { ...files, rowId: 'nobody' };
  const data = { url: 'https://x.example', fileName: 'x.pdf', fileSize: 1, fileId: 'x' };

  const notAllowed =
    '401 user_unauthorized: The current user is not authorized to perform the requested action.';
  const noPermission = "401 user_unauthorized: No permissions provided for action 'create'";
  const missing = (kind: 'Database' | 'Table' | 'Row', id: string) =>
    `404 ${kind.toLowerCase()}_not_found: ${kind} with the requested ID '${id}' could not be found.`;
  it.each<[title: string, call: () => object, message: string]>([
    ['an unknown database', () => list({ databaseId: 'nope' }), missing('Database', 'nope')],
    ['a disabled database', () => list({ databaseId: 'closed' }), missing('Database', 'closed')],
    [
      'a disabled database, by key',
      () => owner(running.endpoint).listRows({ databaseId: 'closed', tableId: 'x' }),
      missing('Table', 'x'),
    ],
    ['an unknown table', () => list({ tableId: 'nope' }), missing('Table', 'nope')],
    ['an internal table', () => list({ tableId: 'transactions' }), missing('Table', 'transactions')],
    ['a disabled table', () => list({ tableId: 'disabled' }), missing('Table', 'disabled')],
    ['an unreadable list', () => list({ tableId: 'secret' }), notAllowed],
    ['an unknown row', () => get(nobody), missing('Row', 'nobody')],
    ['an unreadable row', () => get({ tableId: 'secret', rowId: 'row' }), missing('Row', 'row')],
    ['a hidden row', () => get({ tableId: 'mixed', rowId: 'hidden' }), missing('Row', 'hidden')],
    ['create', () => create({ data }), noPermission],
    ['create with invalid data', () => create({ data: { nope: 1 } }), noPermission],
    [
      'create that is allowed only for users',
      () => create({ tableId: 'things', data: { name: 'x' } }),
      '401 user_unauthorized: Missing "create" permission for role "any". Only "["users"]" scopes are allowed and "["any","guests"]" was given.',
    ],
    ['update', () => guest().updateRow({ ...lesson1, data }), notAllowed],
    ['update of an unknown row', () => guest().updateRow({ ...nobody, data }), missing('Row', 'nobody')],
    ['upsert of a known row', () => guest().upsertRow({ ...lesson1, data }), notAllowed],
    ['delete', () => guest().deleteRow(lesson1), notAllowed],
    ['delete of an unknown row', () => guest().deleteRow(nobody), missing('Row', 'nobody')],
    ['increment', () => guest().incrementRowColumn({ ...lesson1, column: 'fileSize' }), notAllowed],
  ])('%s', async (_, call, message) => {
    expect(await errorOf(call())).toBe(message);
  });

  it('row security returns and counts only readable rows', async () => {
    const request = { databaseId: 'library', tableId: 'mixed' };
    const { total, rows: matches } = await guest().listRows(request);
    expect([total, matches.map((row) => row.$id)]).toEqual([1, ['open']]);
    expect((await owner(running.endpoint).listRows(request)).total).toBe(2);
  });

  it.each([
    ['POST', { rows: [{ categoryName: 'x' }] }, 401, 'general_unauthorized_scope'],
    ['PUT', { rows: [{ categoryName: 'x' }] }, 404, 'database_not_found'],
    ['PATCH', { data: { categoryName: 'x' } }, 404, 'database_not_found'],
    ['DELETE', {}, 404, 'database_not_found'],
  ])('a bulk %s of a visitor is refused', async (method, body, status, type) => {
    const { json } = await sendRaw(running.endpoint, '/tablesdb/library/tables/categories/rows', {
      method,
      body: JSON.stringify(body),
    });
    expect([json.code, json.type]).toEqual([status, type]);
  });

  it.each(['/tablesdb', '/tablesdb/library', '/users'])('management of %s requires a key', async (path) => {
    const { json } = await sendRaw(running.endpoint, path);
    expect([json.code, json.type]).toEqual([401, 'general_unauthorized_scope']);
  });
});
