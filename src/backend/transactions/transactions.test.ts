import { DatabaseSync, StatementSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTestFolder } from '../../../tests/support/temporary-folder.ts';
import { type Backend, openBackend } from '../backend.ts';
import { toSchema } from '../schema.ts';

const schema = toSchema({
  projectId: 'p',
  tablesDB: [{ $id: 'd' }],
  tables: [{ $id: 't', databaseId: 'd', columns: [{ key: 'text', type: 'string' }] }],
});

const diskFullError = Object.assign(new Error('database or disk is full'), { errcode: 13 });

let backend: Backend;
beforeEach(() => {
  backend = openBackend({ dataDir: createTestFolder(), schema, apiKeys: ['key'] });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await backend.close();
});

async function send(method: string, path: string, body?: object) {
  const headers = { 'x-appwrite-project': 'p', 'x-appwrite-key': 'key' };
  const init = { method, headers, ...(body && { body: JSON.stringify(body) }) };
  const response = await backend.app.request(`/v1/tablesdb/${path}`, init);
  return { code: response.status, json: (await response.json()) as Record<string, unknown> };
}

/** Begins a transaction that creates the row "a". Returns its id. */
async function stageRow() {
  const transactionId = (await send('POST', 'transactions', {})).json.$id;
  await send('POST', 'd/tables/t/rows', { rowId: 'a', data: { text: 'x' }, transactionId });
  return transactionId;
}

it('can repeat a commit that failed on a full disk', async () => {
  const transactionId = await stageRow();
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementationOnce(() => {
    throw diskFullError;
  });
  const commit = () => send('PATCH', `transactions/${transactionId}`, { commit: true });
  expect((await commit()).json.type).toBe('database_full');
  expect(await commit()).toMatchObject({ code: 200, json: { status: 'committed' } });
  expect(backend.readRows('d', 't', {}).map((row) => row._id)).toEqual(['a']);
});

it('reports a full disk during a read of staged rows, although SQLite has ended the transaction', async () => {
  const read = `d/tables/t/rows?transactionId=${await stageRow()}`;
  vi.spyOn(StatementSync.prototype, 'run').mockImplementationOnce(() => {
    backend.database.exec('ROLLBACK');
    throw diskFullError;
  });
  expect((await send('GET', read)).json.type).toBe('database_full');
  expect((await send('GET', read)).json.total).toBe(1);
});
