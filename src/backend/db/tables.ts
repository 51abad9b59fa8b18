import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import * as v from 'valibot';
import { FOLD_VERSION } from '#text/fold.ts';
import { SORT_VERSION } from '#text/sort-key.ts';
import {
  type Column,
  column,
  type Index,
  relationships,
  type Schema,
  systemColumns,
  type TableSchema,
} from '../schema.ts';
import { prepareStatement, quoteName } from './sqlite.ts';

/** Page size of a new database file in bytes. */
export const PAGE_SIZE = 8192;

/** A row of an SQL table, or the selected part of it: the system columns (`_id`, `_sequence` and others), the schema's columns, and the search and sort keys. */
export type StoredRow = Record<string, SQLOutputValue>;

/** A table and the database that contains it. */
export interface OpenTable extends TableSchema {
  readonly database: DatabaseSync;
  /** All tables of the same database by id, to which relationships can refer. */
  readonly tables: ReadonlyMap<string, OpenTable>;
  /** SQL expressions of the columns that are computed instead of stored, by key. */
  readonly computedColumns: ReadonlyMap<string, string>;
  /** The full-text index. Only the table of lesson pages has one. */
  readonly pages?: PageIndex;
  /** The stored search and sort keys of text columns that come first in an index of the schema, by column. */
  readonly keyColumns: ReadonlyMap<string, KeyColumns>;
  /** The indexes of the table, except those that SQLite creates for `_sequence` and `_id`. */
  readonly rowIndexes: readonly RowIndex[];
}

/** An index of rows. */
export interface RowIndex {
  /** Quoted SQL columns in index order. */
  readonly columns: readonly string[];
  readonly sql: string;
}

/** The full-text index of the folded words of lesson pages. */
export interface PageIndex {
  /** The quoted FTS5 table; the rowid of an entry is the row's `_sequence`. */
  readonly index: string;
  /** The column of folded words. */
  readonly words: string;
  /** Columns whose values are indexed with the words: ids and other short texts. */
  readonly markedColumns: readonly string[];
}

/** The table of lesson pages, in a separate database file. */
export type PagesTable = Omit<OpenTable, 'tables' | 'pages'> & { readonly pages: PageIndex };

interface KeyColumns {
  /** Quoted SQL columns. The sort key is never NULL; the search key is NULL for a text that is NULL. */
  readonly search: string;
  readonly sort: string;
  /** The quoted FTS5 table of the search keys' trigrams, for a column with a fulltext index; its rowids are `trigramRowid`s. */
  readonly trigrams: string | undefined;
  /** The FTS5 vocabulary table of the trigrams. */
  readonly vocabulary: string;
}

/** Range of `_sequence` within a trigram rowid: a power of 2 above every `_sequence`. */
export const SEQUENCE_RANGE = 2 ** 27;
/** Number of leading sort-key bytes in a trigram rowid: the script and about two letters. */
export const ROWID_BYTES = 4;

/**
 * Returns the rowid of a row's trigrams: the first bytes of its sort key, then its `_sequence`. Because rowids are ordered by the first
 * letters of names, the first and last match are found directly, even within one script.
 */
export function trigramRowid(sortKey: Uint8Array, sequence: number): number {
  const bytes = Array.from({ length: ROWID_BYTES }, (_, at) => sortKey[at] ?? 0);
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0) * SEQUENCE_RANGE + sequence;
}

/** Adds the database to each table of the schema. The table of lesson pages has a separate database. */
export function openTables(schema: Schema, database: DatabaseSync, pages?: PagesTable): Schema<OpenTable> {
  const databases = Array.from(schema.databases.values(), (databaseSchema) => {
    const tables = new Map<string, OpenTable>();
    for (const table of databaseSchema.tables.values()) {
      const isPages = pages?.databaseId === databaseSchema.id && pages.id === table.id;
      const keyColumns = listKeyColumns(table);
      const rowIndexes = [...schemaIndexes(table, keyColumns), ...keyIndexes(table, keyColumns)];
      const common = { database, computedColumns: new Map(), keyColumns, rowIndexes };
      tables.set(table.id, { ...(isPages ? pages : { ...table, ...common }), tables });
    }
    return [databaseSchema.id, { ...databaseSchema, tables }] as const;
  });
  return { ...schema, databases: new Map(databases) };
}

