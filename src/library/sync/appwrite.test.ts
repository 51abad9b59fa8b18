import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { expect, test } from 'vitest';
import { toSchema } from '#backend/schema.ts';
import { foldText } from '#text/words.ts';
import { Owner } from '../../../tests/library/owner.ts';
import { KEY, startBackend } from '../../../tests/support/backend.ts';

const config = JSON.parse(readFileSync(new URL('../../../appwrite.config.json', import.meta.url), 'utf8'));

test('fills the optional columns for search and sorting that an owner added on Appwrite', async () => {
  const names = ['Lesson 10.pdf', 'Lesson 2.pdf', 'الدَّرس ١٠.pdf', 'الدرس ٢.pdf'];
  const owner = await Owner.make(Object.fromEntries(names.map((name) => [`Fiqh/${name}`, name])));
  const files = config.tables.find(({ $id }: { $id: string }) => $id === 'files');
  const extraColumns = [
    { key: 'searchText', type: 'string', required: false, array: false, size: 512, default: null },
    { key: 'sortKey', type: 'string', required: false, array: false, size: 700, default: null },
  ];
  files.columns.push(...extraColumns);
  const backend = await startBackend({
    schema: toSchema({ ...config, projectId: 'mosque' }),
    // On Appwrite, pages are an ordinary table.
    pagesTable: undefined,
  });
  let columns: typeof extraColumns = [];
  const proxy = serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request: Request) =>
      new URL(request.url).pathname.endsWith('/columns')
        ? Response.json({ total: columns.length, columns })
        : backend.backend.app.fetch(request),
  });
  await new Promise((resolve) => proxy.once('listening', resolve));
  owner.env.APPWRITE_ENDPOINT = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/v1`;
  owner.env.APPWRITE_PROJECT_ID = 'mosque';
  owner.env.APPWRITE_API_KEY = KEY;
  try {
    expect((await owner.run('publish', '--yes')).code).toBe(0);
    // Adds the columns after the lessons were published; the next publication fills them.
    columns = extraColumns;
    expect((await owner.run('publish', '--yes')).text).toContain('Nothing to publish');
    const headers = { 'x-appwrite-project': 'mosque' };
    const response = await fetch(`${backend.endpoint}/tablesdb/library/tables/files/rows`, { headers });
    const { rows } = (await response.json()) as { rows: Record<string, string>[] };
    for (const { fileName = '', searchText } of rows)
      expect(searchText).toBe(foldText(fileName.slice(0, -4)));
    const sortedRows = rows.toSorted((a, b) => ((a.sortKey ?? '') < (b.sortKey ?? '') ? -1 : 1));
    expect(sortedRows.map(({ fileName }) => fileName)).toEqual([
      'Lesson 2.pdf',
      'Lesson 10.pdf',
      'الدرس ٢.pdf',
      'الدَّرس ١٠.pdf',
    ]);
  } finally {
    await new Promise((resolve) => proxy.close(resolve));
    await backend.stop();
    await owner.cleanUp();
  }
});
