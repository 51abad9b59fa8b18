import type { DatabaseSync } from 'node:sqlite';
import { type Column, type Index, relationships, type TableSchema } from '../schema.ts';
import {
  collatedColumns,
  keptColumn,
  keysSql,
  placeIndexes,
  rankings,
  searchedTexts,
  searchTableObjects,
} from './collated-columns.ts';
import { quoted, systemColumns, tableName } from './names.ts';
import type { OpenTable } from './open-table.ts';
import { givePlacesAnew } from './places.ts';
import type { StoredRow } from './row-reader.ts';
import { addEntries, recount } from './search-entries.ts';
import { statement } from './statements.ts';
import { fillWholeWords, wholeWords } from './whole-words.ts';

/**
 * Makes and alters the SQL tables so that they fit the schema: new tables, columns and indexes are added, indexes
 * that are gone or differ are dropped, and what was made is filled. No rows are ever dropped. Runs inside the migration, so that
 * a crash leaves all as it was. `tell` is called with the share that is done.
 */
export function buildTables(
  database: DatabaseSync,
  tables: readonly OpenTable[],
  tell: (done: number) => void,
): void {
  for (const table of tables) buildTable(database, table);
  // What is filled together is made together.
  const groups = tables.flatMap((table) => [
    ...indexesOf(table).map((sql) => [sql]),
    [...placeIndexes(table), ...searchTableObjects(table)],
    [wholeWords(table)?.sql].filter((sql) => sql !== undefined),
  ]);
  // FTS5 has tables of its own, which come and go with each table of it.
  const present = database
    .prepare(
      `SELECT name, type, sql FROM sqlite_schema WHERE name LIKE '%/%' AND name NOT LIKE 'rows/%' AND sql IS NOT NULL
       AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow')`,
    )
    .all();
  const isWhole = (group: string[]) => group.every((wanted) => present.some(({ sql }) => sql === wanted));
  const whole = groups.filter(isWhole).flat();
  for (const { name, type, sql } of present)
    if (!whole.includes(String(sql))) database.exec(`DROP ${type} IF EXISTS ${quoted(String(name))}`);
  const made = groups.filter((group) => !isWhole(group)).flat();
  for (const sql of made) database.exec(sql);
  const isMade = (sql = '') => made.includes(sql);
  for (const table of tables) if (isMade(wholeWords(table)?.sql)) fillWholeWords(table);
  const fresh = tables.filter((table) => placeIndexes(table).some(isMade));
  recollate(fresh, tell);
}

function sqlType({ kind, array }: Column): 'TEXT' | 'INTEGER' | 'REAL' {
  if (array) return 'TEXT';
  if (kind === 'integer' || kind === 'boolean') return 'INTEGER';
  return kind === 'float' ? 'REAL' : 'TEXT';
}

function buildTable(database: DatabaseSync, table: TableSchema): void {
  // No NOT NULL and no CHECK on the schema's columns: the structure check says what is wrong, and a column that
  // becomes required, shorter or goes away later needs no rebuilt table.
  database.exec(`CREATE TABLE IF NOT EXISTS ${tableName(table)} (
    _sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    _id TEXT NOT NULL UNIQUE,
    _created TEXT NOT NULL,
    _updated TEXT NOT NULL,
    _permissions TEXT NOT NULL,
    _version INTEGER NOT NULL
  ) STRICT`);
  const present = new Map(
    database
      .prepare(`SELECT name, type FROM pragma_table_info(?)`)
      .all(`rows/${table.databaseId}/${table.id}`)
      .map((row) => [String(row.name), String(row.type)]),
  );
  const wanted = [
    ...Array.from(table.columns.values(), (column) => [column.key, sqlType(column)] as const),
    ...collatedColumns(table).flatMap((key) => [
      [keptColumn(key, 'search'), 'TEXT'] as const,
      [keptColumn(key, 'sort'), 'BLOB'] as const,
    ]),
    ...rankings(table).map(({ attribute }) => [keptColumn(attribute, 'place'), 'INTEGER'] as const),
  ];
  for (const [key, type] of wanted) {
    const held = present.get(key);
    if (held === undefined)
      database.exec(`ALTER TABLE ${tableName(table)} ADD COLUMN ${quoted(key)} ${type}`);
    else if (held !== type)
      throw new Error(
        `appwrite.config.json: the column "${key}" of the table "${table.id}" holds ${held} in the database and would be ${type}: give the new column another key.`,
      );
  }
}

function indexesOf(table: TableSchema): string[] {
  const index = (key: string, columns: readonly string[], orders: Index['orders'] = [], type = 'key') => {
    const kind = type === 'unique' ? 'UNIQUE INDEX' : 'INDEX';
    const name = quoted(`index/${table.databaseId}/${table.id}/${key}`);
    const ordered = columns.map(
      (one, at) => `${systemColumns.get(one) ?? quoted(one)} ${orders[at] ?? 'ASC'}`,
    );
    return `CREATE ${kind} ${name} ON ${tableName(table)} (${ordered.join(', ')})`;
  };
  // Of two with one key the later one is meant.
  const own = new Map(table.indexes.filter(({ type }) => type !== 'fulltext').map((one) => [one.key, one]));
  return [
    ...Array.from(own.values(), ({ key, columns, orders, type }) => index(key, columns, orders, type)),
    ...relationships(table).map(({ key }) => index(`${key}/related`, [key])),
    ...['$createdAt', '$updatedAt'].map((key) => index(`${key}/date`, [key])),
  ];
}

/**
 * Makes the keys, places and entries of all rows: by other rules than before, or for other columns. `tell` is called with the share
 * that is done of all passes over the tables.
 */
function recollate(tables: readonly OpenTable[], tell: (done: number) => void): void {
  let [all, done] = [0, 0];
  for (const table of tables) {
    const sql = `SELECT count(*) AS count FROM ${tableName(table)}`;
    all += (2 + rankings(table).length) * Number(table.database.prepare(sql).get()?.count);
  }
  /** Reads all rows in the order of a column of different numbers, a portion at a time: they may be changed meanwhile. */
  function* read(table: OpenTable, column: string): Generator<StoredRow[]> {
    const sql = `SELECT * FROM ${tableName(table)} WHERE ${quoted(column)} > ? ORDER BY ${quoted(column)} LIMIT 1000`;
    let rows = statement(table.database, sql).all(-Number.MAX_SAFE_INTEGER);
    while (rows.length > 0) {
      const last = Number(rows.at(-1)?.[column]);
      yield rows;
      done += rows.length;
      tell(done / all);
      rows = statement(table.database, sql).all(last);
    }
  }
  for (const table of tables) {
    const sql = `UPDATE ${tableName(table)} SET ${keysSql(table)} WHERE _sequence BETWEEN ? AND ?`;
    for (const rows of read(table, '_sequence'))
      statement(table.database, sql).run(rows[0]?._sequence ?? null, rows.at(-1)?._sequence ?? null);
    givePlacesAnew(table);
    // One order at a time: FTS5 writes what it has gathered when an entry comes before the last one.
    for (const { attribute } of rankings(table))
      for (const rows of read(table, keptColumn(attribute, 'place')))
        for (const row of rows) addEntries(table, row, attribute);
    for (const rows of read(table, '_sequence')) recount(table, [], rows);
    for (const { orders, trigrams, rows } of searchedTexts(table))
      for (const name of [...orders.flatMap(({ long, short }) => [long, short]), trigrams, rows])
        table.database.exec(`INSERT INTO ${name} (${name}) VALUES ('optimize')`);
  }
}