type Columns = Readonly<Record<string, 'text' | 'integer' | 'boolean' | 'datetime'>>;

/** Describes an internal table, which no schema file can name. Its rows are read and listed like those of other tables. */
function createInternalTable(database: DatabaseSync, id: string, columns: Columns): OpenTable {
  return {
    database,
    tables: new Map(),
    computedColumns: new Map(),
    keyColumns: new Map(),
    rowIndexes: [],
    id,
    databaseId: '',
    name: id,
    enabled: true,
    rowSecurity: false,
    permissions: [],
    columns: new Map(Object.entries(columns).map(([key, type]) => [key, v.parse(column, { key, type })])),
    indexes: [],
  };
}

/** Describes the table of transactions, which are stored and listed as rows. Source: docs/rules.md#transactions. */
export const transactionTable = (database: DatabaseSync): OpenTable =>
  createInternalTable(database, 'transactions', {
    status: 'text',
    operations: 'integer',
    expiresAt: 'datetime',
  });

/** Creates a table whose rows `select` computes: a temporary view of the connection. */
export function createInternalView(
  database: DatabaseSync,
  id: string,
  columns: Columns,
  select: string,
): OpenTable {
  const table = createInternalTable(database, id, columns);
  database.exec(`CREATE TEMP VIEW IF NOT EXISTS ${tableName(table)} AS ${select}`);
  return table;
}

/** Returns the quoted SQL name of a table. Ids contain no slash, so no two tables share a name. */
export function tableName(table: TableSchema): string {
  return quoteName(`rows/${table.databaseId}/${table.id}`);
}

/** Lists the SQL columns to read for a `select`: long texts that were not selected are not read from the disk. */
export function selectedColumns(
  table: OpenTable,
  { all, keys, related }: { all: boolean; keys: ReadonlySet<string>; related: ReadonlyMap<string, unknown> },
): string {
  if (all) return listColumnNames(table);
  const columns = [...table.columns.keys()].filter((key) => keys.has(key) || related.has(key));
  return [...systemColumns.values(), '_permissions', ...columns.map((key) => columnSql(table, key))].join(
    ', ',
  );
}

/** Lists the SQL columns of whole rows. */
export function listColumnNames(table: OpenTable): string {
  return ['*', ...Array.from(table.computedColumns.keys(), (key) => columnSql(table, key))].join(', ');
}

function columnSql({ computedColumns }: OpenTable, key: string): string {
  const sql = computedColumns.get(key);
  return sql ? `${sql} AS ${quoteName(key)}` : quoteName(key);
}

/** Returns the SQL column or expression of an attribute; undefined if the table has no such attribute. No other name reaches the SQL. */
export function columnName(table: OpenTable, attribute: string): string | undefined {
  const column = systemColumns.get(attribute) ?? table.computedColumns.get(attribute);
  return column ?? (table.columns.has(attribute) ? quoteName(attribute) : undefined);
}

/** Increment when keys or index entries are stored differently although folding and sorting are unchanged. */
const INDEX_VERSION = 7;
/** Part of the names of search tables and of indexes of keys; those of another version are rebuilt at the next start. */
const indexVersion = [FOLD_VERSION, SORT_VERSION, INDEX_VERSION].join('.');

