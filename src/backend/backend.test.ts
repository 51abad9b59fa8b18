import { DatabaseSync, StatementSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openPaths } from '../../tests/support/open-files.ts';
import { createTestFolder } from '../../tests/support/temporary-folder.ts';
import { type Backend, openBackend } from './backend.ts';
import { readSchema } from './schema.ts';
import { FilesMissing } from './storage/sweep.ts';

const schema = readSchema(new URL('../../appwrite.config.json', import.meta.url).pathname);
const files = 'library/tables/files/rows';

let dataDir: string;
let backend: Backend;
beforeEach(async () => {
  dataDir = createTestFolder();
  backend = openBackend({ dataDir, schema, apiKeys: ['key'] });
  await send('POST', 'library/tables/categories/rows', { rowId: 'c', data: { categoryName: 'Prayer' } });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await backend.close();
});

async function send(method: string, path: string, body?: object) {
  const headers = { 'x-appwrite-project': schema.projectId, 'x-appwrite-key': 'key' };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await backend.app.request(`/v1/tablesdb/${path}`, init);
  const text = await response.text();
  return { status: response.status, json: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) };
}

/** Counts the SQL statements that run during `work`. */
async function countStatements(work: () => Promise<unknown>): Promise<number> {
  const prototype = StatementSync.prototype;
  const spies = [
    ...(['run', 'get', 'all', 'iterate'] as const).map((method) => vi.spyOn(prototype, method)),
    vi.spyOn(DatabaseSync.prototype, 'exec'),
  ];
  for (const spy of spies) spy.mockClear();
  await work();
  return spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
}

const lesson = (id: string) => ({
  rowId: id,
  data: { url: 'https://a.example/', fileName: `${id}.pdf`, fileSize: 1, fileId: id, category: 'c' },
});

it('publishes, changes and removes a title with at most 15 statements each', async () => {
  await send('POST', files, lesson('first'));
  expect(await countStatements(() => send('POST', files, lesson('one')))).toBeLessThanOrEqual(15);
  const change = { data: { fileName: 'Other.pdf' } };
  expect(await countStatements(() => send('PATCH', `${files}/one`, change))).toBeLessThanOrEqual(15);
  expect(await countStatements(() => send('DELETE', `${files}/one`))).toBeLessThanOrEqual(15);
});

it('reads a transaction of 100 writes with at most 12 statements per write', async () => {
  const transactionId = (await send('POST', 'transactions', {})).json.$id;
  const operations = Array.from({ length: 100 }, (_, n) => {
    const { rowId, data } = lesson(`staged${n}`);
    return { action: 'create', databaseId: 'library', tableId: 'files', rowId, data };
  });
  await send('POST', `transactions/${transactionId}/operations`, { operations });
  const read = () => send('GET', `${files}?transactionId=${transactionId}`);
  expect((await read()).json.total).toBe(100);
  expect(await countStatements(read)).toBeLessThanOrEqual(100 * 12);
});

it.runIf(process.platform === 'linux')('leaves no file open if the store of files cannot be opened', () => {
  const { database } = backend;
  database.exec(`INSERT INTO storage_files (bucket_id, id, created, updated, permissions, name, folder, size, chunks_total, sha256)
    VALUES ('pdfs', 'lost', '', '', '[]', 'lost.pdf', '', 1, 1, 'x')`);
  const otherFolder = createTestFolder();
  database.prepare('VACUUM INTO ?').run(`${otherFolder}/minbar.db`);
  expect(() => openBackend({ dataDir: otherFolder, schema, apiKeys: [] })).toThrow(FilesMissing);
  expect(openPaths().filter((path) => path.startsWith(otherFolder))).toEqual([]);
});
