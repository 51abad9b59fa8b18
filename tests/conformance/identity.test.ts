import * as web from 'appwrite';
import * as server from 'node-appwrite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY, type RunningBackend, startBackend } from '../support/backend.ts';
import { owner, raw, refusal, visitor } from '../support/clients.ts';
import { fillLibrary } from '../support/library.ts';
import { wideSchema } from '../support/wide-schema.ts';

let running: RunningBackend;
beforeAll(async () => {
  running = await startBackend({
    schema: wideSchema,
    platformOrigins: ['https://site.example', 'other.example'],
  });
  const tables = owner(running.endpoint);
  await fillLibrary(tables);
  const mixed = { databaseId: 'library', tableId: 'mixed' };
  await tables.createRow({ ...mixed, rowId: 'open', data: { word: 'a' }, permissions: ['read("any")'] });
  await tables.createRow({ ...mixed, rowId: 'hidden', data: { word: 'b' }, permissions: ['read("users")'] });
  await tables.createRow({
    databaseId: 'library',
    tableId: 'secret',
    rowId: 'row',
    data: { word: 'c' },
    permissions: ['read("any")'],
  });
});
afterAll(() => running.stop());

const rows = '/tablesdb/library/tables/files/rows';

describe('contract 1.2: who is calling', () => {
  it('a visitor reads what is public', async () => {
    expect(
      (await visitor(running.endpoint).listRows({ databaseId: 'library', tableId: 'files' })).total,
    ).toBe(12);
  });

  it('the project may be named in the URL', async () => {
    const response = await fetch(`${running.endpoint}${rows}?project=minbar&impersonateuserid=`);
    expect(response.status).toBe(200);
  });

  const project =
    'Project with the requested ID could not be found. Please check the value of the X-Appwrite-Project header to ensure the correct project ID is being used.';
  it.each([
    ['an unknown project', { 'X-Appwrite-Project': 'nope' }, 404, 'project_not_found', project],
    ['no project', {}, 404, 'project_not_found', project],
    ['a key and no project', { 'X-Appwrite-Key': KEY }, 403, 'project_id_missing', expect.any(String)],
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
  ])('%s is refused, also for public rows', async (_, headers, status, type, message) => {
    const response = await fetch(running.endpoint + rows, { headers: headers as Record<string, string> });
    expect([response.status, await response.json()]).toEqual([
      status,
      { message, code: status, type, version: '2.0.0' },
    ]);
  });

  it('without any key nobody writes, not even with an empty one', async () => {
    const keyless = await startBackend({ apiKeys: ['', ''] });
    const data = { categoryName: 'x' };
    const write = (key: string) =>
      owner(keyless.endpoint, key).createRow({
        databaseId: 'library',
        tableId: 'categories',
        rowId: 'x',
        data,
      });
    expect(await refusal(write(KEY))).toContain('401 user_unauthorized');
    expect(await refusal(write(''))).toContain('401 user_unauthorized');
    await keyless.stop();
  });
});

