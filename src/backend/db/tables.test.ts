import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { projectSchema } from '../../../tests/support/backend.ts';
import { contains, files, pageOf, put } from '../../../tests/support/stored-files.ts';
import { planRows } from '../query/plan.ts';
import { testTerm } from '../query/sql.ts';
import { listTables } from '../schema.ts';
import { openDatabase } from './migrations.ts';
import { openTables, selectedColumns } from './tables.ts';

test('rebuilds keys and indexes of outdated rules at the next start', () => {
  const folder = mkdtempSync(join(tmpdir(), 'minbar-recollate-'));
  const before = openDatabase(folder, projectSchema);
  put(before, files, 'one', { fileName: 'أحكام الصيام' });
  put(before, files, 'two', { fileName: 'Fiqh' });
  // Simulates keys written by an older Minbar with other rules.
  before.exec(`UPDATE "rows/library/files" SET "fileName/search" = 'old', "fileName/sort" = x'00'`);
  const indexes = before
    .prepare(`SELECT name FROM sqlite_schema WHERE name LIKE 'keys/library/files/%'`)
    .all();
  for (const { name } of indexes) before.exec(`DROP INDEX "${name}"`);
  before.exec(`CREATE INDEX "keys/library/files/old/1" ON "rows/library/files" ("fileName/sort")`);
  before.close();
  const after = openDatabase(folder, projectSchema);
  expect(pageOf(after, [], 'fileName', false)).toEqual(['two', 'one']);
  expect(pageOf(after, [contains('احكام')], 'fileName', false)).toEqual(['one']);
  expect(pageOf(after, [testTerm(files, 'notContains', 'fileName', ['احكام'])], 'fileName', false)).toEqual([
    'two',
  ]);
  const old = after.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'keys/library/files/old/1'`);
  expect(old.get()).toBeUndefined();
  after.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  ['$id', []],
  ['page', ['page']],
  ['search', ['search']],
])('reads no other long text if %s is selected', (attribute, columns) => {
  const schema = openTables(projectSchema, new DatabaseSync(':memory:'));
  const pages = listTables(schema).find(({ id }) => id === 'pages');
  if (!pages) throw new Error('the schema has no table of pages');
  const select = { method: 'select', attribute: '', values: [attribute], nested: [] } as const;
  const read = selectedColumns(pages, planRows([select], pages).select);
  expect(read.match(/"\w+"/g) ?? []).toEqual(columns.map((column) => `"${column}"`));
});
