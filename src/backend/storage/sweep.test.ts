import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestFolder } from '../../../tests/support/temporary-folder.ts';
import { storageTables } from '../db/migrations.ts';
import {
  createStorageTables,
  fileLocation,
  mutateFile,
  type StorageTables,
  type StoreFolders,
  storeFolders,
} from './files.ts';
import { type StoreRepair, sweepStore, sweepUnfinished } from './sweep.ts';

const day = 24 * 3600 * 1000;
const today = new Date();
const inDays = (days: number) => new Date(today.getTime() + days * day);

let dataDir: string;
let folders: StoreFolders;
let files: StorageTables['files'];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: today });
  dataDir = createTestFolder();
  folders = storeFolders(dataDir);
  mkdirSync(folders.incoming, { recursive: true });
  const database = new DatabaseSync(':memory:');
  database.exec(storageTables);
  database.exec(`INSERT INTO storage_buckets VALUES ('pdfs', '', '', '{}')`);
  ({ files } = createStorageTables(database));
});
afterEach(() => vi.useRealTimers());

const sweep = (now = today) => {
  const repairs: StoreRepair[] = [];
  vi.setSystemTime(now);
  sweepStore(folders, files, (file) => repairs.push(file));
  return repairs;
};
const hasRow = (id: string) => files.find('pdfs', id) !== undefined;

function newFile(id: string) {
  return {
    $id: id,
    bucketId: 'pdfs',
    $permissions: [],
    name: `${id}.pdf`,
    folder: '',
    sizeOriginal: 4,
    chunksTotal: 2,
  };
}
function complete(id: string): string {
  files.complete(newFile(id), { mimeType: '', signature: 'm', sha256: 's' });
  const { path } = fileLocation(folders, 'pdfs', id);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, id);
  return path;
}
function startUpload(id: string): string {
  files.addChunk(newFile(id), 0);
  const { partPath } = fileLocation(folders, 'pdfs', id);
  writeFileSync(partPath, id);
  return partPath;
}

describe('a sweep of the store', () => {
  it('does nothing when database and disk agree', () => {
    complete('whole');
    startUpload('half');
    expect(sweep()).toEqual([]);
    expect([hasRow('whole'), hasRow('half')]).toEqual([true, true]);
  });

  it('keeps an unfinished upload for seven days', () => {
    complete('whole');
    startUpload('half');
    expect(sweep(inDays(6))).toEqual([]);
    expect(sweep(inDays(8))).toContainEqual({ kind: 'unfinished', file: 'half.pdf' });
    expect(hasRow('half')).toBe(false);
    expect(readdirSync(folders.incoming)).toEqual([]);
  });

  it('removes the row of an unfinished upload whose bytes are missing', () => {
    complete('whole');
    rmSync(startUpload('half'));
    expect(sweep()).toHaveLength(1);
    expect(hasRow('half')).toBe(false);
  });

  it('moves bytes without a row to quarantine for thirty days', () => {
    const file = complete('lost');
    complete('whole');
    const entry = files.find('pdfs', 'lost');
    if (entry) files.remove(entry);
    expect(sweep()).toMatchObject([
      { kind: 'quarantined', file: expect.stringMatching(/^[0-9a-f]{64}$/), days: 30 },
    ]);
    const quarantine = join(folders.files, 'aside');
    expect(readdirSync(quarantine)).toEqual([file.slice(-64)]);
    expect(sweep(inDays(29))).toEqual([]);
    expect(readdirSync(quarantine)).toHaveLength(1);
    sweep(inDays(31));
    expect(readdirSync(quarantine)).toEqual([]);
  });
});

describe('a file of another program in the store', () => {
  it.each(['.DS_Store', '.nfs000000000001', 'Thumbs.db'])('%s is kept, and the sweep completes', (name) => {
    const path = join(dirname(complete('whole')), name);
    writeFileSync(path, '');
    expect(sweep()).toEqual([]);
    expect([existsSync(path), hasRow('whole')]).toEqual([true, true]);
  });
});

describe('a partially restored folder', () => {
  it('is refused, and no row is removed', () => {
    for (let n = 0; n < 20; n += 1) complete(`lesson${n}`);
    const paths = [3, 7, 11].map((n) => fileLocation(folders, 'pdfs', `lesson${n}`).path);
    for (const path of paths) rmSync(path);
    expect(() => sweep()).toThrow(expect.objectContaining({ name: 'FilesMissing', count: 3 }));
    expect(files.listAll()).toHaveLength(20);
    writeFileSync(paths[0] ?? '', 'back');
    expect(sweep().map(({ kind }) => kind)).toEqual(['lost', 'lost']);
  });
});

describe('while the site runs', () => {
  const sweepNow = () => sweepUnfinished(folders, files, () => {});

  it('removes only abandoned uploads, with their bytes', async () => {
    for (const id of ['given-up', 'whole']) files.addChunk(newFile(id), 0);
    const part = fileLocation(folders, 'pdfs', 'given-up').partPath;
    writeFileSync(part, 'half');
    files.complete(newFile('whole'), { mimeType: 'application/pdf', signature: 's', sha256: 'h' });
    vi.setSystemTime(inDays(6));
    await sweepNow();
    expect(hasRow('given-up')).toBe(true);
    vi.setSystemTime(inDays(8));
    await sweepNow();
    expect([hasRow('given-up'), hasRow('whole'), existsSync(part)]).toEqual([false, true, false]);
  });

  it('keeps an upload that has just been resumed', async () => {
    const file = newFile('resumed');
    files.addChunk(file, 0);
    const location = fileLocation(folders, 'pdfs', 'resumed');
    vi.setSystemTime(inDays(8));
    const resumption = mutateFile(location, async () => files.addChunk(file, 1));
    await sweepNow();
    await resumption;
    expect(hasRow('resumed')).toBe(true);
  });
});
