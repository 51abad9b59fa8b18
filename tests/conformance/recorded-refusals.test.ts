import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY, type RunningBackend } from '../support/backend.ts';
import { startQueriedLibrary } from '../support/queried-library.ts';

let running: RunningBackend;
beforeAll(async () => {
  running = await startQueriedLibrary();
});
afterAll(() => running.stop());

const rows = '/tablesdb/library/tables/files/rows';
const guest = { 'X-Appwrite-Project': 'minbar' };
const keyed = { ...guest, 'X-Appwrite-Key': KEY };

async function ask(path: string, init: RequestInit = {}): Promise<string> {
  const headers = { 'content-type': 'application/json', ...(init.headers ?? guest) };
  const { status, body } = await fetch(running.endpoint + path, { ...init, headers }).then(
    async (answer) => ({
      status: answer.status,
      body: (await answer.json()) as { type?: string; message?: string },
    }),
  );
  return `${status} ${body.type}: ${body.message}`;
}

// What a genuine Appwrite 1.9.6 was recorded to answer.
describe('queries', () => {
  const invalid = (name: string) => `Invalid query: Query value is invalid for attribute "${name}"`;
  it.each([
    ['contains', 'fileSize', ['e'], invalid('fileSize')],
    ['startsWith', 'fileSize', ['A'], invalid('fileSize')],
    ['search', 'fileSize', ['lesson'], invalid('fileSize')],
    ['contains', '$createdAt', ['e'], invalid('$createdAt')],
    ['startsWith', '$updatedAt', ['A'], invalid('$updatedAt')],
    ['search', '$sequence', ['lesson'], invalid('$sequence')],
    ['isNull', 'fileName', [1], invalid('fileName')],
    ['isNotNull', 'fileName', [null], invalid('fileName')],
    ['isNull', 'fileName', [{}], invalid('fileName')],
    ['equal', 'category.$id', [10], invalid('$id')],
    ['equal', 'category.nope', ['Zeta'], 'Invalid query: Attribute not found in schema: nope'],
    ['isNull', 'category.nope', [], 'Invalid query: Attribute not found in schema: nope'],
    ['offset', undefined, ['x'], 'Invalid query: Invalid limit: Value must be a valid number'],
    ['offset', undefined, [null], 'Invalid query: Invalid limit: Value must be a valid number'],
  ])('%s on %s with %j', async (method, attribute, values, message) => {
    const query = encodeURIComponent(JSON.stringify({ method, attribute, values }));
    expect(await ask(`${rows}?queries[0]=${query}`)).toBe(`400 general_query_invalid: ${message}`);
  });
});

describe('callers', () => {
  it.each([
    [
      'nobody’s project',
      {},
      '401 general_access_forbidden: No Appwrite project was specified. Please specify your project ID when initializing your Appwrite SDK.',
    ],
    [
      'a key without its project',
      { 'X-Appwrite-Key': KEY },
      '403 project_id_missing: When using project API key, make sure to pass x-appwrite-project header with your project ID.',
    ],
  ])('%s', async (_, headers: Record<string, string>, answer) => {
    expect(await ask(rows, { headers })).toBe(answer);
  });

  it.each([
    ['POST', '/storage/buckets/pdfs/files', 'create'],
    ['PUT', '/storage/buckets/pdfs/files/nobody', 'update'],
    ['DELETE', '/storage/buckets/pdfs/files/nobody', 'delete'],
  ])('a guest’s %s of a file', async (method, path, action) => {
    const init = method === 'DELETE' ? { method } : { method, body: '{"name":"x"}' };
    expect(await ask(path, init)).toBe(
      `401 user_unauthorized: No permissions provided for action '${action}'`,
    );
  });
});

describe('writes', () => {
  const lesson = { url: 'u', fileName: 'n', fileSize: 1, fileId: 'f' };
  const create = (body: object) => ask(rows, { method: 'POST', headers: keyed, body: JSON.stringify(body) });
  const number =
    'Value must be a valid signed 64-bit integer between -9,223,372,036,854,775,808 and 9,223,372,036,854,775,808';
  it.each(['x', 1.5, '5'])('a size of %j', async (fileSize) => {
    expect(await create({ rowId: 'w1', data: { ...lesson, fileSize } })).toBe(
      `400 row_invalid_structure: Invalid document structure: Attribute "fileSize" has invalid format. ${number}`,
    );
  });

  it.each([
    ['x', 'Permissions must be an array of strings. or null'],
    [{}, 'Permissions must be an array of strings. or null'],
    [
      ['read("bogus")'],
      'Role "bogus" is not allowed. Must be one of: any, guests, users, user, team, member, label. or null',
    ],
    [['x'], 'Permission "x" is not allowed. Must be one of: read, update, delete, write. or null'],
  ])('permissions of %j', async (permissions, message) => {
    expect(await create({ rowId: 'w1', data: lesson, permissions })).toBe(
      `400 general_argument_invalid: Invalid `.concat('`permissions` param: ', message),
    );
  });

  it('a file is renamed to 128 characters at most', async () => {
    const form = new FormData();
    form.append('fileId', 'long');
    form.append('file', new File(['%PDF-1.7\n'], 'Long.pdf'));
    await fetch(`${running.endpoint}/storage/buckets/pdfs/files`, {
      method: 'POST',
      headers: keyed,
      body: form,
    });
    const rename = (name: string) => {
      const headers = { ...keyed, 'content-type': 'application/json' };
      return ask('/storage/buckets/pdfs/files/long', {
        method: 'PUT',
        headers,
        body: JSON.stringify({ name }),
      });
    };
    expect(await rename('د'.repeat(129))).toBe(
      '400 general_argument_invalid: Invalid '.concat(
        '`name` param: Value must be a valid string and at least 1 chars and no longer than 128 chars',
      ),
    );
    expect(await rename('د'.repeat(128))).toMatch(/^200/);
  });

  const count = (column: string, body: object) =>
    ask(`${rows}/lesson1/${column}/increment`, {
      method: 'PATCH',
      headers: keyed,
      body: JSON.stringify(body),
    });
  it('a count of a system column', async () => {
    expect(await count('$sequence', {})).toBe(
      "400 general_argument_invalid: Invalid `column` param: Parameter must contain at most 36 chars. Valid chars are a-z, A-Z, 0-9, period, hyphen, and underscore. Can't start with a special char",
    );
  });
  it('a count by a number in quotes', async () => {
    expect(await count('fileSize', { value: '2' })).toMatch(/^200/);
    expect(await count('fileName', { value: '2' })).toBe(
      '400 attribute_type_invalid: tablesDB "fileName" is not a number',
    );
  });
});
