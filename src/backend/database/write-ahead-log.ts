import { closeSync, fdatasync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { statement } from './statements.ts';

/**
 * SQLite's log of what was committed last. Commits write to it without waiting for the disk (`synchronous = NORMAL`),
 * which would hold up every visitor; whoever answers a write waits here instead, and is as safe as with `FULL`.
 */
export interface WriteAheadLog {
  /** Resolves when all that was committed before the call is on the disk; those who wait together share one flush. */
  synced(): Promise<void>;
  /** Waits for what is under way. Call it before the database is closed. */
  close(): Promise<void>;
}

interface Flush {
  /**
   * How many rows the connection had changed when it began: those it brings to the disk. All there are as long as it
   * waits for its turn, none when it failed.
   */
  covers: number;
  done: Promise<void>;
}

/**
 * Opens the log of an open database in WAL mode.
 *
 * @param path the database file; its log lies beside it
 * @param flush writes a file's data to the disk, given its descriptor
 */
export function openWriteAheadLog(
  database: DatabaseSync,
  path: string,
  flush: (descriptor: number) => Promise<void> = promisify(fdatasync),
): WriteAheadLog {
  // Windows flushes only what may be written.
  const descriptor = openSync(`${path}-wal`, 'r+');
  const changes = () => Number(statement(database, 'SELECT total_changes() AS changes').get()?.changes);
  let latest: Flush = { covers: changes(), done: Promise.resolve() };

  const flushAfter = (before: Promise<void>): Flush => {
    const next: Flush = { covers: Number.POSITIVE_INFINITY, done: before };
    const run = async () => {
      next.covers = changes();
      try {
        await flush(descriptor);
      } catch (error) {
        next.covers = -1;
        throw error;
      }
    };
    next.done = before.then(run, run);
    return next;
  };

  return {
    synced() {
      if (latest.covers < changes()) latest = flushAfter(latest.done);
      return latest.done;
    },
    async close() {
      await latest.done.catch(() => {});
      closeSync(descriptor);
    },
  };
}
