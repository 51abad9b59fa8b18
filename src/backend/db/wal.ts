import { closeSync, fdatasync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { createChangeCounter } from './sqlite.ts';

/**
 * SQLite's write-ahead log. Commits do not wait for the disk (`synchronous = NORMAL`), because waiting would delay every visitor. Responses
 * to writes wait for `flush` instead, which is as safe as `FULL`.
 */
export type WriteAheadLog = ReturnType<typeof openWriteAheadLog>;

/**
 * Opens the log of an open database in WAL mode.
 * @param path the database file; its log is next to it
 * @param flushFile writes the data of an open file to the disk
 */
export function openWriteAheadLog(
  database: DatabaseSync,
  path: string,
  flushFile: (descriptor: number) => Promise<void> = promisify(fdatasync),
) {
  // Windows flushes only files that are open for writing.
  const descriptor = openSync(`${path}-wal`, 'r+');
  const changes = createChangeCounter(database);
  /** Number of changes that the last flush covers; -1 if it failed. */
  let flushedChanges = changes();
  let lastFlush = Promise.resolve();
  /** The flush that starts after the current one, and covers all changes made before that start. */
  let queuedFlush: Promise<void> | undefined;

  const run = async () => {
    queuedFlush = undefined;
    flushedChanges = changes();
    try {
      await flushFile(descriptor);
    } catch (error) {
      flushedChanges = -1;
      throw error;
    }
  };

  return {
    /** Resolves when everything committed before the call is on the disk. Simultaneous calls share one flush. */
    flush(): Promise<void> {
      if (!queuedFlush && flushedChanges < changes()) {
        queuedFlush = lastFlush.then(run, run);
        lastFlush = queuedFlush;
      }
      return lastFlush;
    },
    /** Closes the log. Wait for `flush` before, and close the database after it. */
    close: () => closeSync(descriptor),
  };
}

/** Log size in pages (64 MB) above which a commit checkpoints on the main thread, if the checkpoint thread cannot keep up. */
export const MAX_WAL_PAGES = 8192;

const CHECKPOINT_INTERVAL_MS = 1000;

/** Checkpoints each database. The code is CommonJS because of `eval`. */
const WORKER = `
  const { workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  for (const path of workerData) {
    const database = new DatabaseSync(path, { timeout: 0 });
    database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    database.close();
  }`;

/**
 * Checkpoints databases at most `intervalMs` after a write. A checkpoint copies the log into the database and waits for the disk, so each
 * runs in a separate thread, and readers and writers do not wait. Until one succeeds, commits checkpoint a log above `MAX_WAL_PAGES`.
 * @param databases open connections and their files
 */
export function startCheckpoints(
  databases: readonly { readonly database: DatabaseSync; readonly path: string }[],
  intervalMs = CHECKPOINT_INTERVAL_MS,
) {
  const counters = databases.map(({ database }) => createChangeCounter(database));
  const changes = () => counters.map((count) => count()).join();
  let lastChanges = changes();
  let running: Promise<void> | undefined;

  const checkpoint = async () => {
    const exit = Promise.withResolvers<void>();
    new Worker(WORKER, { eval: true, workerData: databases.map(({ path }) => path) })
      .on('error', (error) => console.error('A checkpoint of the database failed:', error))
      .on('exit', () => exit.resolve());
    await exit.promise;
    running = undefined;
  };
  const check = (): void => {
    const count = changes();
    if (running || count === lastChanges) return;
    lastChanges = count;
    running = checkpoint();
  };
  const timer = setInterval(check, intervalMs).unref();

  return {
    /** Stops the checks and waits for the last checkpoint. Call it before the databases are closed. */
    async close(): Promise<void> {
      clearInterval(timer);
      await running;
    },
  };
}
