import { statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestFolder } from '../../../tests/support/temporary-folder.ts';
import { listTables, toSchema } from '../schema.ts';
import { openDatabase } from './migrations.ts';
import { openTables, SEQUENCE_RANGE } from './tables.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = createTestFolder();
});

const schema = (columns: object[], indexes: object[] = []) =>
  toSchema({
    projectId: 'p',
    tablesDB: [{ $id: 'd' }],
    tables: [{ $id: 't', databaseId: 'd', columns, indexes }],
  });
const name = { key: 'name', type: 'string' };

/** Opens the database of the folder, runs a query and closes the database. Returns the first column of each row. */
function queryDatabase(target: ReturnType<typeof schema>, sql: string): unknown[] {
  const database = openDatabase(dataDir, target);
  try {
    return database
      .prepare(sql)
      .all()
      .map((row) => Object.values(row)[0]);
  } finally {
    database.close();
  }
}

const insert = `INSERT INTO "rows/d/t" (_id, _created, _updated, _permissions, _version, name) VALUES ('a', '', '', '[]', 1, 'Old') RETURNING name`;
const indexes = `SELECT name FROM sqlite_schema WHERE type = 'index' AND name LIKE 'index/%'`;

describe('the file', () => {
  it('is created with its settings', () => {
    const database = openDatabase(dataDir, schema([name]));
    const pragma = (pragmaName: string) =>
      Object.values(database.prepare(`PRAGMA ${pragmaName}`).get() ?? {})[0];
    expect(
      ['journal_mode', 'synchronous', 'foreign_keys', 'trusted_schema', 'cache_size'].map(pragma),
    ).toEqual([
      'wal',
      // NORMAL: the log is flushed before the response, see `respondDurably`.
      1,
      1,
      0,
      // KiB: a larger cache gains nothing while serving.
      -8000,
    ]);
    expect(
      database
        .prepare(
          `SELECT name FROM pragma_table_list WHERE strict = 0 AND type = 'table' AND name NOT LIKE 'sqlite%'`,
        )
        .all(),
    ).toEqual([]);
    database.close();
    expect(statSync(join(dataDir, 'minbar.db')).mode & 0o777).toBe(0o600);
  });

  it('of another program is refused', () => {
    const foreignDatabase = new DatabaseSync(join(dataDir, 'minbar.db'));
    foreignDatabase.exec('CREATE TABLE theirs (x)');
    foreignDatabase.close();
    expect(() => openDatabase(dataDir, schema([name]))).toThrow(
      'belongs to another program: choose another DATA_DIR',
    );
  });

  it('of a newer Minbar is refused', () => {
    const database = openDatabase(dataDir, schema([name]), { program: '7.8.9', report: () => {} });
    database.exec('PRAGMA user_version = 9999');
    database.close();
    expect(() => openDatabase(dataDir, schema([name]))).toThrow(
      'was written by a newer version of Minbar (7.8.9)',
    );
  });

  it('of an older Minbar is copied once before the migration, and the copy and the migrated file have its rows', () => {
    const createOlderFile = () => {
      const database = openDatabase(dataDir, schema([name]));
      // Downgrades the file to the schema of the second version.
      const newerTables = database
        .prepare(
          `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%/%' AND name NOT LIKE 'sqlite%'
           AND name NOT IN ('meta', 'staged_operations') ORDER BY rowid DESC`,
        )
        .all();
      for (const { name } of newerTables) database.exec(`DROP TABLE "${name}"`);
      database.exec(`DELETE FROM meta WHERE name = 'program'; PRAGMA user_version = 2`);
      database.close();
    };
    const rows = (file: string, sql: string) => {
      const database = new DatabaseSync(join(dataDir, file));
      const all = database
        .prepare(sql)
        .all()
        .map((row) => Object.values(row)[0]);
      database.close();
      return all;
    };
    queryDatabase(schema([name]), insert);
    createOlderFile();
    openDatabase(dataDir, schema([name])).close();
    const copy = 'minbar.db.version-2';
    expect(statSync(join(dataDir, copy)).mode & 0o777).toBe(0o600);
    expect(rows(copy, 'PRAGMA user_version')).toEqual([2]);
    for (const file of ['minbar.db', copy])
      expect(rows(file, 'SELECT name FROM "rows/d/t"')).toEqual(['Old']);
    expect(rows('minbar.db', 'PRAGMA user_version')).toEqual([5]);
    const { mtimeMs } = statSync(join(dataDir, copy));
    createOlderFile();
    openDatabase(dataDir, schema([name])).close();
    expect(statSync(join(dataDir, copy)).mtimeMs).toBe(mtimeMs);
  });
});

