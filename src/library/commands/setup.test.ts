import { chmod, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FakeAppwrite, startFakeAppwrite } from '../../../tests/library/fake-appwrite.ts';
import { Owner } from '../../../tests/library/owner.ts';
import { KEY, startBackend } from '../../../tests/support/backend.ts';

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

test('reports a mistake in site.json before it creates anything', async () => {
  await owner.changeSettings({ hijriOffset: 9 });
  const { code, text } = await owner.run('setup');
  expect([code, text]).toEqual([2, expect.stringContaining('site.json')]);
  expect(appwrite.writes).toEqual([]);
});

test('--dry-run reports exactly what the run then creates, and creates nothing', async () => {
  const dryRun = await owner.run('setup', '--dry-run');
  expect(appwrite.writes).toEqual([]);
  const run = await owner.run('setup');
  const listParts = (text: string) => text.match(/(?<=^(?:to create|created) +)\S.*/gm);
  expect(listParts(dryRun.text)).toEqual(listParts(run.text));
  expect(dryRun.text).toContain('to create  table lessons');
});

test('creates only its own bucket, even if the server accepts files of any size', async () => {
  appwrite.storageLimit = Number.POSITIVE_INFINITY;
  const { code, text } = await owner.run('setup');
  expect(code, text).toBe(0);
  expect(appwrite.writes.filter((path) => path.includes('/buckets/'))).toEqual(['/v1/storage/buckets/pdfs']);
});

test('--dry-run finds the server’s size limit and the lessons above it, and changes nothing', async () => {
  await owner.folder.write('Fiqh/Large.pdf', 'x'.repeat(31_000_000));
  const newProject = await owner.run('setup', '--dry-run');
  expect([newProject.code, newProject.text]).toEqual([
    5,
    expect.stringMatching(/accepts files of up to 28\.6 MB\. Your largest lesson, Large\.pdf/),
  ]);
  const bucket = { $id: 'pdfs', name: 'PDFs', $permissions: ['read("any")'], maximumFileSize: 30_000_000 };
  appwrite.parts.set('/v1/storage/buckets/pdfs', bucket);
  appwrite.storageLimit = 50_000_000;
  const raise = await owner.run('setup', '--dry-run');
  expect([raise.code, raise.text]).toEqual([
    0,
    expect.stringMatching(/to change {2}bucket pdfs: accepts files of up to 47\.7 MB[\s\S]*All lessons/),
  ]);
  expect((await owner.runIn('ar', 'setup', '--dry-run')).text).toContain(
    'سيتم تعديل   الحاوية pdfs: أكبر ملف تقبله 47.7 MB',
  );
  expect(appwrite.writes).toEqual([]);
  expect((await owner.run('setup')).text).toContain('changed    bucket pdfs: accepts files of up to 47.7 MB');
});

test('names no file above the server’s limit that would not be published', async () => {
  await owner.folder.write('Fiqh/._Large.pdf', 'x'.repeat(31_000_000));
  const { code, text } = await owner.run('setup');
  expect([code, text]).toEqual([0, expect.stringContaining('All lessons in your folder are smaller.')]);
});

test('reports that a Minbar site needs no setup, and how to publish there', async () => {
  const site = await startBackend();
  owner.env.APPWRITE_ENDPOINT = site.endpoint;
  for (const options of [[], ['--dry-run']]) {
    const { code, text } = await owner.run('setup', ...options);
    expect([code, text]).toEqual([
      0,
      `${site.endpoint} is a Minbar site, which needs no setup. To publish there, run: npm run library -- publish`,
    ]);
  }
  expect((await owner.runIn('ar', 'setup')).text).toContain('فلا حاجة إلى تجهيزه');
  await site.stop();
});

test('names lessons above the server’s limit in linked folders, but no drafts', async () => {
  const other = await Owner.make({ 'Fiqh/Large.pdf': 'x'.repeat(31_000_000) });
  await symlink(join(other.folder.path, 'Fiqh'), join(owner.folder.path, 'Fiqh'));
  await owner.folder.write('_Drafts/Larger.pdf', 'x'.repeat(32_000_000));
  const { text } = await owner.run('setup');
  await other.cleanUp();
  expect(text).toContain('Your largest lesson, Large.pdf, is 29.6 MB. Reduce');
});

test.skipIf(process.getuid?.() === 0)(
  'names lessons above the server’s limit even if another folder cannot be read',
  async () => {
    await owner.folder.write('Fiqh/Large.pdf', 'x'.repeat(31_000_000));
    await owner.folder.write('Hadith/Small.pdf', 'small');
    await chmod(join(owner.folder.path, 'Hadith'), 0);
    const { text } = await owner.run('setup');
    await chmod(join(owner.folder.path, 'Hadith'), 0o700);
    expect(text).toContain('Your largest lesson, Large.pdf, is 29.6 MB. Reduce');
  },
);

test('names all parts and differences in Arabic', async () => {
  const tables = '/v1/tablesdb/library/tables';
  appwrite.parts.set(`${tables}/changes`, { $id: 'changes', $permissions: ['read("any")'] });
  appwrite.parts.set(`${tables}/lessons/columns/fileName`, { type: 'boolean', status: 'available' });
  appwrite.parts.set('/v1/storage/buckets/pdfs', {
    name: 'PDFs',
    $permissions: ['read("any")'],
    maximumFileSize: 1_000_000,
  });
  const { code, text } = await owner.runIn('ar', 'setup');
  expect(code, text).toBe(5);
  for (const line of [
    'تم إنشاء     قاعدة البيانات library',
    'تم إنشاء     الجدول lessons',
    'اختلاف في    الجدول changes: الصلاحيات الحالية read("any")، والمطلوبة (لا شيء). لم يتغير',
    'اختلاف في    العمود lessons.fileName: النوع الحالي boolean، والمطلوب text. لم يتغير',
    'سبق إنشاء    الحاوية pdfs',
    'تم تعديل     الحاوية pdfs: أكبر ملف تقبله 28.6 MB',
  ])
    expect(text).toContain(line);
  expect(text).not.toMatch(/\b(?:database|table|column|index|bucket|permissions|type|none|bytes)\b/);
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
      'لم يتمكن Appwrite من إنشاء العمود categories.categoryName، والسبب: Row width is too large. احذفه في لوحة',
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
