import { execFile } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestFolder } from '../../../tests/support/temporary-folder.ts';
import { toSchema } from '../schema.ts';
import { databasePath, openDatabase } from './migrations.ts';
import { openWriteAheadLog, startCheckpoints } from './wal.ts';

let dataDir: string;
let database: DatabaseSync;
beforeEach(() => {
  dataDir = createTestFolder();
  database = openDatabase(dataDir, toSchema({ projectId: 'p', tablesDB: [], tables: [] }));
});
afterEach(() => database.close());

/** Simulates a disk whose flushes wait for a signal and may fail. */
function createSlowDisk() {
  const flushes: { finish(): void; fail(error: Error): void }[] = [];
  const flush = () => new Promise<void>((resolve, reject) => flushes.push({ finish: resolve, fail: reject }));
  return { flushes, flush };
}

const write = (name: string) => database.prepare('INSERT INTO meta VALUES (?, ?)').run(name, '');
const isSettled = (promise: Promise<void>) =>
  Promise.race([promise.then(() => true), new Promise((resolve) => setImmediate(resolve, false))]);

describe('the write-ahead log', () => {
  it('is flushed to a real file', async () => {
    const log = openWriteAheadLog(database, databasePath(dataDir));
    write('a');
    await log.flush();
    log.close();
  });

  it('does not flush when nothing was written', async () => {
    const { flushes, flush } = createSlowDisk();
    const log = openWriteAheadLog(database, databasePath(dataDir), flush);
    await log.flush();
    expect(flushes).toHaveLength(0);
    log.close();
  });

  it('makes a write wait for a flush that began after it, and shares that flush', async () => {
    const { flushes, flush } = createSlowDisk();
    const log = openWriteAheadLog(database, databasePath(dataDir), flush);
    write('a');
    const first = log.flush();
    await expect.poll(() => flushes.length).toBe(1);
    write('b');
    const [second, third] = [log.flush(), log.flush()];
    flushes[0]?.finish();
    await first;
    expect(await isSettled(second)).toBe(false);
    await expect.poll(() => flushes.length).toBe(2);
    flushes[1]?.finish();
    await Promise.all([second, third, log.flush()]);
    expect(flushes).toHaveLength(2);
    log.close();
  });

  it('reports a failed flush, and tries again for the next caller', async () => {
    const { flushes, flush } = createSlowDisk();
    const log = openWriteAheadLog(database, databasePath(dataDir), flush);
    write('a');
    const failed = log.flush();
    await expect.poll(() => flushes.length).toBe(1);
    flushes[0]?.fail(new Error('the disk is gone'));
    await expect(failed).rejects.toThrow('the disk is gone');
    const secondFlush = log.flush();
    await expect.poll(() => flushes.length).toBe(2);
    flushes[1]?.finish();
    await secondFlush;
    log.close();
  });
});

it('runs checkpoints in another thread, not in commits', async () => {
  const path = databasePath(dataDir);
  const size = () => statSync(path).size;
  const before = size();
  const checkpoints = startCheckpoints([{ database, path }], 10);
  // SQLite's default is a checkpoint at every 1,000 pages.
  for (let at = 0; at < 30; at += 1)
    database.prepare('INSERT INTO meta VALUES (?, ?)').run(`large${at}`, 'x'.repeat(400_000));
  expect(size()).toBe(before);
  await expect.poll(size).toBeGreaterThan(before + 30 * 400_000);
  await checkpoints.close();
});

it('ends although the last checkpoint fails, and logs the error', async () => {
  const logSpy = vi.spyOn(console, 'error').mockImplementation(() => {});
  const checkpoints = startCheckpoints([{ database, path: join(dataDir, 'missing', 'other.db') }], 1);
  write('a');
  // The thread needs longer than this to start and to fail.
  await new Promise((resolve) => setTimeout(resolve, 5));
  await checkpoints.close();
  expect(logSpy).toHaveBeenCalledWith('A checkpoint of the database failed:', expect.any(Error));
  logSpy.mockRestore();
});

it('keeps the process alive until the checkpoints end', async () => {
  const program = `
    import { DatabaseSync } from 'node:sqlite';
    import { startCheckpoints } from ${JSON.stringify(import.meta.resolve('./wal.ts'))};
    const path = ${JSON.stringify(join(dataDir, 'other.db'))};
    const database = new DatabaseSync(path);
    database.exec('PRAGMA journal_mode = WAL');
    const checkpoints = startCheckpoints([{ database, path }], 10);
    database.exec('CREATE TABLE t (a); INSERT INTO t VALUES (zeroblob(50000000))');
    await new Promise((resolve) => setTimeout(resolve, 30));
    await checkpoints.close();
    database.close();
    console.log('closed');`;
  const file = join(dataDir, 'program.mjs');
  writeFileSync(file, program);
  const { stdout } = await promisify(execFile)(process.execPath, [file]);
  expect(stdout).toBe('closed\n');
});
