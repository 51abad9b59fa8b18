import { closeSync, fdatasync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { prepareStatement } from './sqlite.ts';

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
  const changes = () =>
    Number(prepareStatement(database, 'SELECT total_changes() AS changes').get()?.changes);
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
/** Number of idle checks after which the checkpoint thread exits. */
const MAX_IDLE_CHECKS = 30;

/**
 * Checkpoints copy the log into the database and wait for the disk, so they run in a separate thread. The code is CommonJS because of
 * `eval`.
 */
const WORKER = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { DatabaseSync } = require('node:sqlite');
  const databases = workerData.map((path) => new DatabaseSync(path, { timeout: 0 }));
  parentPort.on('message', (message) => {
    if (message === 'checkpoint') for (const database of databases) database.exec('PRAGMA wal_checkpoint(PASSIVE)');
    else {
      for (const database of databases) database.close();
      parentPort.close();
    }
  });`;

/**
 * Starts checkpoints of databases in another thread, at most `intervalMs` after a write. Readers and writers do not wait for them.
 * @param databases open connections and their files
 */
export function startCheckpoints(
  databases: readonly { readonly database: DatabaseSync; readonly path: string }[],
  intervalMs = CHECKPOINT_INTERVAL_MS,
) {
  const changes = () =>
    databases
      .map(({ database }) => prepareStatement(database, 'SELECT total_changes() AS changes').get()?.changes)
      .join();
  let lastChanges = changes();
  let idleChecks = 0;
  let worker: Worker | undefined;
  let lastExit: Promise<unknown> = Promise.resolve();

  const startWorker = (): Worker => {
    const thread = new Worker(WORKER, { eval: true, workerData: databases.map(({ path }) => path) });
    thread.unref();
    // The check after the next write starts another thread. Until then, commits checkpoint a log above `MAX_WAL_PAGES`.
    thread.on('error', (error) => console.error('A checkpoint of the database failed:', error));
    thread.on('exit', () => {
      if (worker === thread) worker = undefined;
    });
    return thread;
  };
  const endWorker = (): void => {
    const thread = worker;
    if (!thread) return;
    // The next write starts another thread, because this one cannot checkpoint any longer.
    worker = undefined;
    // Keeps the process alive until the thread has closed its databases.
    thread.ref();
    const exit = Promise.withResolvers<void>();
    // Unlike `once` of `node:events`, this does not reject if a last checkpoint fails. The error is logged above.
    thread.once('exit', () => exit.resolve());
    thread.postMessage('end');
    lastExit = Promise.all([lastExit, exit.promise]);
  };
  const check = (): void => {
    const count = changes();
    idleChecks = count === lastChanges ? idleChecks + 1 : 0;
    if (count !== lastChanges) {
      lastChanges = count;
      worker ??= startWorker();
      worker.postMessage('checkpoint');
    } else if (idleChecks === MAX_IDLE_CHECKS) endWorker();
  };
  const timer = setInterval(check, intervalMs).unref();

  return {
    /** Stops the checks and the thread. Call it before the databases are closed. */
    async close(): Promise<void> {
      clearInterval(timer);
      endWorker();
      await lastExit;
    },
  };
}