function listKeyColumns(table: TableSchema): ReadonlyMap<string, KeyColumns> {
  const first = new Set(table.indexes.map(({ columns }) => columns[0]));
  const searchedColumns = table.indexes
    .filter(({ type }) => type === 'fulltext')
    .map(({ columns }) => columns[0]);
  const keyColumns = [...table.columns.values()].filter(
    (column) => column.kind === 'text' && !column.array && first.has(column.key),
  );
  return new Map(
    keyColumns.map(({ key }) => {
      const name = (...parts: string[]) =>
        quoteName(['search', table.databaseId, table.id, key, ...parts].join('/'));
      return [
        key,
        {
          search: quoteName(`${key}/search`),
          sort: quoteName(`${key}/sort`),
          trigrams: searchedColumns.includes(key) ? name(indexVersion) : undefined,
          vocabulary: name('vocabulary', indexVersion),
        },
      ];
    }),
  );
}

/** Lists the indexes of a table's search and sort keys. */
function keyIndexes(table: TableSchema, keyColumns: OpenTable['keyColumns']): RowIndex[] {
  return [...keyColumns].flatMap(([key, { search, sort, trigrams }]) => {
    const index = (label: string, columns: string[], direction = '') => {
      const name = quoteName(['keys', table.databaseId, table.id, key, label, indexVersion].join('/'));
      const [first, ...others] = columns;
      const list = [`${first}${direction}`, ...others].join(', ');
      return { columns, sql: `CREATE INDEX ${name} ON ${tableName(table)} (${list})` };
    };
    // Because the search key is the last column, SQLite can test it in index order without reading rows.
    const searchColumn = trigrams ? [search] : [];
    const byName = [sort, '_sequence', ...searchColumn];
    const byDate = ['_created', '_sequence', ...searchColumn];
    const related = relationships(table).map((to) => ({ ...to, column: quoteName(to.key) }));
    return [
      index('ascending', byName),
      // Rows with the same name are in `$sequence` order in both directions.
      index('descending', byName, ' DESC'),
      ...related.map((to) => index(`of ${to.key}`, [to.column, ...byName])),
      ...(trigrams
        ? [
            index('created', byDate),
            ...related.map((to) => index(`of ${to.key}, created`, [to.column, ...byDate])),
          ]
        : []),
    ];
  });
}

/** Lists the SQL that creates the indexes of a table's search and sort keys. If an index is missing, all keys are recomputed. */
function derivedObjects(table: OpenTable): string[] {
  const searchTables = [...table.keyColumns.values()].flatMap(({ trigrams, vocabulary }) =>
    trigrams
      ? [
          `CREATE VIRTUAL TABLE ${trigrams} USING fts5("/key", content='', tokenize='trigram case_sensitive 1')`,
          `CREATE VIRTUAL TABLE ${vocabulary} USING fts5vocab(${trigrams}, 'instance')`,
        ]
      : [],
  );
  return [...keyIndexes(table, table.keyColumns).map(({ sql }) => sql), ...searchTables];
}

/**
 * Adds tables, columns and indexes of the schema, and drops indexes that were removed from it. Keeps all rows. Runs in the transaction of
 * the migration. Reports its progress, from 0 to 1. Throws if a column's type has changed.
 */
export function buildTables(
  database: DatabaseSync,
  tables: readonly OpenTable[],
  report: (share: number) => void,
): void {
  for (const table of tables) buildTable(database, table);
  // If one object of a group is missing, the whole group is created and filled again.
  const groups = tables.flatMap((table) => [
    ...schemaIndexes(table, table.keyColumns).map(({ sql }) => [sql]),
    derivedObjects(table),
  ]);
  // SQLite creates and drops the shadow tables of FTS5 itself.
  const existingObjects = database
    .prepare(
      `SELECT name, type, sql FROM sqlite_schema WHERE name LIKE '%/%' AND name NOT LIKE 'rows/%' AND sql IS NOT NULL
       AND name NOT IN (SELECT name FROM pragma_table_list WHERE type = 'shadow') ORDER BY rowid DESC`,
    )
    .all();
  const isComplete = (group: string[]) =>
    group.every((statement) => existingObjects.some(({ sql }) => sql === statement));
  const unchangedSql = groups.filter(isComplete).flat();
  for (const { name, type, sql } of existingObjects)
    if (!unchangedSql.includes(String(sql)))
      database.exec(`DROP ${type} IF EXISTS ${quoteName(String(name))}`);
  dropUnusedColumns(database, tables);
  const missingSql = groups.filter((group) => !isComplete(group)).flat();
  const outdatedTables = tables.filter((table) =>
    derivedObjects(table).some((sql) => missingSql.includes(sql)),
  );
  setKeys(outdatedTables, (share) => report(share / 2));
  for (const sql of missingSql) database.exec(sql);
  fillTrigrams(outdatedTables, (share) => report((1 + share) / 2));
}

