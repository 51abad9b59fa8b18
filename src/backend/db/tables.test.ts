import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { projectSchema } from '../../../tests/support/backend.ts';
import { contains, files, pageOf, put } from '../../../tests/support/stored-files.ts';
import { createTestFolder } from '../../../tests/support/temporary-folder.ts';
import { planRows } from '../query/plan.ts';
import { createTerm } from '../query/sql.ts';
import { listTables } from '../schema.ts';
import { openDatabase } from './migrations.ts';
import { openTables, selectedColumns } from './tables.ts';

test('rebuilds keys and indexes at the next start if their rules are outdated', () => {
  const folder = createTestFolder();
  const oldDatabase = openDatabase(folder, projectSchema);
  put(oldDatabase, files, 'one', { fileName: 'أحكام الصيام' });
  put(oldDatabase, files, 'two', { fileName: 'Fiqh' });
  // Simulates keys written by an older Minbar with other rules.
  oldDatabase.exec(`UPDATE "rows/library/files" SET "fileName/search" = 'old', "fileName/sort" = x'00'`);
  const indexes = oldDatabase
    .prepare(`SELECT name FROM sqlite_schema WHERE name LIKE 'keys/library/files/%'`)
    .all();
  for (const { name } of indexes) oldDatabase.exec(`DROP INDEX "${name}"`);
  oldDatabase.exec(`CREATE INDEX "keys/library/files/old/1" ON "rows/library/files" ("fileName/sort")`);
  oldDatabase.close();
  const newDatabase = openDatabase(folder, projectSchema);
  expect(pageOf(newDatabase, [], 'fileName', false)).toEqual(['two', 'one']);
  expect(pageOf(newDatabase, [contains('احكام')], 'fileName', false)).toEqual(['one']);
  expect(
    pageOf(newDatabase, [createTerm(files, 'notContains', 'fileName', ['احكام'])], 'fileName', false),
  ).toEqual(['two']);
  const outdatedIndex = newDatabase.prepare(
    `SELECT 1 FROM sqlite_schema WHERE name = 'keys/library/files/old/1'`,
  );
  expect(outdatedIndex.get()).toBeUndefined();
  newDatabase.close();
});

test.each([
  ['$id', []],
  ['page', ['page']],
  ['search', ['search']],
])('reads no long text that is not selected: %s', (attribute, columns) => {
  const schema = openTables(projectSchema, new DatabaseSync(':memory:'));
  const pages = listTables(schema).find(({ id }) => id === 'pages');
  if (!pages) throw new Error('the schema has no table of pages');
  const select = { method: 'select', attribute: '', values: [attribute], nested: [] } as const;
  const columnList = selectedColumns(pages, planRows([select], pages).select);
  expect(columnList.match(/"\w+"/g) ?? []).toEqual(columns.map((column) => `"${column}"`));
});
