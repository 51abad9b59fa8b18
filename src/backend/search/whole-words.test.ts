import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { mostCountedPages } from '#contract/most-counted-pages.ts';
import { KEY, projectSchema, startBackend } from '../../../tests/support/backend.ts';
import { wholeWords } from '../database/whole-words.ts';
import type { TableSchema } from '../schema.ts';

const pages = projectSchema.databases.get('library')?.tables.get('pages') as TableSchema;

test('pages that hold some words are counted up to a bound', async () => {
  const running = await startBackend();
  const index = wholeWords(pages)?.name;
  const other = new DatabaseSync(join(running.dataDir, 'minbar.db'));
  other
    .prepare(
      `INSERT INTO ${index} (rowid, words) SELECT value, iif(value = 1, 'all few', 'all')
       FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value <= ?) SELECT value FROM n)`,
    )
    .run(mostCountedPages);
  other.close();
  const headers = { 'X-Appwrite-Project': projectSchema.projectId, 'X-Appwrite-Key': KEY };
  const count = async (word: string) => {
    const query = JSON.stringify({ method: 'contains', attribute: 'search', values: [` ${word} `] });
    const path = `/v1/tablesdb/library/tables/pages/rows?queries[]=${encodeURIComponent(query)}`;
    const answer = await running.backend.app.request(path, { headers });
    return ((await answer.json()) as { total: number }).total;
  };
  expect([await count('all'), await count('few'), await count('none')]).toEqual([mostCountedPages, 1, 0]);
  await running.stop();
});