function sqlType({ kind, array }: Column): 'TEXT' | 'INTEGER' | 'REAL' {
  if (array) return 'TEXT';
  if (kind === 'integer' || kind === 'boolean') return 'INTEGER';
  return kind === 'float' ? 'REAL' : 'TEXT';
}

function listExistingColumns(database: DatabaseSync, table: TableSchema): Map<string, string> {
  const rows = database
    .prepare(`SELECT name, type FROM pragma_table_info(?)`)
    .all(`rows/${table.databaseId}/${table.id}`);
  return new Map(rows.map(({ name, type }) => [String(name), String(type)]));
}

/** Columns of every row, in addition to the schema's. */
const ROW_COLUMNS = `
    _sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    _id TEXT NOT NULL UNIQUE,
    _created TEXT NOT NULL,
    _updated TEXT NOT NULL,
    _permissions TEXT NOT NULL,
    _version INTEGER NOT NULL`;

/** Returns the SQL that creates a table with all its columns. */
export function tableSql(table: TableSchema): string {
  const columns = Array.from(
    table.columns.values(),
    (column) => `, ${quoteName(column.key)} ${sqlType(column)}`,
  );
  return `CREATE TABLE ${tableName(table)} (${ROW_COLUMNS}${columns.join('')}) STRICT`;
}

function buildTable(database: DatabaseSync, table: OpenTable): void {
  // The schema's columns have no NOT NULL or CHECK, because `toRowData` checks them. A changed column then does not require a rebuilt
  // table.
  database.exec(`CREATE TABLE IF NOT EXISTS ${tableName(table)} (${ROW_COLUMNS}) STRICT`);
  const existingTypes = listExistingColumns(database, table);
  const columnTypes = [
    ...Array.from(table.columns.values(), (column) => [column.key, sqlType(column)] as const),
    ...[...table.keyColumns.keys()].flatMap((key) => [
      [`${key}/search`, 'TEXT'] as const,
      [`${key}/sort`, 'BLOB'] as const,
    ]),
  ];
  for (const [key, type] of columnTypes) {
    const existingType = existingTypes.get(key);
    if (existingType === undefined)
      database.exec(`ALTER TABLE ${tableName(table)} ADD COLUMN ${quoteName(key)} ${type}`);
    else if (existingType !== type)
      throw new Error(
        `appwrite.config.json: the column "${key}" of the table "${table.id}" has the type ${existingType} in the database but ${type} in the schema: give the new column another key.`,
      );
  }
}

/** Drops columns of keys that are no longer stored. Keeps columns removed from the schema, in case they return. */
function dropUnusedColumns(database: DatabaseSync, tables: readonly OpenTable[]): void {
  for (const table of tables)
    for (const name of listExistingColumns(database, table).keys()) {
      const [key = '', suffix] = name.split('/');
      if (suffix === 'place' || (suffix !== undefined && !table.keyColumns.has(key)))
        database.exec(`ALTER TABLE ${tableName(table)} DROP COLUMN ${quoteName(name)}`);
    }
}

