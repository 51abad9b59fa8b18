import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY, type RunningBackend } from '../support/backend.ts';
import { owner } from '../support/clients.ts';
import { answerOf, type RecordedAnswer, startRecordedLibrary } from './support/recorded-library.ts';

let running: RunningBackend;
beforeAll(async () => {
  running = await startRecordedLibrary();
});
afterAll(() => running.stop());

/** One response of a real server per line. */
const answers = readFileSync(new URL('recorded-answers.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as RecordedAnswer);
const compatibility = readFileSync(new URL('../../docs/compatibility.md', import.meta.url), 'utf8');

/** Undoes possible writes of a request. */
async function restore({ ask }: RecordedAnswer): Promise<void> {
  if (ask.startsWith('GET')) return;
  const tables = owner(running.endpoint);
  const files = { databaseId: 'library', tableId: 'files' };
  for (const rowId of ['w1', 'x1', 'x']) await tables.deleteRow({ ...files, rowId }).catch(() => undefined);
  await tables.updateRow({ ...files, rowId: 'r01', data: { category: 'c3', fileSize: 50 } });
}

// Recorded responses of a real Appwrite 1.9.6 on PostgreSQL 18.
describe('recorded responses of Appwrite', () => {
  it.each(answers.map((answer) => [titleOf(answer), answer] as const))('%s', async (_, one) => {
    const answer = await answerOf(running.endpoint, one).finally(() => restore(one));
    expect(answer).toBe(one.here ?? one.real);
    if (one.here !== undefined) expect(answer).not.toBe(one.real);
  });

  it('every intended difference is documented', () => {
    const reasons = new Set(answers.flatMap(({ because }) => because ?? []));
    expect([...reasons].filter((row) => !compatibility.includes(`\n| ${row}`))).toEqual([]);
    expect(answers.filter(({ here, because }) => (here === undefined) !== (because === undefined))).toEqual(
      [],
    );
  });
});

function titleOf({ ask, key, project, headers, queries, body }: RecordedAnswer): string {
  const rest = { ...(key ? { key } : {}), ...(project === undefined ? {} : { project }), ...headers };
  return `${ask} ${[rest, ...(queries ?? []), body ?? ''].map((part) => JSON.stringify(part)).join(' ')}`.slice(
    0,
    150,
  );
}

it('invalid UTF-8 in a body is replaced, and a truncated body counts as empty', async () => {
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

describe('files', () => {
  const ask = (key: boolean, ask: string, body?: object) => answerOf(running.endpoint, { key, ask, body });
  const path = '/storage/buckets/pdfs/files';

  it('a visitor cannot write them', async () => {
    const refusalOf = (action: string) =>
      `401 user_unauthorized: No permissions provided for action '${action}'`;
    expect(await ask(false, `POST ${path}`, { name: 'x' })).toBe(refusalOf('create'));
    expect(await ask(false, `PUT ${path}/nobody`, { name: 'x' })).toBe(refusalOf('update'));
    expect(await ask(false, `DELETE ${path}/nobody`)).toBe(refusalOf('delete'));
  });

  it('a new name has at most 128 characters', async () => {
    const form = new FormData();
    form.append('fileId', 'long');
    form.append('file', new File(['%PDF-1.7\n'], 'Long.pdf'));
    const headers = { 'X-Appwrite-Project': 'minbar', 'X-Appwrite-Key': KEY };
    await fetch(running.endpoint + path, { method: 'POST', headers, body: form });
    const rename = (name: string) => ask(true, `PUT ${path}/long`, { name });
    const wrong =
      '400 general_argument_invalid: Invalid `name` param: Value must be a valid string and at least 1 chars and no longer than 128 chars';
    expect(await rename('')).toBe(wrong);
    expect(await rename('د'.repeat(129))).toBe(wrong);
    expect(await rename('د'.repeat(128))).toMatch(/^200 /);
    expect(await ask(true, `PUT ${path}/long`, { permissions: ['x'] })).toBe(
      '400 general_argument_invalid: Invalid `permissions` param: Permission "x" is not allowed. Must be one of: create, read, update, delete, write. or null',
    );
  });
});
