import * as web from 'appwrite';
import * as server from 'node-appwrite';
import { describe, expect, it, vi } from 'vitest';
import { KEY } from '../support/backend.ts';
import { sendRaw } from '../support/clients.ts';
import { setUpWideLibrary } from './support/wide-library.ts';

const running = setUpWideLibrary();

const rows = '/tablesdb/library/tables/files/rows';

describe('errors', () => {
  it('have one format and are never cached', async () => {
    const { status, json, headers } = await sendRaw(running.endpoint, `${rows}/nobody`);
    expect(json).toEqual({
      message: "Row with the requested ID 'nobody' could not be found.",
      code: status,
      type: 'row_not_found',
      version: '2.3.0',
    });
    expect([headers.get('cache-control'), headers.get('pragma'), headers.get('expires')]).toEqual([
      'no-cache, no-store, must-revalidate',
      'no-cache',
      '0',
    ]);
  });

  const uid =
    "UID must contain at most 36 chars. Valid chars are a-z, A-Z, 0-9, and underscore. Can't start with a leading underscore";
  it.each([
    ['/tablesdb/_x/tables/files/rows', 'databaseId'],
    ['/tablesdb/library/tables/..%2f..%2fetc/rows', 'tableId'],
    [`${rows}/${'x'.repeat(37)}`, 'rowId'],
    [`${rows}/%00`, 'rowId'],
    ['/tablesdb/transactions/_x', 'transactionId'],
  ])('have status 400 for the malformed id in %s', async (path, name) => {
    const { json } = await sendRaw(running.endpoint, path);
    expect([json.type, json.message]).toEqual([
      'general_argument_invalid',
      `Invalid \`${name}\` param: ${uid}`,
    ]);
  });

  it.each([
    ['total=maybe', 'Invalid `total` param: Value must be a valid boolean'],
    ['ttl=86401', 'Invalid `ttl` param: Value must be a valid range between 0 and 86,400'],
  ])('have status 400 for ?%s', async (search, message) => {
    expect((await sendRaw(running.endpoint, `${rows}?${search}`)).json.message).toBe(message);
  });

  it('report the first failed check', async () => {
    const errorType = async (path: string) => (await sendRaw(running.endpoint, path)).json.type;
    const malformedQuery = encodeURIComponent('{"method"');
    expect(await errorType(`/tablesdb/_x/tables/nope/rows?queries[0]=${malformedQuery}`)).toBe(
      'general_argument_invalid',
    );
    expect(await errorType(`/tablesdb/nope/tables/nope/rows?queries[0]=`)).toBe('general_argument_invalid');
    expect(await errorType(`/tablesdb/nope/tables/nope/rows?queries[0]=${malformedQuery}`)).toBe(
      'database_not_found',
    );
    expect(await errorType(`/tablesdb/library/tables/nope/rows?queries[0]=${malformedQuery}`)).toBe(
      'table_not_found',
    );
    expect(await errorType(`/tablesdb/library/tables/secret/rows?queries[0]=${malformedQuery}`)).toBe(
      'general_query_invalid',
    );
    expect(await errorType(`/tablesdb/library/tables/secret/rows`)).toBe('user_unauthorized');
  });

  it('HEAD responds like GET, without a body', async () => {
    const { status, text } = await sendRaw(running.endpoint, rows, { method: 'HEAD' });
    expect([status, text]).toEqual([200, '']);
  });
});

describe('the compression of rows', () => {
  it.each([
    [rows, 'gzip, deflate, br', 'gzip'],
    [rows, 'identity', null],
    [rows, 'gzip;q=0', null],
    [`${rows}/lesson1`, 'gzip', 'gzip'],
    ['/ping', 'gzip', null],
  ])('of %s for %s: %s', async (path, accepted, packed) => {
    const { headers, text } = await sendRaw(running.endpoint, path, {
      headers: { 'Accept-Encoding': accepted },
    });
    expect([headers.get('content-encoding'), text.length > 3]).toEqual([packed, true]);
  });

  it('does not apply to responses to writes', async () => {
    const { status, headers, text } = await sendRaw(
      running.endpoint,
      '/tablesdb/library/tables/categories/rows',
      {
        method: 'POST',
        headers: { 'X-Appwrite-Key': KEY, 'Content-Type': 'application/json', 'Accept-Encoding': 'gzip' },
        body: JSON.stringify({
          rows: Array.from({ length: 20 }, (_, n) => ({
            $id: `packed${n}`,
            categoryName: `Packed ${n}`,
          })),
        }),
      },
    );
    expect([status, headers.get('content-encoding'), text.length > 1024]).toEqual([201, null, true]);
  });
});

describe('small routes', () => {
  it('respond to the ping of both SDKs', async () => {
    const browser = new web.Client().setEndpoint(running.endpoint).setProject('minbar');
    const node = new server.Client().setEndpoint(running.endpoint).setProject('minbar');
    expect([await browser.ping(), await node.ping()]).toEqual([{ message: 'Pong!' }, { message: 'Pong!' }]);
  });

  it('respond to a ping in plain text', async () => {
    const { text, headers } = await sendRaw(running.endpoint, '/ping');
    expect([text, headers.get('content-type')]).toEqual(['Pong!', expect.stringContaining('text/plain')]);
  });

  it('require a key for /health, but not for the version', async () => {
    expect((await sendRaw(running.endpoint, '/health')).json).toMatchObject({
      code: 401,
      type: 'general_unauthorized_scope',
      message: 'User (role: guests) missing scopes (["health.read"])',
    });
    expect((await sendRaw(running.endpoint, '/health', { headers: { 'X-Appwrite-Key': KEY } })).json).toEqual(
      {
        name: 'http',
        status: 'pass',
        ping: 0,
      },
    );
    expect((await sendRaw(running.endpoint, '/health/version')).json).toEqual({ version: '2.3.0' });
  });

  it.each(['/ping', rows, `${rows}/nobody`, '/nope', `${rows}?queries[0]=x`])(
    'send security headers for %s',
    async (path) => {
      const { headers } = await sendRaw(running.endpoint, path);
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

  it('refuse other methods with 405 and list the supported ones', async () => {
    const { status, headers } = await sendRaw(running.endpoint, rows, { method: 'PROPFIND' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS']);
  });

  it('ignore a method in a header', async () => {
    const headers = { 'X-HTTP-Method-Override': 'DELETE', 'X-Appwrite-Key': KEY };
    expect((await sendRaw(running.endpoint, `${rows}/lesson1`, { headers })).json.$id).toBe('lesson1');
  });
});

describe('the SDKs of this project', () => {
  it.each([
    ['appwrite', () => new web.Client()],
    ['node-appwrite', () => new server.Client()],
  ])('%s receives no warning', async (_, create) => {
    const warn = vi.spyOn(console, 'warn');
    const client = create().setEndpoint(running.endpoint).setProject('minbar');
    await client.ping();
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });
});
