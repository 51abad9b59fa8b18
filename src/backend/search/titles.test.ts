import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { MAX_COUNTED_HITS } from '#contract/limits.ts';
import { isMet } from '#text/condition.ts';
import { searchKey } from '#text/search-key.ts';
import { sortKey } from '#text/sort-key.ts';
import { compileQuery } from '#text/title-query.ts';
import { projectSchema } from '../../../tests/support/backend.ts';
import { contains, files, openTable, pageOf, put, totalOf } from '../../../tests/support/stored-files.ts';
import { createSharedFolder } from '../../../tests/support/temporary-folder.ts';
import { openDatabase } from '../db/migrations.ts';
import { findTitles } from './titles.ts';

const folder = createSharedFolder();

/** Opens a database with more titles than a query scans; all are empty. */
function openLargeDatabase(name: string) {
  const database = openDatabase(join(folder, name), projectSchema);
  database.exec('BEGIN');
  for (let at = 0; at <= 200; at++) put(database, files, `empty${at}`, { fileName: '' });
  database.exec('COMMIT');
  return database;
}

test('looks up texts shorter than a trigram by the trigrams that begin with them', () => {
  const database = openLargeDatabase('short');
  const names = ['Fiqh 12.pdf', 'Tafsir z', 'فقه الصلاة', 'الصلاة ١٢', 'Zakat al-Fitr', '', 'x'];
  const rows = new Map(names.map((fileName, at) => [put(database, files, `f${at}`, { fileName }), fileName]));
  const table = openTable(database, files);
  for (const query of ['f', 'fi', 'z', 'x', 'ق', 'فق', '1', '12', 'qz', 'fiqh 1', 'fiqh qz', 'ال', 't z']) {
    const condition = compileQuery(query);
    const expected = [...rows].filter(([, name]) => isMet(condition, searchKey(name))).map(([id]) => id);
    const result = findTitles(table, 'fileName', condition);
    const sequences = JSON.parse(String(result?.rowFilter?.values[0])) as number[];
    expect([sequences.toSorted(), result?.isExact, result?.count()], query).toEqual([
      expected,
      true,
      expected.length,
    ]);
  }
  database.close();
});

test('scans a small table, with the same result', () => {
  const database = openDatabase(join(folder, 'small'), projectSchema);
  for (const name of ['Zakat', 'Fiqh', 'Zakat al-Fitr']) put(database, files, name, { fileName: name });
  expect(findTitles(openTable(database, files), 'fileName', compileQuery('zakat'))).toBeUndefined();
  expect(pageOf(database, [contains('zakat')], 'fileName', false)).toEqual(['Zakat', 'Zakat al-Fitr']);
  expect(totalOf(database, [contains('zakat')])).toBe(2);
  database.close();
});

test('counts hits of a search up to the maximum, but all rows without a search', () => {
  const database = openDatabase(join(folder, 'many'), projectSchema);
  const table = openTable(database, files);
  const count = MAX_COUNTED_HITS + 5;
  put(database, files, 'last', { fileName: 'zzz Fiqh rare' });
  database.exec(`
    INSERT INTO "rows/library/files" (_id, _created, _updated, _permissions, _version, fileName, "fileName/search", "fileName/sort")
      SELECT 'f' || value, '2026', '2026', '[]', 1, 'Fiqh', search_key('Fiqh'), sort_key('Fiqh')
      FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ${count}) SELECT value FROM n);
    INSERT INTO ${table.keyColumns.get('fileName')?.trigrams} (rowid, "/key")
      SELECT trigram_rowid("fileName/sort", _sequence), "fileName/search" FROM "rows/library/files" WHERE _id != 'last'`);
  expect(totalOf(database, [])).toBe(count + 1);
  expect(totalOf(database, [contains('fiqh')])).toBe(MAX_COUNTED_HITS);
  expect(totalOf(database, [contains('f')])).toBe(MAX_COUNTED_HITS);
  expect(totalOf(database, [contains('fiqh rare')])).toBe(1);
  // A hit after the counted ones can still be listed.
  expect(pageOf(database, [contains('fiqh')], 'fileName', false, { offset: count })).toEqual(['last']);
  // Simulates a table of three million rows: too many hits to sort are read from the sort index, starting at the first hit.
  database.exec(`UPDATE "rows/library/files" SET _sequence = 3000000 WHERE _id = 'f1'`);
  const matches = findTitles(table, 'fileName', compileQuery('fiqh'))?.byScript.get(2);
  expect(matches).toEqual({ start: expect.any(Function) });
  database.close();
});

test('looks up a rare word by its trigrams for any sort column, and with a cursor', () => {
  const database = openLargeDatabase('orders');
  for (const name of ['Zakat', 'Fiqh', 'Hadith']) put(database, files, name, { fileName: name });
  const prepare = vi.spyOn(database, 'prepare');
  const cursor = { id: 'Fiqh', before: false };
  for (const attribute of ['fileName', 'fileSize', '$createdAt', '$updatedAt', 'fileId', 'url'])
    expect(pageOf(database, [contains('zakat')], attribute, false)).toEqual(['Zakat']);
  expect(pageOf(database, [contains('zakat')], '$createdAt', false, { cursor })).toEqual([]);
  const pages = prepare.mock.calls.map(([sql]) => sql).filter((sql) => sql.startsWith('SELECT _sequence'));
  expect(pages.length).toBeGreaterThanOrEqual(6);
  for (const sql of pages) expect(sql).toContain('WHERE (_sequence IN (SELECT value FROM json_each(?)))');
  database.close();
});

test('reads an index from the first match to the last, and skips scripts without a match', () => {
  const database = openDatabase(join(folder, 'bounds'), projectSchema);
  database.exec('BEGIN');
  // Adds more matches than a query reads and sorts without an index.
  for (let at = 0; at < 101; at++)
    for (const name of ['1 Fiqh', 'Hadith', 'Seerah', 'حديث'])
      put(database, files, `${name}${at}`, { fileName: name });
  for (const name of ['Aqidah', 'Zakat', 'صلاة', ''])
    put(database, files, name || 'none', { fileName: name });
  database.exec('COMMIT');
  const read = (text: string) => {
    const names = ['1 Fiqh', 'Aqidah', 'Hadith', 'Seerah', 'Zakat', 'حديث', 'صلاة'];
    const matches = findTitles(openTable(database, files), 'fileName', compileQuery(text));
    return Array.from(matches?.byScript ?? [], ([script, { start }]) => {
      const bounds = start && ([start(false), start(true)] as const);
      const isWithin = (name: string) =>
        bounds &&
        Buffer.compare(sortKey(name), bounds[0]) >= 0 &&
        Buffer.compare(sortKey(name), bounds[1]) < 0;
      return [script, ...names.filter(isWithin)];
    });
  };
  expect(read('hadith')).toEqual([[2, 'Hadith']]);
  expect(read('h')).toEqual([
    [1, '1 Fiqh'],
    [2, 'Aqidah', 'Hadith', 'Seerah'],
  ]);
  expect(read('حديث')).toEqual([[3, 'حديث']]);
  // Few matches are read and sorted without an index.
  expect(read('zakat')).toEqual([[2]]);
  expect(read('qz')).toEqual([]);
  database.close();
});
