import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FakeAppwrite, startFakeAppwrite } from '../../../tests/library/fake-appwrite.ts';
import { Owner } from '../../../tests/library/owner.ts';
import { KEY } from '../../../tests/support/backend.ts';

let owner: Owner;
let appwrite: FakeAppwrite;
beforeEach(async () => {
  owner = await Owner.make();
  appwrite = await startFakeAppwrite();
  owner.env.APPWRITE_ENDPOINT = appwrite.endpoint;
  owner.env.APPWRITE_API_KEY = KEY;
  owner.env.APPWRITE_FILES_TABLE_ID = 'lessons';
});
afterEach(async () => {
  await appwrite.stop();
  await owner.cleanUp();
});

test('creates database, tables, columns, indexes and bucket with the configured ids', async () => {
  const { code, text } = await owner.run('setup');
  expect(code, text).toBe(0);
  expect(text).toContain(
    'The server accepts files of up to 28.6 MB. All lessons in your folder are smaller.',
  );
  expect(text).toContain('Only the server’s administrator can raise this limit: set _APP_STORAGE_LIMIT');
  expect(appwrite.parts.get('/v1/storage/buckets/pdfs')).toMatchObject({ maximumFileSize: 30_000_000 });
  expect([...appwrite.parts.keys()].filter((path) => !path.includes('/indexes/')).sort()).toEqual(
    [
      '/v1/tablesdb/library',
      ...['categories', 'lessons', 'changes', 'pages'].map((table) => `/v1/tablesdb/library/tables/${table}`),
      '/v1/tablesdb/library/tables/categories/columns/categoryName',
      ...['url', 'fileName', 'fileSize', 'fileId', 'category'].map(
        (key) => `/v1/tablesdb/library/tables/lessons/columns/${key}`,
      ),
      ...['kind', 'publication', 'lesson', 'before', 'after', 'note'].map(
        (key) => `/v1/tablesdb/library/tables/changes/columns/${key}`,
      ),
      ...['lesson', 'category', 'page', 'label', 'text', 'search'].map(
        (key) => `/v1/tablesdb/library/tables/pages/columns/${key}`,
      ),
      '/v1/storage/buckets/pdfs',
    ].sort(),
  );
  expect(appwrite.parts.get('/v1/tablesdb/library/tables/lessons')).toMatchObject({
    $permissions: ['read("any")'],
    rowSecurity: false,
  });
  expect(appwrite.parts.get('/v1/tablesdb/library/tables/changes')).toMatchObject({ $permissions: [] });
  expect(appwrite.parts.get('/v1/tablesdb/library/tables/pages/columns/search')).toMatchObject({
    type: 'longtext',
  });
  expect(appwrite.parts.get('/v1/tablesdb/library/tables/lessons/columns/category')).toMatchObject({
    relatedTableId: 'categories',
    type: 'relationship',
    onDelete: 'restrict',
  });
});

test('changes nothing in a second run, and reports that', async () => {
  await owner.run('setup');
  const writes = appwrite.writes.length;
  const { code, text } = await owner.run('setup');
  expect(code).toBe(0);
  expect(text).toContain('nothing was changed');
  expect(appwrite.writes).toHaveLength(writes);
});

test('names a lesson above the server’s limit, and raises the bucket’s limit once the server allows it', async () => {
  await owner.folder.write('Fiqh/Large.pdf', 'x'.repeat(31_000_000));
  const { code, text } = await owner.run('setup');
  expect(code, text).toBe(5);
  expect(text).toContain('Your largest lesson, Large.pdf, is 29.6 MB.');
  expect(text).not.toContain('console');

  appwrite.storageLimit = 1_000_000_000;
  const secondRun = await owner.run('setup');
  expect(secondRun.code, secondRun.text).toBe(0);
  expect(appwrite.parts.get('/v1/storage/buckets/pdfs')).toMatchObject({
    maximumFileSize: 104_857_600,
    permissions: ['read("any")'],
  });
});

test('sets the bucket’s limit to that of the server', async () => {
  appwrite.storageLimit = 50_000_000;
  await owner.run('setup');
  expect(appwrite.parts.get('/v1/storage/buckets/pdfs')).toMatchObject({ maximumFileSize: 50_000_000 });
  appwrite.storageLimit = 60_000_000;
  await owner.run('setup');
  expect(appwrite.parts.get('/v1/storage/buckets/pdfs')).toMatchObject({ maximumFileSize: 60_000_000 });
});

test('--dry-run reports exactly what the run then creates, and creates nothing', async () => {
  await owner.folder.write('Fiqh/Large.pdf', 'x'.repeat(31_000_000));
  const compareRuns = async () => {
    const before = appwrite.writes.length;
    const dryRun = await owner.run('setup', '--dry-run');
    expect(appwrite.writes).toHaveLength(before);
    const run = await owner.run('setup');
    const lines = (text: string) =>
      text.split('\n').filter((line) => !/create|created/.test(line) || /^to/.test(line));
    expect(dryRun.code, dryRun.text).toBe(run.code);
    expect(lines(dryRun.text)).toEqual(lines(run.text.replaceAll(/^created {4}/gm, 'to create  ')));
    return dryRun.text;
  };
  const text = await compareRuns();
  expect(text).toContain('to create  table lessons');
  expect(text).toContain('Your largest lesson, Large.pdf, is 29.6 MB.');
  appwrite.storageLimit = 50_000_000;
  expect(await compareRuns()).toContain('to create  bucket pdfs: files of up to 50000000 bytes');
});

test('completes an interrupted setup, and reports differences', async () => {
  appwrite.parts.set('/v1/tablesdb/library', { $id: 'library' });
  appwrite.parts.set('/v1/tablesdb/library/tables/changes', {
    $id: 'changes',
    $permissions: ['read("any")'],
  });
  const { code, text } = await owner.run('setup');
  expect(code).toBe(5);
  expect(text).toContain('exists     database library');
  expect(text).toContain('DIFFERS    table changes: permissions read("any"), not (none)');
  expect(appwrite.parts.has('/v1/storage/buckets/pdfs')).toBe(true);
});

test('names a column that Appwrite could not build, in the owner’s language', async () => {
  appwrite.parts.set('/v1/tablesdb/library/tables/categories/columns/categoryName', {
    type: 'varchar',
    status: 'failed',
    error: 'Row width is too large',
  });
  const { code, text } = await owner.runIn('ar', 'setup');
  expect([code, text]).toEqual([
    1,
    expect.stringContaining(
      'لم يتمكن Appwrite من إنشاء column categories.categoryName، والسبب: Row width is too large. احذفه في لوحة',
    ),
  ]);
  expect((await owner.run('setup')).text).toContain(
    'Appwrite could not build the column categories.categoryName: Row width is too large. Delete it',
  );
});

test('names a column that Appwrite has not built after two minutes, in the owner’s language', async () => {
  const path = '/v1/tablesdb/library/tables/categories/columns/categoryName';
  appwrite.parts.set(path, { type: 'varchar', status: 'waiting' });
  const start = Date.now();
  // Moves the clock two minutes forward with each reading.
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => start + 120_000 * clock.mock.calls.length);
  const { code, text } = await owner.runIn('ar', 'setup');
  clock.mockRestore();
  expect([code, text]).toEqual([
    1,
    expect.stringMatching(/مضت دقيقتان .* categories\.categoryName\. نفّذ setup/),
  ]);
});

test('reports without a hosted project that there is nothing to do', async () => {
  delete owner.env.APPWRITE_ENDPOINT;
  expect((await owner.run('setup')).text).toContain('needs no setup');
});
