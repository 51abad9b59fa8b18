import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { toSchema } from '#backend/schema.ts';
import { foldText } from '#text/words.ts';
import { HOSTED_PROJECT, Owner } from '../../../tests/library/owner.ts';
import { startFakeProject } from '../../../tests/support/fake-project.ts';

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
  let columns: typeof extraColumns = [];
  const hosted = await startFakeProject({
    projectId: HOSTED_PROJECT,
    schema: toSchema(config),
    intercept: ({ url }) =>
      new URL(url).pathname.endsWith('/columns')
        ? Response.json({ total: columns.length, columns })
        : undefined,
  });
  owner.connectTo(hosted.endpoint);
  try {
    expect((await owner.run('publish', '--yes')).code).toBe(0);
    // Adds the columns after the lessons were published; the next publication fills them.
    columns = extraColumns;
    expect((await owner.run('publish', '--yes')).text).toContain('Nothing to publish');
    const response = await hosted.send('GET', '/tablesdb/library/tables/files/rows');
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
    await hosted.stop();
    await owner.cleanUp();
  }
});
