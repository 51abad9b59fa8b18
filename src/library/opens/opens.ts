import { chmodSync, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isDamagedDatabase, runAtomically } from '#backend/db/sqlite.ts';

/** A lesson and the number of times it was opened in a period. */
export interface OpenedLesson {
  lesson: string;
  count: number;
}

export type OpensPeriod = 'week' | 'month' | 'all';
export const opensPeriods: readonly OpensPeriod[] = ['week', 'month', 'all'];

/** Interval between writes, so that no request waits for the disk. A killed process loses the opens since the last successful write. */
const FLUSH_MS = 10_000;
const BUSY_TIMEOUT_MS = 2000;
const DAYS_OF_PERIOD: Record<Exclude<OpensPeriod, 'all'>, number> = { week: 7, month: 30 };

/** File name of the database of opens, in the data folder and in backups. */
export const OPENS_FILE = 'opens.db';

const databasePath = (dataDir: string) => join(dataDir, OPENS_FILE);

/** Formats a day in the owner's time zone, such as `2026-01-31`. */
function dayOf(date: Date): string {
  const part = (number: number, length: number) => String(number).padStart(length, '0');
  return `${part(date.getFullYear(), 4)}-${part(date.getMonth() + 1, 2)}-${part(date.getDate(), 2)}`;
}

function openDatabase(dataDir: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true });
  const database = new DatabaseSync(databasePath(dataDir), { timeout: BUSY_TIMEOUT_MS });
  chmodSync(databasePath(dataDir), 0o600);
  database.exec(
    'CREATE TABLE IF NOT EXISTS opens (lesson TEXT, day TEXT, count INTEGER NOT NULL, PRIMARY KEY (lesson, day)) STRICT, WITHOUT ROWID',
  );
  return database;
}

export interface OpensCounterOptions {
  now?: () => Date;
  /** Called when the counts cannot be written, but not again until a write has succeeded. */
  onFailure?: (error: Error) => void;
}

/** Creates a counter of the opens of each lesson and day, without data about visitors. If a write fails, keeps the counts in memory. */
export function createOpensCounter(
  dataDir: string,
  { now = () => new Date(), onFailure }: OpensCounterOptions = {},
) {
  const pendingCounts = new Map<string, Map<string, number>>();
  let isFailing = false;
  const flush = () => {
    if (pendingCounts.size === 0) return;
    try {
      using database = openDatabase(dataDir);
      const add = database.prepare(
        'INSERT INTO opens VALUES (?, ?, ?) ON CONFLICT (lesson, day) DO UPDATE SET count = count + excluded.count',
      );
      runAtomically(database, () => {
        for (const [day, counts] of pendingCounts)
          for (const [lesson, count] of counts) add.run(lesson, day, count);
      });
      pendingCounts.clear();
      isFailing = false;
    } catch (error) {
      // The next flush tries again, with a new file if this one is damaged.
      renameIfDamaged(dataDir, error);
      if (!isFailing) onFailure?.(error as Error);
      isFailing = true;
    }
  };
  const timer = setInterval(flush, FLUSH_MS).unref();
  return {
    count(lesson: string): void {
      const day = dayOf(now());
      const counts = pendingCounts.get(day) ?? new Map<string, number>();
      pendingCounts.set(day, counts.set(lesson, (counts.get(lesson) ?? 0) + 1));
    },
    flush,
    close(): void {
      clearInterval(timer);
      flush();
    },
  };
}

/**
 * Renames the database if the error means that it is damaged, so that it does not fail again. Returns whether it was renamed: false as
 * well if the folder cannot be written.
 */
function renameIfDamaged(dataDir: string, error: unknown): boolean {
  if (!isDamagedDatabase(error)) return false;
  try {
    renameSync(databasePath(dataDir), join(dataDir, 'opens-damaged.db'));
    return true;
  } catch {
    return false;
  }
}

/** Reads the counts; returns `noCounts` if the file is missing or damaged. */
function readCounts<Result>(
  dataDir: string,
  noCounts: Result,
  read: (database: DatabaseSync) => Result,
): Result {
  if (!existsSync(databasePath(dataDir))) return noCounts;
  try {
    using database = openDatabase(dataDir);
    return read(database);
  } catch (error) {
    if (!renameIfDamaged(dataDir, error)) throw error;
    return noCounts;
  }
}

/** Copies the database of counts to a new file. Returns false if the database is missing or damaged. */
export function copyOpens(dataDir: string, path: string): boolean {
  return readCounts(dataDir, false, (database) => {
    database.prepare('VACUUM INTO ?').run(path);
    return true;
  });
}

/** Returns the number of opens of each lesson within a period, most opened first. */
export function readOpens(dataDir: string, period: OpensPeriod, now = new Date()): OpenedLesson[] {
  const first = new Date(now);
  first.setDate(first.getDate() - (period === 'all' ? 0 : DAYS_OF_PERIOD[period] - 1));
  return readCounts(dataDir, [], (database) =>
    database
      .prepare(
        'SELECT lesson, sum(count) AS count FROM opens WHERE day >= ? GROUP BY lesson ORDER BY count DESC, lesson',
      )
      .all(period === 'all' ? '' : dayOf(first))
      .map(({ lesson, count }) => ({ lesson: String(lesson), count: Number(count) })),
  );
}
