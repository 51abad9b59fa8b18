import { expect, test, vi } from 'vitest';
import { KEY, projectSchema, startBackend } from '../../../tests/support/backend.ts';

vi.mock('#contract/most-counted-pages.ts', () => ({ mostCountedPages: 2 }));

test('pages that hold some words are counted up to a bound', async () => {
  const running = await startBackend();
  const headers = {
    'X-Appwrite-Project': projectSchema.projectId,
    'X-Appwrite-Key': KEY,
    'Content-Type': 'application/json',
  };
  const path = '/v1/tablesdb/library/tables/pages/rows';
  const rows = ['all', 'all', 'all few'].map((words, at) => ({
    $id: `page${at}`,
    lesson: 'lesson',
    page: at + 1,
    label: 'words',
    search: ` ${words} `,
  }));
  await running.backend.app.request(path, { method: 'POST', headers, body: JSON.stringify({ rows }) });
  const count = async (word: string) => {
    const query = JSON.stringify({ method: 'contains', attribute: 'search', values: [` ${word} `] });
    const answer = await running.backend.app.request(`${path}?queries[]=${encodeURIComponent(query)}`, {
      headers,
    });
    const { total, rows: found } = (await answer.json()) as { total: number; rows: unknown[] };
    return [total, found.length];
  };
  expect([await count('all'), await count('few'), await count('none')]).toEqual([
    [2, 3],
    [1, 1],
    [0, 0],
  ]);
  await running.stop();
});
