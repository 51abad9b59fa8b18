import { existsSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createTestFolder } from '../../tests/support/temporary-folder.ts';
import { type Backend, openBackend } from './backend.ts';
import { toSchema } from './schema.ts';
import { fileLocation, mutateFile, storeFolders } from './storage/files.ts';

const schema = toSchema({
  projectId: 'p',
  tablesDB: [{ $id: 'd' }],
  tables: [
    {
      $id: 't',
      databaseId: 'd',
      columns: [{ key: 'name', type: 'string', required: true }],
      indexes: [{ key: 'one', type: 'unique', columns: ['name'] }],
    },
  ],
  buckets: [{ $id: 'pdfs', allowedFileExtensions: ['pdf'], $permissions: ['read("any")'] }],
});
const table = { databaseId: 'd', tableId: 't' };
const pdf = (text: string) => Buffer.from(`%PDF-1.4 ${text}`);
const file = (fileId: string) => ({ bucketId: 'pdfs', fileId, name: `${fileId}.pdf` });

let dataDir: string;
let backend: Backend;
const events: string[] = [];
beforeEach(() => {
  dataDir = createTestFolder();
  backend = openBackend({ dataDir, schema, apiKeys: ['key'] });
  events.length = 0;
  backend.onChange((change) => events.push(`${change.action} ${change.payload.$id}`));
});
afterEach(() => backend.close());
const rows = () => backend.readRows('d', 't', {}).map((row) => row._id);
const bytesOf = (fileId: string) => {
  const path = backend.filePath('pdfs', fileId);
  return path && readFileSync(path).toString();
};

it('commits several writes of rows together, then emits their changes in order', async () => {
  await backend.write((batch) => {
    batch.save(table, 'a', 'create', { name: 'A' });
    batch.save(table, 'a', 'update', { name: 'B' });
    expect(rows()).toEqual(['a']);
    expect(events).toEqual([]);
  });
  expect([rows(), events]).toEqual([['a'], ['create a', 'update a']]);
});

it('rolls everything back when one write is refused', async () => {
  await backend.storeFile(file('one'), pdf('one'));
  events.length = 0;
  const refusedWrite = backend.write((batch) => {
    batch.removeFile('pdfs', 'one');
    batch.save(table, 'a', 'create', { name: 'A' });
    batch.save(table, 'b', 'create', { name: 'A' });
  });
  await expect(refusedWrite).rejects.toThrow(
    expect.objectContaining({ type: 'row_unique_constraint_violation' }),
  );
  expect([bytesOf('one'), rows(), events]).toEqual(['%PDF-1.4 one', [], []]);
});

it('stores the file at a path together with what is written alongside', async () => {
  const path = join(dataDir, 'lesson.pdf');
  writeFileSync(path, pdf('one'));
  await backend.storeFile(file('one'), path, () => {
    backend.database.exec(`INSERT INTO file_contents VALUES ('one', 'content')`);
    expect(bytesOf('one')).toBeUndefined();
  });
  expect([bytesOf('one'), events]).toEqual(['%PDF-1.4 one', ['create one']]);
  expect(backend.database.prepare('SELECT content_id FROM file_contents').get()).toEqual({
    content_id: 'content',
  });
});

it('keeps neither the row nor the bytes of a file if its row cannot be committed, and it can be stored again', async () => {
  const failure = new Error('disk full');
  const failed = backend.storeFile(file('one'), pdf('one'), () => {
    throw failure;
  });
  await expect(failed).rejects.toBe(failure);
  const { path } = fileLocation(storeFolders(dataDir), 'pdfs', 'one');
  expect([bytesOf('one'), events, existsSync(path)]).toEqual([undefined, [], false]);
  await backend.storeFile(file('one'), pdf('one'));
  expect(bytesOf('one')).toBe('%PDF-1.4 one');
});

