import { mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Owner } from '../../../tests/library/owner.ts';
import { makeStoredFileUnreadable } from '../../../tests/library/unreadable-file.ts';
import { startBackend } from '../../../tests/support/backend.ts';
import { owner as tablesOf } from '../../../tests/support/clients.ts';
import { listHiddenRows } from './doctor.ts';

const lessons = { 'Fiqh/Wudu.pdf': 'wudu', 'السيرة/الدرس ١.pdf': 'one', 'السيرة/الدرس ٢.pdf': 'two' };
let owner: Owner;
beforeEach(async () => {
  owner = await Owner.make(lessons);
  await owner.run('publish', '--yes');
});
afterEach(() => owner.cleanUp());

describe('doctor', () => {
  test('reports that everything is in order', async () => {
    const { code, text } = await owner.run('doctor');
    expect(code, text).toBe(0);
    expect(text).toContain('Folder of lessons: OK – 3 lessons');
    expect(text).toContain('not running; to start it: npm start');
    expect(text).toContain('dates are in the time zone America/Chicago');
    const jsonOutput = await owner.run('doctor', '--json');
    expect(jsonOutput.code).toBe(0);
    expect(JSON.parse(jsonOutput.text)).toMatchObject({
      good: true,
      findings: expect.arrayContaining([
        { id: 'folder', good: true, text: '3 lessons' },
        { id: 'rows', good: true, text: '' },
      ]),
    });
  });

  test('reports a file that is too large to publish, without reading the file', async () => {
    const largeFile = join(owner.folder.path, 'Fiqh/Video.pdf');
    await owner.folder.write('Fiqh/Video.pdf', 'video');
    // A sparse file: it uses no disk space, but reading it would take minutes.
    await truncate(largeFile, 64 * 1024 ** 3);
    expect((await owner.run('doctor')).text).toContain('Folder of lessons: OK – 3 lessons; 1');
  });

  test('reads a new PDF only once', async () => {
    await owner.folder.write('Fiqh/New.pdf', 'new');
    expect((await owner.run('doctor')).text).toContain('Folder of lessons: OK – 4 lessons');
    expect(await readFile(join(owner.dataDir, 'read-files.json'), 'utf8')).toContain('Fiqh/New.pdf');
  });

  test('names rows that visitors cannot see', async () => {
    const site = await startBackend({ dataDir: owner.dataDir });
    const data = { url: '/x', fileName: 'Lost.pdf', fileSize: 1, fileId: 'lost' };
    const rowIds = { databaseId: 'library', tableId: 'files', rowId: 'lost-lesson' };
    await tablesOf(site.endpoint).createRow({ ...rowIds, data });
    await site.stop();
    const { code, text } = await owner.run('doctor');
    expect(code).toBe(1);
    expect(text).toMatch(/✗ Rows of the library: PROBLEM – .*lost-lesson/);
    expect((await owner.run('publish', '--yes')).code).toBe(0);
  });

  test.each(['stopped', 'running'])(
    'names lessons whose stored file is missing, with a site that is %s',
    async (state) => {
      const path = await owner.storedFile('two');
      if (state === 'running') await owner.startSite();
      await rm(path);
      const { code, text } = await owner.run('doctor');
      expect(code).toBe(1);
      expect(text).toMatch(/✗ Storage: PROBLEM – visitors cannot open الدرس ٢\.pdf: .*verify/);
    },
  );

  test.each([
    [10, false],
    [11, true],
  ])('names ten lessons that cannot be opened, with an ellipsis for more: %i', async (count, hasMore) => {
    for (let n = 4; n <= count; n++) await owner.folder.write(`Fiqh/Lesson ${n}.pdf`, `lesson ${n}`);
    await owner.run('publish', '--yes');
    const site = await owner.startSite();
    await rm(join(owner.dataDir, 'files'), { recursive: true });
    const { text } = await owner.run('doctor');
    await site.stop();
    const [, names, ellipsis] = /cannot open (.*\.pdf)( …)?: their/.exec(text) ?? [];
    expect([names?.split(', ').length, ellipsis !== undefined]).toEqual([10, hasMore]);
  });

  test('names lessons whose stored file cannot be read', async () => {
    await owner.startSite();
    const restoreFile = await makeStoredFileUnreadable(await owner.storedFile('one'));
    const { code, text } = await owner.runIn('ar', 'doctor');
    await restoreFile();
    expect(code).toBe(1);
    expect(text).toMatch(/✗ التخزين: فيه خلل – لا يستطيع الزوار فتح الدرس ١\.pdf،[\s\S]*verify/);
    expect((await owner.run('doctor')).text).toContain('✓ Storage: OK – every lesson can be opened');
  });

  test('reports mistakes in site.json with their position, in plain words', async () => {
    await writeFile(join(owner.root, 'content', 'site.json'), '{ "language": "ar",\n "logo": 5, }');
    const { code, text } = await owner.run('doctor');
    expect(code).toBe(1);
    expect(text).toContain(
      'PROBLEM – content/site.json: this is not valid JSON: see line 2, near character 13.',
    );
  });

  test('names categories in one language, and unknown categories of the configured order', async () => {
    await owner.folder.write('Hadith – الحديث/One.pdf', 'hadith');
    expect((await owner.run('publish', '--yes')).text).toMatch(
      /Categories named in one language only.*\n {4}Fiqh\n {4}السيرة\n/,
    );
    const text = (await owner.run('doctor')).text;
    expect(text).toMatch(/✓ Categories: OK – named in one language only: Fiqh, السيرة\./);
    const path = join(owner.root, 'content', 'site.json');
    const site = JSON.parse(await readFile(path, 'utf8'));
    await writeFile(path, JSON.stringify({ ...site, categories: ['Fikh', 'Fiqh'] }));
    const missingOutput = await owner.run('doctor');
    expect(missingOutput.code).toBe(1);
    expect(missingOutput.text).toMatch(/✗ Categories: PROBLEM – "categories" in .* lists Fikh, but no/);
    expect((await owner.runIn('ar', 'doctor')).text).toMatch(/✗ التصنيفات: فيه خلل – .*Fikh/);
  });

  test('names a file of the data folder that cannot be opened', async () => {
    await rm(join(owner.dataDir, 'lock'));
    await mkdir(join(owner.dataDir, 'lock'));
    const { code, text } = await owner.run('doctor');
    expect(code).toBe(1);
    expect(text).toContain(`✗ Backend: PROBLEM – ${join(owner.dataDir, 'lock')} cannot be opened.`);
  });

  test('reports a guessable key of the embedded backend, but not of a hosted project', async () => {
    owner.env.APPWRITE_API_KEY = 'x';
    const { code, text } = await owner.run('doctor');
    expect(code).toBe(1);
    expect(text).toContain('✗ Configuration: PROBLEM – APPWRITE_API_KEY is too short');
    owner.env.APPWRITE_ENDPOINT = 'http://127.0.0.1:9/v1';
    expect((await owner.run('doctor')).text).not.toContain('too short');
  });

  test('explains how to fix a missing folder and a rejected key', async () => {
    const site = await startBackend();
    owner.env.APPWRITE_ENDPOINT = site.endpoint;
    owner.env.APPWRITE_API_KEY = 'wrong';
    owner.env.LIBRARY_DIR = join(owner.dataDir, 'nowhere');
    const { code, text } = await owner.run('doctor');
    await site.stop();
    expect(code).toBe(1);
    expect(text).toContain('set LIBRARY_DIR');
    expect(text).toMatch(/✓ Backend: OK[\s\S]*✗ Key: PROBLEM – .*APPWRITE_API_KEY/);
  });
});

test('lists rows that visitors cannot see', () => {
  const categories = [
    { id: 'fiqh', name: 'Fiqh' },
    { id: 'blank', name: ' ' },
  ];
  const lesson = { id: 'wudu', fileName: 'Wudu.pdf', fileSize: 9, fileId: 'f', categoryId: 'fiqh' };
  const lessons = [
    lesson,
    { ...lesson, id: 'unnamed', fileName: '' },
    { ...lesson, id: 'lost', categoryId: '' },
    { ...lesson, id: 'gone', categoryId: 'removed' },
    { ...lesson, id: 'in-blank', categoryId: 'blank' },
  ];
  expect(listHiddenRows({ categories, lessons })).toEqual(['blank', 'unnamed', 'lost', 'gone', 'in-blank']);
  expect(listHiddenRows({ categories: categories.slice(0, 1), lessons: [lesson] })).toEqual([]);
});
