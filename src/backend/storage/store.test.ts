import { existsSync, fdatasync, readdirSync } from 'node:fs';
import * as promises from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { createTestFolder } from '../../../tests/support/temporary-folder.ts';
import { openBackend } from '../backend.ts';
import { toSchema } from '../schema.ts';

vi.mock(import('node:fs'), { spy: true });
vi.mock(import('node:fs/promises'), { spy: true });
afterEach(() => void vi.restoreAllMocks());

const schema = toSchema({
  projectId: 'p',
  tablesDB: [],
  tables: [],
  buckets: [{ $id: 'pdfs', allowedFileExtensions: ['pdf'], $permissions: ['read("any")'] }],
});

test('a removal whose flush fails has an event, because the row is gone, and keeps the bytes', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const dataDir = createTestFolder();
  const diskError = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
  let isFaulty = false;
  vi.mocked(fdatasync).mockImplementation((_, callback) => callback(isFaulty ? diskError : null));
  const backend = openBackend({ dataDir, schema, apiKeys: ['key'] });
  const file = { bucketId: 'pdfs', fileId: 'one', name: 'one.pdf' };
  await backend.storeFile(file, Buffer.from('%PDF-1.4 one'));
  const path = backend.filePath('pdfs', 'one') ?? '';
  const events: string[] = [];
  backend.onChange((change) => events.push(`${change.action} ${change.payload.$id}`));
  isFaulty = true;
  const response = await backend.app.request('/v1/storage/buckets/pdfs/files/one', {
    method: 'DELETE',
    headers: { 'x-appwrite-project': 'p', 'x-appwrite-key': 'key' },
  });
  expect([response.status, backend.filePath('pdfs', 'one'), events]).toEqual([
    500,
    undefined,
    ['delete one'],
  ]);
  expect(existsSync(path)).toBe(true);
  isFaulty = false;
  await backend.close();
});

test('a removal is done, and the next start quarantines the bytes, if they cannot be deleted', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => {});
  const dataDir = createTestFolder();
  const backend = openBackend({ dataDir, schema, apiKeys: ['key'] });
  const events: string[] = [];
  backend.onChange((change) => events.push(`${change.action} ${change.payload.$id}`));
  for (const fileId of ['one', 'two']) {
    const file = { bucketId: 'pdfs', fileId, name: `${fileId}.pdf` };
    await backend.storeFile(file, Buffer.from(`%PDF-1.4 ${fileId}`));
  }
  const lockedPaths = ['one', 'two'].map((id) => backend.filePath('pdfs', id));
  const { rm } = await vi.importActual<typeof promises>('node:fs/promises');
  vi.mocked(promises.rm).mockImplementation(async (path, options) => {
    if (lockedPaths.includes(String(path))) throw new Error('EBUSY: resource busy');
    return rm(path, options);
  });
  events.length = 0;
  await backend.write((batch) => batch.removeFile('pdfs', 'one'));
  const headers = { 'x-appwrite-project': 'p', 'x-appwrite-key': 'key' };
  const address = '/v1/storage/buckets/pdfs/files/two';
  expect((await backend.app.request(address, { method: 'DELETE', headers })).status).toBe(204);
  expect(events).toEqual(['delete one', 'delete two']);
  expect(log).toHaveBeenCalledTimes(2);
  await backend.close();
  await openBackend({ dataDir, schema, apiKeys: ['key'] }).close();
  expect(readdirSync(join(dataDir, 'files/aside'))).toHaveLength(2);
});
