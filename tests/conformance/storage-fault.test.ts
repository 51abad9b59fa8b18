import { createHash } from 'node:crypto';
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client, Storage } from 'node-appwrite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { fileLocation, storeFolders } from '#backend/storage/files.ts';
import { KEY, startBackend } from '../support/backend.ts';
import { uploadFile } from '../support/clients.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { createTestFolder } from '../support/temporary-folder.ts';
import { type Fault, runUntilKilled } from './support/faulty-backend.ts';

// Tests that kills, a full disk and lost files leave no row without its file, and no visible partial file.

const chunk = 5 * 1024 * 1024;
const smallPdf = samplePdf('small', 200_000);
const largePdf = samplePdf('large', chunk + 200_000);
const md5 = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('hex');

let dataDir: string;
beforeEach(() => {
  dataDir = createTestFolder();
});
afterEach(() => vi.restoreAllMocks());

async function sendChunk(endpoint: string, bytes: Uint8Array, index: number): Promise<Response> {
  const first = index * chunk;
  const piece = bytes.slice(first, first + chunk);
  const headers = {
    'content-range': `bytes ${first}-${first + piece.length - 1}/${bytes.length}`,
    'x-appwrite-id': 'lesson',
  };
  const file = new File([piece], 'lesson.pdf');
  return uploadFile(endpoint, 'lesson', file, bytes.length > chunk ? headers : {});
}

async function sendAll(endpoint: string, bytes: Uint8Array): Promise<void> {
  for (let index = 0; index * chunk < bytes.length; index++) await sendChunk(endpoint, bytes, index);
}

