import type { TableSchema } from '../schema.ts';
import { collatedColumns, placeColumn, placeIndexes, searchColumn, sortColumn } from './collated-columns.ts';
import { quoted, tableName } from './names.ts';
import type { OpenTable } from './open-table.ts';
import { givePlacesAnew } from './places.ts';
import type { StoredRow } from './row-reader.ts';
import { addEntries, recount } from './search-entries.ts';
import { searchedTexts, searchTableObjects } from './search-table.ts';
import { statement } from './statements.ts';
import { fillWholeWords, wholeWordObjects } from './whole-words.ts';

/**
 * Fills what was made just now: by other rules than before, or for other columns. Runs inside the migration, so that a crash
 * leaves the old ones. `tell` is called with the share that is done.
 */
export function recollate(
  tables: readonly OpenTable[],
  made: readonly string[],
  tell: (done: number) => void,
): void {
  const isMade = (sql: string) => made.includes(sql);
  for (const table of tables) if (wholeWordObjects(table).some(isMade)) fillWholeWords(table);
  const fresh = tables.filter((table) => [...placeIndexes(table), ...searchTableObjects(table)].some(isMade));
  const read = portions(fresh, tell);
  for (const table of fresh) {
    makeKeys(table, read);
    givePlacesAnew(table);
    // One order at a time: FTS5 writes what it has gathered when an entry comes before the last one.
    for (const attribute of orderedBy(table))
      for (const rows of read(table, placeColumn(attribute)))
        for (const row of rows) addEntries(table, row, attribute);
    const texts = searchedTexts(table);
    if (texts.length > 0) for (const rows of read(table, '_sequence')) recount(table, [], rows);
    const names = texts.flatMap(({ orders, trigrams, rows }) => [
      ...orders.flatMap(({ long, short }) => [long, short]),
      trigrams,
      rows,
    ]);
    for (const name of names) table.database.exec(`INSERT INTO ${name} (${name}) VALUES ('optimize')`);
  }
}

type Read = (table: OpenTable, column: string) => Generator<StoredRow[]>;

/** The columns whose orders have entries. */
const orderedBy = (table: TableSchema): Set<string> =>
  new Set(searchedTexts(table).flatMap(({ orders }) => orders.map(({ attribute }) => attribute)));

/**
 * Reads all rows of a table in the order of a column of different numbers, a portion at a time: they may be changed meanwhile.
 * Counts what is read in all passes over the tables.
 */
function portions(tables: readonly OpenTable[], tell: (done: number) => void): Read {
  let [all, done] = [0, 0];
  for (const table of tables) {
    const passes = 1 + orderedBy(table).size + Math.min(1, searchedTexts(table).length);
    const sql = `SELECT count(*) AS count FROM ${tableName(table)}`;
    all += passes * Number(table.database.prepare(sql).get()?.count);
  }
  return function* (table, column) {
    const sql = `SELECT * FROM ${tableName(table)} WHERE ${quoted(column)} > ? ORDER BY ${quoted(column)} LIMIT 1000`;
    let last = -Number.MAX_SAFE_INTEGER;
    for (;;) {
      const rows = statement(table.database, sql).all(last);
      if (rows.length === 0) return;
      yield rows;
      last = Number(rows.at(-1)?.[column]);
      done += rows.length;
      tell(done / all);
    }
  };
}

function makeKeys(table: OpenTable, read: Read): void {
  const changes = collatedColumns(table).flatMap((key) => [
    `${quoted(searchColumn(key))} = search_key(${quoted(key)})`,
    `${quoted(sortColumn(key))} = sort_key(${quoted(key)})`,
  ]);
  const sql = `UPDATE ${tableName(table)} SET ${changes.join(', ')} WHERE _sequence BETWEEN ? AND ?`;
  for (const rows of read(table, '_sequence'))
    statement(table.database, sql).run(rows[0]?._sequence ?? null, rows.at(-1)?._sequence ?? null);
}