/** Lists the indexes of the schema, and those of relationships and dates that no index of `keyIndexes` covers. */
export function schemaIndexes(table: TableSchema, keyColumns: OpenTable['keyColumns']): RowIndex[] {
  const index = (key: string, keys: readonly string[], orders: Index['orders'] = [], type = 'key') => {
    const kind = type === 'unique' ? 'UNIQUE INDEX' : 'INDEX';
    const name = quoteName(`index/${table.databaseId}/${table.id}/${key}`);
    const columns = keys.map((column) => systemColumns.get(column) ?? quoteName(column));
    const list = columns.map((column, at) => `${column} ${orders[at] ?? 'ASC'}`).join(', ');
    return { columns, sql: `CREATE ${kind} ${name} ON ${tableName(table)} (${list})` };
  };
  // If two indexes have the same key, the later one counts.
  const indexes = new Map(
    table.indexes.filter(({ type }) => type !== 'fulltext').map((index) => [index.key, index]),
  );
  const isSearched = [...keyColumns.values()].some(({ trigrams }) => trigrams);
  const relatedColumns = keyColumns.size > 0 ? [] : relationships(table);
  const dates = isSearched ? ['$updatedAt'] : ['$createdAt', '$updatedAt'];
  return [
    ...Array.from(indexes.values(), ({ key, columns, orders, type }) => index(key, columns, orders, type)),
    ...relatedColumns.map(({ key }) => index(`${key}/related`, [key])),
    ...dates.map((key) => index(`${key}/date`, [key])),
  ];
}

/** Number of rows processed between two progress reports. */
const BATCH_ROWS = 1000;

/** Calls `work` with the first and last `_sequence` of each batch of rows, and reports the progress. */
function forEachBatch(
  tables: readonly OpenTable[],
  report: (share: number) => void,
  work: (table: OpenTable, from: number, to: number) => void,
): void {
  const counts = tables.map((table) => {
    const sql = `SELECT count(*) AS count FROM ${tableName(table)}`;
    return Number(table.database.prepare(sql).get()?.count);
  });
  const rowCount = counts.reduce((sum, count) => sum + count, 0);
  let processedRows = 0;
  for (const table of tables) {
    const sql = `SELECT min(_sequence) AS first, max(_sequence) AS last, count(*) AS count FROM
      (SELECT _sequence FROM ${tableName(table)} WHERE _sequence > ? ORDER BY _sequence LIMIT ${BATCH_ROWS})`;
    for (let last = 0; ; ) {
      const batch = prepareStatement(table.database, sql).get(last);
      if (!batch?.count) break;
      last = Number(batch.last);
      work(table, Number(batch.first), last);
      processedRows += Number(batch.count);
      report(processedRows / rowCount);
    }
  }
}

/** Computes the search and sort keys of all rows. */
function setKeys(tables: readonly OpenTable[], report: (share: number) => void): void {
  forEachBatch(tables, report, (table, from, to) => {
    const changes = [...table.keyColumns].flatMap(([key, { search, sort }]) => [
      `${search} = search_key(${quoteName(key)})`,
      `${sort} = ifnull(sort_key(${quoteName(key)}), x'')`,
    ]);
    const sql = `UPDATE ${tableName(table)} SET ${changes.join(', ')} WHERE _sequence BETWEEN ? AND ?`;
    prepareStatement(table.database, sql).run(from, to);
  });
}

/** Ends every indexed search key, so that a trigram also begins at the key's second-last character. No key contains this character. */
export const KEY_END = '\u0004';

function fillTrigrams(tables: readonly OpenTable[], report: (share: number) => void): void {
  forEachBatch(tables, report, (table, from, to) => {
    for (const { search, sort, trigrams } of table.keyColumns.values())
      if (trigrams)
        prepareStatement(
          table.database,
          // FTS5 inserts quickly only in rowid order.
          `INSERT INTO ${trigrams} (rowid, "/key")
           SELECT trigram_rowid(${sort}, _sequence), ${search} || '${KEY_END}'
           FROM ${tableName(table)} WHERE _sequence BETWEEN ? AND ? AND ${search} IS NOT NULL ORDER BY 1`,
        ).run(from, to);
  });
  for (const table of tables)
    for (const { trigrams } of table.keyColumns.values())
      if (trigrams) table.database.exec(`INSERT INTO ${trigrams} (${trigrams}) VALUES ('optimize')`);
}
