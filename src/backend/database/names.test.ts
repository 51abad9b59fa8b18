import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { projectSchema } from '../../../tests/support/backend.ts';
import { planRows } from '../queries/plan.ts';
import { allTables } from '../schema.ts';
import { selectedColumns } from './names.ts';
import { openTables } from './open-table.ts';

test.each([
  ['$id', []],
  ['page', ['page']],
  // What is stored of the folded text may be told by the text itself.
  ['search', ['label', 'text', 'search']],
])('of a page, of which %s is asked, no long text is read without need', (attribute, columns) => {
  const schema = openTables(projectSchema, new DatabaseSync(':memory:'));
  const pages = allTables(schema).find(({ id }) => id === 'pages');
  if (!pages) throw new Error('the schema has no table of pages');
  const select = { method: 'select', attribute: '', values: [attribute], nested: [] } as const;
  const read = selectedColumns(pages, planRows([select], pages).select);
  expect(read.match(/"\w+"/g) ?? []).toEqual(columns.map((one) => `"${one}"`));
});