describe('the schema', () => {
  it('can get another column, which is null in old rows', () => {
    queryDatabase(schema([name]), insert);
    expect(
      queryDatabase(schema([name, { key: 'count', type: 'integer' }]), `SELECT count FROM "rows/d/t"`),
    ).toEqual([null]);
  });

  it('can get another index, which finds old rows too', () => {
    queryDatabase(schema([name]), insert);
    const laterSchema = schema([name], [{ key: 'i', type: 'fulltext', columns: ['name'] }]);
    const database = openDatabase(dataDir, laterSchema);
    const trigrams = listTables(openTables(laterSchema, database))[0]?.keyColumns.get('name')?.trigrams;
    database.close();
    const search = `SELECT t.name FROM ${trigrams} w JOIN "rows/d/t" t ON t._sequence = w.rowid % ${SEQUENCE_RANGE} WHERE ${trigrams} MATCH 'old'`;
    expect(queryDatabase(laterSchema, search)).toEqual(['Old']);
  });

  it('creates an added index, rebuilds a changed one and drops a removed one', () => {
    const byName = { key: 'i', type: 'key', columns: ['name'] };
    const initialIndexes = queryDatabase(schema([name]), indexes);
    expect(queryDatabase(schema([name], [byName]), indexes)).toContain('index/d/t/i');
    expect(
      queryDatabase(
        schema([name], [{ ...byName, type: 'unique', orders: ['DESC'] }]),
        `SELECT sql FROM sqlite_schema WHERE name = 'index/d/t/i'`,
      )[0],
    ).toContain('UNIQUE INDEX');
    expect(queryDatabase(schema([name]), indexes)).toEqual(initialIndexes);
  });

  it('drops the word index of an earlier version with its triggers', () => {
    const words = `CREATE VIRTUAL TABLE "words/d/t/name" USING fts5("name", content='rows/d/t', content_rowid='_sequence')`;
    const trigger = `CREATE TRIGGER "words/d/t/name/insert" AFTER INSERT ON "rows/d/t"
      BEGIN INSERT INTO "words/d/t/name" (rowid, "name") VALUES (new._sequence, new."name"); END`;
    for (const sql of [words, trigger]) queryDatabase(schema([name]), sql);
    expect(queryDatabase(schema([name]), insert)).toEqual(['Old']);
    expect(queryDatabase(schema([name]), `SELECT name FROM sqlite_schema WHERE name LIKE 'words/%'`)).toEqual(
      [],
    );
  });

  it('keeps the values of a removed column', () => {
    queryDatabase(schema([name]), insert);
    queryDatabase(schema([]), 'SELECT 1');
    expect(queryDatabase(schema([name]), `SELECT name FROM "rows/d/t"`)).toEqual(['Old']);
  });

  it('refuses a column of another type, and changes nothing', () => {
    queryDatabase(schema([name]), insert);
    const laterSchema = schema([
      { key: 'early', type: 'integer' },
      { key: 'name', type: 'integer' },
    ]);
    expect(() => openDatabase(dataDir, laterSchema)).toThrow(
      'the column "name" of the table "t" has the type TEXT in the database but INTEGER in the schema',
    );
    expect(
      queryDatabase(schema([name]), `SELECT name FROM pragma_table_info('rows/d/t') WHERE name = 'early'`),
    ).toEqual([]);
  });

  it('is not changed by a second start', () => {
    const layout = 'SELECT sql FROM sqlite_schema ORDER BY name';
    const fullSchema = schema([name], [{ key: 'i', type: 'fulltext', columns: ['name'] }]);
    expect(queryDatabase(fullSchema, layout)).toEqual(queryDatabase(fullSchema, layout));
  });
});
