import { closeSync, fdatasync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { statement } from './sqlite.ts';

/**
 * SQLite's log of what was committed last. Commits write to it without waiting for the disk (`synchronous = NORMAL`),
 * which would hold up every visitor; whoever answers a write waits here instead, and is as safe as with `FULL`.
 */
export type WriteAheadLog = ReturnType<typeof openWriteAheadLog>;

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
) {
  // Windows flushes only what may be written.
  const descriptor = openSync(`${path}-wal`, 'r+');
  const changes = () => Number(statement(database, 'SELECT total_changes() AS changes').get()?.changes);
  /** How many of the connection's changes the latest flush brings to the disk: none when it failed. */
  let covered = changes();
  let latest = Promise.resolve();
  /** A flush that waits for its turn: it covers all that there are by then. */
  let next: Promise<void> | undefined;

  const run = async () => {
    next = undefined;
    covered = changes();
    try {
      await flush(descriptor);
    } catch (error) {
      covered = -1;
      throw error;
    }
  };

  return {
    /** Resolves when all that was committed before the call is on the disk; those who wait together share one flush. */
    synced(): Promise<void> {
      if (!next && covered < changes()) {
        next = latest.then(run, run);
        latest = next;
      }
      return latest;
    },
    /** Waits for what is under way. Call it before the database is closed. */
    async close(): Promise<void> {
      await latest.catch(() => {});
      closeSync(descriptor);
    },
  };
}