describe('contract 4: not found and not allowed', () => {
  const files = { databaseId: 'library', tableId: 'files' };
  const guest = () => visitor(running.endpoint);
  const generic =
    '401 user_unauthorized: The current user is not authorized to perform the requested action.';
  const data = { url: 'https://x.example', fileName: 'x.pdf', fileSize: 1, fileId: 'x' };
  const cases: [title: string, call: () => object, message: string][] = [
    [
      'an unknown database',
      () => guest().listRows({ ...files, databaseId: 'nope' }),
      "404 database_not_found: Database with the requested ID 'nope' could not be found.",
    ],
    [
      'a disabled database',
      () => guest().listRows({ databaseId: 'closed', tableId: 'x' }),
      "404 database_not_found: Database with the requested ID 'closed' could not be found.",
    ],
    [
      'a disabled database, by key',
      () => owner(running.endpoint).listRows({ databaseId: 'closed', tableId: 'x' }),
      "404 table_not_found: Table with the requested ID 'x' could not be found.",
    ],
    [
      'an unknown table',
      () => guest().listRows({ ...files, tableId: 'nope' }),
      "404 table_not_found: Table with the requested ID 'nope' could not be found.",
    ],
    [
      'a table of the program',
      () => guest().listRows({ ...files, tableId: 'transactions' }),
      "404 table_not_found: Table with the requested ID 'transactions' could not be found.",
    ],
    [
      'a disabled table',
      () => guest().listRows({ ...files, tableId: 'disabled' }),
      "404 table_not_found: Table with the requested ID 'disabled' could not be found.",
    ],
    [
      'an unknown row',
      () => guest().getRow({ ...files, rowId: 'nobody' }),
      "404 row_not_found: Row with the requested ID 'nobody' could not be found.",
    ],
    [
      'a row one may not read',
      () => guest().getRow({ ...files, tableId: 'secret', rowId: 'row' }),
      "404 row_not_found: Row with the requested ID 'row' could not be found.",
    ],
    [
      'a hidden row',
      () => guest().getRow({ ...files, tableId: 'mixed', rowId: 'hidden' }),
      "404 row_not_found: Row with the requested ID 'hidden' could not be found.",
    ],
    ['a list one may not read', () => guest().listRows({ ...files, tableId: 'secret' }), generic],
    [
      'create',
      () => guest().createRow({ ...files, rowId: 'x', data }),
      "401 user_unauthorized: No permissions provided for action 'create'",
    ],
    [
      'create where others may',
      () => guest().createRow({ ...files, tableId: 'things', rowId: 'x', data: { name: 'x' } }),
      '401 user_unauthorized: Missing "create" permission for role "any". Only "["users"]" scopes are allowed and "["any","guests"]" was given.',
    ],
    [
      'create with wrong data',
      () => guest().createRow({ ...files, rowId: 'x', data: { nope: 1 } }),
      "401 user_unauthorized: No permissions provided for action 'create'",
    ],
    ['update', () => guest().updateRow({ ...files, rowId: 'lesson1', data }), generic],
    [
      'update of nobody',
      () => guest().updateRow({ ...files, rowId: 'nobody', data }),
      "404 row_not_found: Row with the requested ID 'nobody' could not be found.",
    ],
    ['upsert of a known row', () => guest().upsertRow({ ...files, rowId: 'lesson1', data }), generic],
    [
      'upsert of a new row',
      () => guest().upsertRow({ ...files, rowId: 'fresh', data }),
      "401 user_unauthorized: No permissions provided for action 'create'",
    ],
    ['delete', () => guest().deleteRow({ ...files, rowId: 'lesson1' }), generic],
    [
      'delete of nobody',
      () => guest().deleteRow({ ...files, rowId: 'nobody' }),
      "404 row_not_found: Row with the requested ID 'nobody' could not be found.",
    ],
    [
      'increment',
      () => guest().incrementRowColumn({ ...files, rowId: 'lesson1', column: 'fileSize' }),
      generic,
    ],
  ];
  it.each(cases)('%s', async (_, call, message) => {
    expect(await refusal(call())).toBe(message);
  });

  it('row security shows the rows that are open, and counts only them', async () => {
    const asked = { databaseId: 'library', tableId: 'mixed' };
    const { total, rows: found } = await guest().listRows(asked);
    expect([total, found.map((row) => row.$id)]).toEqual([1, ['open']]);
    expect((await owner(running.endpoint).listRows(asked)).total).toBe(2);
  });

  it.each([
    ['POST', { rows: [{ categoryName: 'x' }] }, 401, 'general_unauthorized_scope'],
    ['PUT', { rows: [{ categoryName: 'x' }] }, 404, 'database_not_found'],
    ['PATCH', { data: { categoryName: 'x' } }, 404, 'database_not_found'],
    ['DELETE', {}, 404, 'database_not_found'],
  ])('bulk %s of a visitor', async (method, body, status, type) => {
    const { json } = await raw(running.endpoint, '/tablesdb/library/tables/categories/rows', {
      method,
      body: JSON.stringify(body),
    });
    expect([json.code, json.type]).toEqual([status, type]);
  });

  it.each([
    '/tablesdb',
    '/tablesdb/library',
    '/tablesdb/library/tables',
    '/tablesdb/library/tables/files',
    '/tablesdb/library/tables/files/columns',
    '/users',
  ])('management of %s is for keys', async (path) => {
    const { json } = await raw(running.endpoint, path);
    expect([json.code, json.type]).toEqual([401, 'general_unauthorized_scope']);
  });

  it('and to a key it says where the schema is', async () => {
    const { json } = await raw(running.endpoint, '/tablesdb/library/tables', {
      headers: { 'X-Appwrite-Key': KEY },
    });
    expect([json.code, json.type, json.message]).toEqual([
      405,
      'general_not_implemented',
      expect.stringContaining('appwrite.config.json'),
    ]);
  });
});

