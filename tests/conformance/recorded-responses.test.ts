import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { KEY } from '../support/backend.ts';
import { setUpBackend } from '../support/backend-setup.ts';
import { owner } from '../support/clients.ts';
import { type RecordedResponse, responseOf, startRecordedLibrary } from './support/recorded-library.ts';

const running = setUpBackend(startRecordedLibrary);

/** One request and response per line. */
const recordings = readFileSync(new URL('recorded-responses.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as RecordedResponse);
const compatibility = readFileSync(new URL('../../docs/compatibility.md', import.meta.url), 'utf8');

/** Undoes the writes that a recorded request may make. */
async function restore({ request }: RecordedResponse): Promise<void> {
  if (request.startsWith('GET')) return;
  const tables = owner(running.endpoint);
  const files = { databaseId: 'library', tableId: 'files' };
  for (const rowId of ['w1', 'x1', 'x']) await tables.deleteRow({ ...files, rowId }).catch(() => undefined);
  await tables.updateRow({ ...files, rowId: 'r01', data: { category: 'c3', fileSize: 50 } });
}

// The responses were recorded from a real Appwrite 1.9.6 on PostgreSQL 18.
describe('recorded responses of Appwrite', () => {
  it.each(recordings.map((recording) => [titleOf(recording), recording] as const))(
    '%s',
    async (_, recording) => {
      const response = await responseOf(running.endpoint, recording).finally(() => restore(recording));
      expect(response).toBe(recording.minbar ?? recording.appwrite);
      if (recording.minbar !== undefined) expect(response).not.toBe(recording.appwrite);
    },
  );

  it('documents every intended difference', () => {
    const reasons = new Set(recordings.flatMap(({ reason }) => reason ?? []));
    expect([...reasons].filter((reason) => !compatibility.includes(`\n| ${reason}`))).toEqual([]);
    expect(
      recordings.filter(({ minbar, reason }) => (minbar === undefined) !== (reason === undefined)),
    ).toEqual([]);
  });
});

function titleOf({ request, key, project, headers, queries, body }: RecordedResponse): string {
  const settings = { ...(key ? { key } : {}), ...(project === undefined ? {} : { project }), ...headers };
  return `${request} ${[settings, ...(queries ?? []), body ?? ''].map((part) => JSON.stringify(part)).join(' ')}`.slice(
    0,
    150,
  );
}

it('replaces invalid UTF-8 in a body, and treats a truncated body as empty', async () => {
  const headers = {
    'X-Appwrite-Project': 'minbar',
    'X-Appwrite-Key': KEY,
    'content-type': 'application/json',
  };
  const post = async (end: string) => {
    const body = Buffer.from(`{"rowId":"bytes","data":{"categoryName":"a\xff${end}`, 'latin1');
    const path = '/tablesdb/library/tables/categories/rows';
    return (await fetch(running.endpoint + path, { method: 'POST', headers, body })).json();
  };
  expect(await post('')).toMatchObject({ type: 'row_missing_data' });
  expect(await post('b"}}')).toMatchObject({ $id: 'bytes', categoryName: 'a\ufffdb' });
});

it('refuses an empty new name of a file, one longer than 128 characters, and an invalid permission', async () => {
  const path = '/storage/buckets/pdfs/files/p1';
  const change = (body: object) => responseOf(running.endpoint, { key: true, request: `PUT ${path}`, body });
  const invalidName =
    '400 general_argument_invalid: Invalid `name` param: Value must be a valid string and at least 1 chars and no longer than 128 chars';
  expect(await change({ name: '' })).toBe(invalidName);
  expect(await change({ name: 'د'.repeat(129) })).toBe(invalidName);
  expect(await change({ name: 'د'.repeat(128) })).toMatch(/^200 /);
  expect(await change({ permissions: ['x'] })).toBe(
    '400 general_argument_invalid: Invalid `permissions` param: Permission "x" is not allowed. Must be one of: create, read, update, delete, write. or null',
  );
});
