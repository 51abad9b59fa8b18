import type { DatabaseSync } from 'node:sqlite';
import { type Column, type Index, relationships, type TableSchema } from '../schema.ts';
import {
  collatedColumns,
  placeColumn,
  placeIndexes,
  rankings,
  searchColumn,
  sortColumn,
} from './collated-columns.ts';
import { quoted, systemColumns, tableName } from './names.ts';
import { searchTableObjects } from './search-table.ts';
import { wholeWordObjects } from './whole-words.ts';

/**
 * Makes and alters the SQL tables so that they fit the schema: new tables, columns and indexes are added, indexes
 * that are gone or differ are dropped. No rows are ever dropped. Runs inside the migration. Returns the SQL of what was made.
 */
export function buildTables(database: DatabaseSync, tables: readonly TableSchema[]): string[] {
  for (const table of tables) buildTable(database, table);
  // What is filled together is made together.
  const groups = tables.flatMap((table) => [
    ...indexesOf(table).map((sql) => [sql]),
    [...placeIndexes(table), ...searchTableObjects(table)],
    wholeWordObjects(table),
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
  return made;
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
      [searchColumn(key), 'TEXT'] as const,
      [sortColumn(key), 'BLOB'] as const,
    ]),
    ...rankings(table).map(({ attribute }) => [placeColumn(attribute), 'INTEGER'] as const),
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
  const index = (key: string, columns: readonly string[], orders: Index['orders'] = [], kind = 'INDEX') => {
    const name = quoted(`index/${table.databaseId}/${table.id}/${key}`);
    const ordered = columns.map(
      (one, at) => `${systemColumns.get(one) ?? quoted(one)} ${orders[at] ?? 'ASC'}`,
    );
    return `CREATE ${kind} ${name} ON ${tableName(table)} (${ordered.join(', ')})`;
  };
  // Of two with one key the later one is meant.
  const own = new Map(table.indexes.filter(({ type }) => type !== 'fulltext').map((one) => [one.key, one]));
  return [
    ...Array.from(own.values(), ({ key, columns, orders, type }) =>
      index(key, columns, orders, type === 'unique' ? 'UNIQUE INDEX' : 'INDEX'),
    ),
    ...relationships(table).map(({ key }) => index(`${key}/related`, [key])),
    ...['$createdAt', '$updatedAt'].map((key) => index(`${key}/date`, [key])),
  ];
}
