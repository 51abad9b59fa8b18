import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type LibraryVersion, libraryVersion, writeAside } from './library-version.ts';

let folder: string;
let database: DatabaseSync;
const clock = { now: Date.UTC(2026, 10, 21, 12) };
let version: () => LibraryVersion;
/** Which parts of the version are other ones than before. */
const changed = (before: LibraryVersion) => ({
  all: version().all !== before.all,
  besidesTexts: version().besidesTexts !== before.besidesTexts,
});
const all = { all: true, besidesTexts: true };
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'minbar-version-'));
  database = new DatabaseSync(join(folder, 'minbar.db'));
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE lessons (name TEXT)');
  version = libraryVersion(database, () => clock.now);
});
afterEach(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

test('stays as long as nothing is written', () => {
  const before = version();
  clock.now += 60_000;
  database.prepare('SELECT * FROM lessons').all();
  expect(version()).toEqual(before);
});

test('changes at once with what is written here', () => {
  const before = version();
  database.exec("INSERT INTO lessons VALUES ('wudu')");
  expect(changed(before)).toEqual(all);
});

test('changes but for one part with what is written aside', () => {
  const insert = () => database.exec("INSERT INTO lessons VALUES ('wudu')");
  const before = version();
  writeAside(database, insert);
  const aside = version();
  expect(changed(before)).toEqual({ all: true, besidesTexts: false });
  writeAside(database, () => writeAside(database, insert));
  expect(changed(aside)).toEqual({ all: true, besidesTexts: false });
  insert();
  writeAside(database, insert);
  expect(changed(aside)).toEqual(all);
});

test('changes with what another process writes', () => {
  const before = version();
  const other = new DatabaseSync(join(folder, 'minbar.db'));
  other.exec("INSERT INTO lessons VALUES ('wudu')");
  other.close();
  clock.now += 20;
  expect(changed(before)).toEqual(all);
});

test('changes with the day, and when the clock is set back to another one', () => {
  const before = version();
  clock.now += 24 * 3_600_000;
  const next = version();
  expect(next).not.toBe(before);
  clock.now -= 48 * 3_600_000;
  expect(changed(next)).toEqual(all);
});

test.skipIf(process.platform === 'win32')('stays while the file is damaged, and does not throw', () => {
  const before = version();
  for (const name of ['minbar.db', 'minbar.db-wal', 'minbar.db-shm']) {
    const file = openSync(join(folder, name), 'r+');
    writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, 0);
    closeSync(file);
  }
  expect(() => database.prepare('PRAGMA data_version').get()).toThrow('not a database');
  clock.now += 60_000;
  expect(version()).toEqual(before);
});
