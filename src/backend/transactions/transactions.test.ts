import { DatabaseSync } from 'node:sqlite';
import { expect, it, vi } from 'vitest';
import { createTestFolder } from '../../../tests/support/temporary-folder.ts';
import { openBackend } from '../backend.ts';
import { toSchema } from '../schema.ts';

const schema = toSchema({
  projectId: 'p',
  tablesDB: [{ $id: 'd' }],
  tables: [{ $id: 't', databaseId: 'd', columns: [{ key: 'text', type: 'string' }] }],
});

it('can repeat a commit that failed on a full disk', async () => {
  const dataDir = createTestFolder();
  const backend = openBackend({ dataDir, schema, apiKeys: ['key'] });
  const send = async (method: string, path: string, body: object) => {
    const headers = { 'x-appwrite-project': 'p', 'x-appwrite-key': 'key' };
    const init = { method, headers, body: JSON.stringify(body) };
    const response = await backend.app.request(`/v1/tablesdb/${path}`, init);
    return { code: response.status, json: (await response.json()) as Record<string, unknown> };
  };
  try {
    const transactionId = (await send('POST', 'transactions', {})).json.$id;
    await send('POST', 'd/tables/t/rows', { rowId: 'a', data: { text: 'x' }, transactionId });
    const execSpy = vi.spyOn(DatabaseSync.prototype, 'exec');
    const diskFullError = Object.assign(new Error('database or disk is full'), { errcode: 13 });
    execSpy.mockImplementationOnce(() => {
      throw diskFullError;
    });
    const commit = () => send('PATCH', `transactions/${transactionId}`, { commit: true });
    expect((await commit()).json.type).toBe('database_full');
    expect(await commit()).toMatchObject({ code: 200, json: { status: 'committed' } });
    expect(backend.readRows('d', 't', {}).map((row) => row._id)).toEqual(['a']);
  } finally {
    vi.restoreAllMocks();
    await backend.close();
  }
});