it('deletes the bytes of removed files after the commit, and keeps those that are stored again', async () => {
  await backend.storeFile(file('one'), pdf('one'));
  const path = backend.filePath('pdfs', 'one') ?? '';
  const removal = backend.write((batch) => batch.removeFile('pdfs', 'one'));
  await backend.storeFile(file('one'), pdf('two'));
  await removal;
  expect(bytesOf('one')).toBe('%PDF-1.4 two');
  await backend.write((batch) => batch.removeFile('pdfs', 'one'));
  expect([bytesOf('one'), existsSync(path)]).toEqual([undefined, false]);
});

it('accepts the same bytes under an id repeatedly, but no other bytes', async () => {
  const store = (text: string) => backend.storeFile(file('one'), pdf(text));
  await store('one');
  await store('one');
  expect(events).toEqual(['create one']);
  await expect(store('two')).rejects.toThrow('already exists');
  expect(bytesOf('one')).toBe('%PDF-1.4 one');
});

it('replaces an unfinished upload of the same id, with its bytes, name, size and permissions', async () => {
  const body = new FormData();
  const chunk = new Uint8Array(5 * 1024 * 1024);
  chunk.set(pdf('half'));
  body.append('file', new File([chunk], 'half.pdf'));
  const headers = {
    'x-appwrite-project': 'p',
    'x-appwrite-key': 'key',
    'x-appwrite-id': 'one',
    'content-range': `bytes 0-${chunk.length - 1}/${chunk.length + 1}`,
  };
  await backend.app.request('/v1/storage/buckets/pdfs/files', { method: 'POST', headers, body });
  await backend.storeFile({ ...file('one'), permissions: ['read("any")'] }, pdf('one'));
  const view = await backend.app.request('/v1/storage/buckets/pdfs/files/one/view?project=p');
  expect([view.status, await view.text()]).toEqual([200, '%PDF-1.4 one']);
  expect(readdirSync(storeFolders(dataDir).incoming)).toEqual([]);
  const details = await backend.app.request('/v1/storage/buckets/pdfs/files/one', { headers });
  expect(await details.json()).toMatchObject({ name: 'one.pdf', $permissions: ['read("any")'] });
});

it('stores the bytes of a file again if those on the disk were truncated', async () => {
  const store = () => backend.storeFile(file('one'), pdf('one'));
  await store();
  truncateSync(backend.filePath('pdfs', 'one') ?? '', 3);
  await store();
  expect(bytesOf('one')).toBe('%PDF-1.4 one');
});

it('keeps a newly uploaded file when an earlier removal of its id runs late', async () => {
  const headers = { 'x-appwrite-project': 'p', 'x-appwrite-key': 'key' };
  const address = '/v1/storage/buckets/pdfs/files';
  const send = (text: string) => {
    const body = new FormData();
    body.append('fileId', 'one');
    body.append('file', new File([pdf(text)], 'one.pdf'));
    return backend.app.request(address, { method: 'POST', headers, body });
  };
  const remove = async () => backend.app.request(`${address}/one`, { method: 'DELETE', headers });
  const waitForPending = (count: number) =>
    expect.poll(async () => (await navigator.locks.query()).pending?.length).toBe(count);
  await send('first');
  const gate = Promise.withResolvers<void>();
  const pendingMutation = mutateFile(fileLocation(storeFolders(dataDir), 'pdfs', 'one'), () => gate.promise);
  const responses = [remove()];
  await waitForPending(1);
  responses.push(Promise.resolve(send('second')));
  await waitForPending(2);
  responses.push(remove());
  await waitForPending(3);
  gate.resolve();
  await pendingMutation;
  expect((await Promise.all(responses)).map(({ status }) => status)).toEqual([204, 201, 204]);
  expect(bytesOf('one')).toBe('%PDF-1.4 second');
  expect(events).toEqual(['create one', 'delete one', 'create one']);
});

it('refuses invalid files, as an upload does', async () => {
  await expect(backend.storeFile({ ...file('one'), name: 'one.exe' }, pdf('x'))).rejects.toThrow('extension');
  await expect(backend.storeFile(file('one'), Buffer.from('text'))).rejects.toThrow('is not a PDF');
  await expect(backend.storeFile(file('one'), Buffer.of())).rejects.toThrow('Empty file');
  await expect(backend.storeFile(file('../one'), pdf('x'))).rejects.toThrow('fileId');
});