describe('contract 1.3 and 1.4: errors', () => {
  it('have one shape and are never cached', async () => {
    const { status, json, headers } = await raw(running.endpoint, `${rows}/nobody`);
    expect(json).toEqual({
      message: "Row with the requested ID 'nobody' could not be found.",
      code: status,
      type: 'row_not_found',
      version: '2.0.0',
    });
    expect([headers.get('cache-control'), headers.get('pragma'), headers.get('expires')]).toEqual([
      'no-cache, no-store, must-revalidate',
      'no-cache',
      '0',
    ]);
  });

  it('an unknown path is 404 in JSON', async () => {
    const { json } = await raw(running.endpoint, '/nope');
    expect([json.code, json.type]).toEqual([404, 'general_route_not_found']);
  });

  const uid =
    "UID must contain at most 36 chars. Valid chars are a-z, A-Z, 0-9, and underscore. Can't start with a leading underscore";
  it.each([
    ['/tablesdb/_x/tables/files/rows', 'databaseId'],
    ['/tablesdb/library/tables/..%2f..%2fetc/rows', 'tableId'],
    [`${rows}/${'x'.repeat(37)}`, 'rowId'],
    [`${rows}/%00`, 'rowId'],
    ['/tablesdb/transactions/_x', 'transactionId'],
  ])('%s: a malformed id is 400', async (path, name) => {
    const { json } = await raw(running.endpoint, path);
    expect([json.type, json.message]).toEqual([
      'general_argument_invalid',
      `Invalid \`${name}\` param: ${uid}`,
    ]);
  });

  it.each([
    ['total=maybe', 'Invalid `total` param: Value must be a valid boolean'],
    ['ttl=86401', 'Invalid `ttl` param: Value must be a valid range between 0 and 86,400'],
  ])('?%s is 400', async (search, message) => {
    expect((await raw(running.endpoint, `${rows}?${search}`)).json.message).toBe(message);
  });

  it('HEAD is GET without a body', async () => {
    const { status, text } = await raw(running.endpoint, rows, { method: 'HEAD' });
    expect([status, text]).toEqual([200, '']);
  });
});

describe('contract 1.5: answers above 1 KB are packed', () => {
  it.each([
    [rows, 'gzip, deflate, br', 'gzip'],
    [rows, 'identity', null],
    [rows, 'gzip;q=0', null],
    [`${rows}/lesson1`, 'gzip', null],
    ['/ping', 'gzip', null],
  ])('%s for %s: %s', async (path, accepted, packed) => {
    const { headers, text } = await raw(running.endpoint, path, { headers: { 'Accept-Encoding': accepted } });
    expect([headers.get('content-encoding'), text.length > 3]).toEqual([packed, true]);
  });
});

