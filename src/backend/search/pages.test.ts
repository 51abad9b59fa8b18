import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { MAX_COUNTED_HITS } from '#contract/totals.ts';
import { KEY, projectSchema, startBackend } from '../../../tests/support/backend.ts';
import { pageIndex } from '../db/page-terms.ts';
import type { TableSchema } from '../schema.ts';

const pages = projectSchema.databases.get('library')?.tables.get('pages') as TableSchema;

test('pages that hold some words are counted up to a bound', async () => {
  const running = await startBackend();
  const index = pageIndex(pages)?.name;
  const other = new DatabaseSync(join(running.dataDir, 'minbar.db'));
  other
    .prepare(
      `INSERT INTO ${index} (rowid, words) SELECT value, iif(value = 1, 'all few', 'all')
       FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value <= ?) SELECT value FROM n)`,
    )
    .run(MAX_COUNTED_HITS);
  other.close();
  const headers = { 'X-Appwrite-Project': projectSchema.projectId, 'X-Appwrite-Key': KEY };
  const count = async (word: string) => {
    const query = JSON.stringify({ method: 'contains', attribute: 'search', values: [` ${word} `] });
    const path = `/v1/tablesdb/library/tables/pages/rows?queries[]=${encodeURIComponent(query)}`;
    const answer = await running.backend.app.request(path, { headers });
    return ((await answer.json()) as { total: number }).total;
  };
  expect([await count('all'), await count('few'), await count('none')]).toEqual([MAX_COUNTED_HITS, 1, 0]);
  await running.stop();
});

test('an order that begins with `$sequence` is read from the words too, whatever follows', async () => {
  const running = await startBackend();
  const { app } = running.backend;
  const path = '/v1/tablesdb/library/tables/pages/rows';
  const headers = {
    'X-Appwrite-Project': projectSchema.projectId,
    'X-Appwrite-Key': KEY,
    'Content-Type': 'application/json',
  };
  const rows = ['one', 'two'].map(($id) => ({ $id, lesson: $id, page: 1, label: 'words', search: ' word ' }));
  await app.request(path, { method: 'POST', headers, body: JSON.stringify({ rows }) });
  const ask = async (...orders: string[]) => {
    const queries = [
      { method: 'contains', attribute: 'search', values: [' word '] },
      { method: 'notEqual', attribute: 'category', values: ['other'] },
      ...orders.map((attribute) => ({ method: 'orderDesc', attribute })),
    ].map((query) => `queries[]=${encodeURIComponent(JSON.stringify(query))}`);
    const answer = await app.request(`${path}?${queries.join('&')}`, { headers });
    const { total, rows } = (await answer.json()) as { total: number; rows: { $id: string }[] };
    return [total, ...rows.map(({ $id }) => $id)];
  };
  expect(await ask('$sequence')).toEqual([2, 'two', 'one']);
  expect(await ask('$sequence', 'lesson')).toEqual([2, 'two', 'one']);
  await running.stop();
});