/** Lists the names of stored files: complete, partial and quarantined. */
function listStored(): { whole: string[]; parts: string[]; quarantined: string[] } {
  const { files, incoming } = storeFolders(dataDir);
  const list = (folder: string) =>
    readdirSync(folder, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  const under = (entry: { parentPath: string }, name: string) => entry.parentPath.endsWith(name);
  const all = list(files);
  return {
    whole: all.filter((e) => !under(e, 'incoming') && !under(e, 'aside')).map(({ name }) => name),
    parts: list(incoming).map(({ name }) => name),
    quarantined: all.filter((e) => under(e, 'aside')).map(({ name }) => name),
  };
}

/** Restarts on the remaining data, checks that database and disk agree, and completes the upload. */
async function expectRepaired(bytes: Uint8Array): Promise<void> {
  const running = await startBackend({ dataDir });
  try {
    const owner = new Storage(new Client().setEndpoint(running.endpoint).setProject('minbar').setKey(KEY));
    const { files } = await owner.listFiles({ bucketId: 'pdfs' });
    const completeFiles = files.filter(({ signature }) => signature !== '');
    const location = fileLocation(storeFolders(dataDir), 'pdfs', 'lesson');
    const name = location.path.slice(-64);
    expect(listStored().whole).toEqual(completeFiles.map(() => name));
    expect(listStored().parts).toEqual(files.length > completeFiles.length ? [name] : []);

    const view = () => fetch(`${running.endpoint}/storage/buckets/pdfs/files/lesson/view?project=minbar`);
    if (completeFiles.length === 0) expect((await view()).status).toBe(404);
    await sendAll(running.endpoint, bytes);
    const viewBytes = await view();
    expect([viewBytes.status, md5(await viewBytes.bytes())]).toEqual([200, md5(bytes)]);
  } finally {
    await running.stop();
  }
}

describe('a server that is killed while a file arrives in one request', () => {
  it.each<Fault>([
    { step: 'write', nth: 1, when: 'after' },
    { step: 'sync', nth: 1, when: 'before' },
    { step: 'rename', nth: 1, when: 'before' },
    { step: 'rename', nth: 1, when: 'after' },
    { step: { sql: 'COMMIT' }, nth: 1, when: 'before' },
    { step: { sql: 'COMMIT' }, nth: 1, when: 'after' },
  ])('repairs the store at the next start if killed $when $step $nth', async (fault) => {
    await runUntilKilled(dataDir, fault, (endpoint) => sendAll(endpoint, smallPdf));
    await expectRepaired(smallPdf);
  });
});

describe('a server that is killed while a file arrives in chunks', () => {
  it.each<Fault>([
    { step: 'sync', nth: 1, when: 'after' },
    { step: { sql: 'COMMIT' }, nth: 1, when: 'before' },
    { step: { sql: 'COMMIT' }, nth: 1, when: 'after' },
    { step: 'sync', nth: 2, when: 'before' },
    { step: 'rename', nth: 1, when: 'after' },
    { step: 'sync', nth: 4, when: 'after' },
    { step: { sql: 'COMMIT' }, nth: 2, when: 'before' },
    { step: { sql: 'COMMIT' }, nth: 2, when: 'after' },
  ])('repairs the store at the next start if killed $when $step $nth', async (fault) => {
    await runUntilKilled(dataDir, fault, (endpoint) => sendAll(endpoint, largePdf));
    await expectRepaired(largePdf);
  });
});

it('a server that is killed while it removes a file has no row, and keeps the bytes in quarantine', async () => {
  const fault: Fault = { step: 'rm', nth: 1, when: 'before' };
  await runUntilKilled(dataDir, fault, async (endpoint) => {
    await sendAll(endpoint, smallPdf);
    const owner = new Storage(new Client().setEndpoint(endpoint).setProject('minbar').setKey(KEY));
    await owner.deleteFile({ bucketId: 'pdfs', fileId: 'lesson' });
  });
  await expectRepaired(smallPdf);
  expect(listStored().quarantined).toHaveLength(1);
});

describe('a full disk', () => {
  /** Makes the next write to a file fail as on a full disk. */
  async function fillDisk(): Promise<void> {
    const handle = await open(process.execPath);
    const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' });
    vi.spyOn(Object.getPrototypeOf(handle), 'write').mockRejectedValueOnce(full);
    await handle.close();
  }

  it.each([
    ['a file in one request', smallPdf, 0],
    ['the first chunk', largePdf, 0],
    ['the last chunk', largePdf, 1],
  ])(
    '%s is refused with advice and without a log entry, and accepted once there is room',
    async (_, bytes, index) => {
      const logSpy = vi.spyOn(console, 'error');
      const running = await startBackend({ dataDir });
      for (let before = 0; before < index; before++) await sendChunk(running.endpoint, bytes, before);
      await fillDisk();
      const response = await sendChunk(running.endpoint, bytes, index);
      expect([response.status, await response.json()]).toEqual([
        503,
        {
          message: "The server's disk is full. Free some space there and try again.",
          code: 503,
          type: 'database_full',
          version: expect.any(String),
        },
      ]);
      expect(logSpy).not.toHaveBeenCalled();
      // Only an upload with a recorded chunk can be resumed.
      expect(listStored()).toEqual({
        whole: [],
        parts: index === 0 ? [] : [expect.any(String)],
        quarantined: [],
      });
      const view = await fetch(`${running.endpoint}/storage/buckets/pdfs/files/lesson/view?project=minbar`);
      expect(view.status).toBe(404);
      await running.stop();
      await expectRepaired(bytes);
    },
  );
});

it.each([
  ['a file in one request', smallPdf],
  ['the first chunk', largePdf],
])('%s leaves no bytes if the database cannot grow', async (_, bytes) => {
  const running = await startBackend({ dataDir });
  const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementationOnce(() => {
    throw full;
  });
  expect((await sendChunk(running.endpoint, bytes, 0)).status).toBe(503);
  expect(listStored()).toEqual({ whole: [], parts: [], quarantined: [] });
  await running.stop();
  await expectRepaired(bytes);
});

it('an upload in chunks can be resumed if the disk fails right after the complete file was moved', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const running = await startBackend({ dataDir });
  await sendChunk(running.endpoint, largePdf, 0);
  const { path } = fileLocation(storeFolders(dataDir), 'pdfs', 'lesson');
  const handle = await open(process.execPath);
  const prototype: { sync(): Promise<void> } = Object.getPrototypeOf(handle);
  await handle.close();
  const { sync } = prototype;
  const syncSpy = vi.spyOn(prototype, 'sync').mockImplementation(async function (this: unknown) {
    if (existsSync(path)) throw Object.assign(new Error('EIO: i/o error, fsync'), { code: 'EIO' });
    return sync.call(this);
  });
  expect((await sendChunk(running.endpoint, largePdf, 1)).status).toBe(500);
  syncSpy.mockRestore();
  expect((await sendChunk(running.endpoint, largePdf, 1)).status).toBe(201);
  await running.stop();
  await expectRepaired(largePdf);
});

describe('a start after files disappeared', () => {
  async function store(): Promise<void> {
    const running = await startBackend({ dataDir });
    await sendAll(running.endpoint, smallPdf);
    await running.stop();
  }

  it('removes the row of a file whose bytes are missing, if other files exist', async () => {
    await store();
    const { path } = fileLocation(storeFolders(dataDir), 'pdfs', 'lesson');
    rmSync(path);
    writeFileSync(join(storeFolders(dataDir).incoming, 'f'.repeat(64)), 'half');
    await expectRepaired(smallPdf);
  });

  it('refuses to start if the whole folder of files is missing', async () => {
    await store();
    rmSync(storeFolders(dataDir).files, { recursive: true });
    await expect(startBackend({ dataDir })).rejects.toThrow(/1 files of the database are missing in/);
  });
});