describe('contract 1.6: origins', () => {
  const from = (origin: string, init: RequestInit = {}) =>
    raw(running.endpoint, '/ping', { ...init, headers: { Origin: origin, ...(init.headers as object) } });

  it.each([
    'https://site.example',
    'http://site.example:8080',
    'https://OTHER.example',
    'http://localhost:3000',
    'http://127.0.0.1:1',
    'http://[::1]:5173',
  ])('%s may read', async (origin) => {
    const { status, headers } = await from(origin);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, origin.toLowerCase()]);
    expect(headers.get('access-control-allow-credentials')).toBe('true');
    expect(headers.get('vary')).toContain('Origin');
  });

  it.each([
    'https://evil.example',
    'https://sub.site.example',
    'https://site.example.evil.example',
    'http://localhost.example.com',
    'http://127.0.0.2',
    'http://xlocalhost',
    'http://localhost.',
    'null',
    'file://',
  ])('%s may not, and cannot read why', async (origin) => {
    const { status, json, headers } = await from(origin);
    expect([status, json.type, headers.get('access-control-allow-origin')]).toEqual([
      403,
      'general_unknown_origin',
      null,
    ]);
  });

  it('the refusal names the host', async () => {
    expect((await from('https://evil.example')).json.message).toBe(
      'Invalid Origin. Register your new client (evil.example) as a new Web platform on your project console dashboard',
    );
  });

  it('a key needs no origin', async () => {
    const { status, headers } = await from('https://evil.example', { headers: { 'X-Appwrite-Key': KEY } });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });

  it('a preflight always succeeds, without a project', async () => {
    const response = await fetch(running.endpoint + rows, {
      method: 'OPTIONS',
      headers: { Origin: 'https://Evil.example' },
    });
    expect([response.status, await response.text(), response.headers.get('content-type')]).toEqual([
      204,
      '',
      null,
    ]);
    expect(response.headers.get('access-control-allow-origin')).toBe('https://evil.example');
    expect(response.headers.get('access-control-allow-methods')).toBe('GET, POST, PUT, PATCH, DELETE');
    expect(response.headers.get('access-control-max-age')).toBe('86400');
    expect(response.headers.get('access-control-allow-credentials')).toBe('true');
    expect(response.headers.get('access-control-expose-headers')).toBe(
      'X-Appwrite-Session, X-Fallback-Cookies',
    );
    const allowed = response.headers.get('access-control-allow-headers')?.split(', ');
    expect(allowed).toEqual(
      expect.arrayContaining([
        'X-Appwrite-Project',
        'X-Appwrite-ID',
        'Content-Range',
        'X-Fallback-Cookies',
        'X-SDK-Name',
      ]),
    );
  });
});

describe('contract 1.8 and rule X3', () => {
  it('both SDKs ping', async () => {
    const browser = new web.Client().setEndpoint(running.endpoint).setProject('minbar');
    const node = new server.Client().setEndpoint(running.endpoint).setProject('minbar');
    expect([await browser.ping(), await node.ping()]).toEqual([{ message: 'Pong!' }, { message: 'Pong!' }]);
  });

  it('ping is plain text', async () => {
    const { text, headers } = await raw(running.endpoint, '/ping');
    expect([text, headers.get('content-type')]).toEqual(['Pong!', expect.stringContaining('text/plain')]);
  });

  it('health is for keys, the version for everyone', async () => {
    expect((await raw(running.endpoint, '/health')).json).toMatchObject({
      code: 401,
      type: 'general_unauthorized_scope',
      message: 'User (role: guests) missing scopes (["health.read"])',
    });
    expect((await raw(running.endpoint, '/health', { headers: { 'X-Appwrite-Key': KEY } })).json).toEqual({
      name: 'http',
      status: 'pass',
      ping: 0,
    });
    expect((await raw(running.endpoint, '/health/version')).json).toEqual({ version: '2.0.0' });
  });

  it.each(['/ping', rows, `${rows}/nobody`, '/nope', `${rows}?queries[0]=x`])(
    '%s is safe to open',
    async (path) => {
      const { headers } = await raw(running.endpoint, path);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
      expect(headers.get('x-robots-tag')).toBe('noindex');
      expect([headers.get('server'), headers.get('x-powered-by'), headers.get('set-cookie')]).toEqual([
        null,
        null,
        null,
      ]);
    },
  );

  it('rule X13: other methods are 405 and say which are answered', async () => {
    const { status, headers } = await raw(running.endpoint, rows, { method: 'PROPFIND' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS']);
  });

  it('rule X13: a method in a header is ignored', async () => {
    const headers = { 'X-HTTP-Method-Override': 'DELETE', 'X-Appwrite-Key': KEY };
    expect((await raw(running.endpoint, `${rows}/lesson1`, { headers })).json.$id).toBe('lesson1');
  });
});
