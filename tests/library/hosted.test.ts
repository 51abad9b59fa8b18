import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { KEY } from '../support/backend.ts';
import { uploadFile } from '../support/clients.ts';
import { type FakeProject, startFakeProject } from '../support/fake-project.ts';
import { pdf } from './lesson-folder.ts';
import { fetchOnlineLessons, HOSTED_PROJECT, Owner, texts } from './owner.ts';

const lessons = { 'Fiqh/Wudu.pdf': 'wudu', 'السيرة/الدرس ١.pdf': 'one' };
let owner: Owner;
let hostedProject: FakeProject;

beforeEach(async () => {
  owner = await Owner.make(lessons);
  hostedProject = await startFakeProject({ projectId: HOSTED_PROJECT });
});
afterEach(async () => {
  await hostedProject.stop();
  await owner.cleanUp();
});

const useHosted = () => owner.connectTo(hostedProject.endpoint);
const hostedLessons = () => fetchOnlineLessons(hostedProject.endpoint, HOSTED_PROJECT);

/** Simulates that the project has lost the bytes of some files. */
async function loseBytes(...fileNames: string[]): Promise<void> {
  const response = await hostedProject.send('GET', '/storage/buckets/pdfs/files');
  const { files } = (await response.json()) as { files: { $id: string; name: string }[] };
  hostedProject.setFaults({
    missingFiles: files.filter(({ name }) => fileNames.includes(name)).map(({ $id }) => $id),
  });
}

test('explains a wrong key, a wrong project and a missing database', async () => {
  useHosted();
  owner.env.APPWRITE_API_KEY = 'wrong';
  expect((await owner.run('publish', '--yes')).text).toContain('does not accept the key');
  owner.env.APPWRITE_API_KEY = KEY;
  owner.env.APPWRITE_PROJECT_ID = 'another';
  const noProject = await owner.run('publish', '--yes');
  expect(noProject.text).toContain('Compare APPWRITE_PROJECT_ID');
  expect(noProject.text).not.toContain('setup');
  owner.env.APPWRITE_PROJECT_ID = HOSTED_PROJECT;
  owner.env.APPWRITE_DATABASE_ID = 'other';
  expect((await owner.run('publish', '--yes')).text).toContain('npm run library -- setup');
});

test('reports before a publication or move that lessons will link to files, unless SITE_URL is set', async () => {
  useHosted();
  const sentence = `SITE_URL is not set, so lessons on ${hostedProject.endpoint} link to Appwrite’s files`;
  const publication = await owner.run('publish');
  expect([publication.code, publication.text]).toEqual([3, expect.stringContaining(sentence)]);
  expect((await owner.runIn('ar', 'publish')).text).toContain('لم يُضبط SITE_URL');
  expect((await owner.run('move', '--to', 'appwrite', '--dry-run')).text).toContain(sentence);
  owner.env.SITE_URL = 'https://mosque.example';
  expect((await owner.run('publish')).text).not.toContain('SITE_URL');
});

test('keeps the row, file and link of a lesson that another program published', async () => {
  await hostedProject.send('POST', '/tablesdb/library/tables/categories/rows', {
    rowId: 'old-category',
    data: { categoryName: 'Fiqh' },
  });
  const upload = await uploadFile(hostedProject.endpoint, 'old-file', new File([pdf('wudu')], 'Wudu.pdf'), {
    'x-appwrite-project': HOSTED_PROJECT,
  });
  expect(upload.status).toBe(201);
  const url = `${hostedProject.endpoint}/storage/buckets/pdfs/files/old-file/view?project=${HOSTED_PROJECT}`;
  const data = {
    url,
    fileName: 'Wudu.pdf',
    fileSize: pdf('wudu').length,
    fileId: 'old-file',
    category: 'old-category',
  };
  const row = { rowId: 'old-row', data };
  expect((await hostedProject.send('POST', '/tablesdb/library/tables/files/rows', row)).status).toBe(201);

  useHosted();
  await owner.folder.remove('Fiqh/Wudu.pdf');
  await owner.folder.write('Fiqh/Steps of wudu.pdf', 'wudu');
  const { text } = await owner.run('publish', '--yes');
  expect(text).toContain(
    'holds a library that this computer did not have. It was copied into the data folder: 1 lesson.',
  );
  expect(text).toContain('New name (same link): 1 lesson');
  expect(await hostedLessons()).toMatchObject([
    { id: 'old-row', path: 'Fiqh/Steps of wudu.pdf', text: 'wudu' },
    { path: 'السيرة/الدرس ١.pdf', text: 'one' },
  ]);
  expect((await owner.run('publish', '--dry-run')).text).toContain('Nothing to publish');
  expect((await owner.run('verify')).code).toBe(0);
});

test('undo of the only publication explains that no lesson stays, not that the folder is empty', async () => {
  await owner.run('publish', '--yes');
  const { text } = await owner.run('undo', '--remove', '2');
  expect(text).toContain('This undoes everything that was published: no lesson stays');
  expect(text).not.toContain('is empty');
  expect(text).toContain('Undone.');
});

describe('with the behavior of a real Appwrite', () => {
  const longName = `${'Long title '.repeat(14)}end.pdf`;

  test('stores the full title of a lesson that is renamed to a long one', async () => {
    useHosted();
    await owner.run('publish', '--yes');
    await owner.folder.remove('Fiqh/Wudu.pdf');
    await owner.folder.write(`Fiqh/${longName}`, 'wudu');
    const { code, text } = await owner.run('publish', '--yes');
    expect(code, text).toBe(0);
    expect(texts(await hostedLessons())[`Fiqh/${longName}`]).toBe('wudu');
  });

  test('names a lesson above the size limit, and moves the others', async () => {
    await owner.folder.write('Fiqh/Large.pdf', 'x'.repeat(31_000_000));
    await owner.run('publish', '--yes');
    useHosted();
    const { code, text } = await owner.run('move', '--to', 'appwrite');
    expect(code, text).toBe(5);
    expect(text).toMatch(/Left out: Large\.pdf is 29\.6 MB, and the target accepts 28\.6 MB at most/);
    expect(text).toMatch(/Moved and compared: \d+ rows, 2 files/);
    expect(texts(await hostedLessons())).toEqual(lessons);
    expect(text).toContain('The words of 2 lessons will be sent to ');
    const secondMove = await owner.run('move', '--to', 'appwrite', '--dry-run');
    expect(secondMove.text).not.toContain('will be sent to');
    expect((await owner.run('publish', '--yes')).text).toContain(
      'Fiqh/Large.pdf is 29.6 MB, and the library accepts 28.6 MB at most',
    );
  });

  test('reports the error page of a proxy in one sentence', async () => {
    useHosted();
    hostedProject.setFaults({ proxyStatus: 413 });
    const { text } = await owner.run('publish', '--yes');
    expect(text).toContain('client_max_body_size');
    expect(text).not.toContain('<');
  });

  test('names a lesson whose bytes are lost, and moves the others', async () => {
    useHosted();
    await owner.run('publish', '--yes');
    await loseBytes('Wudu.pdf');
    // Simulates another computer, whose data folder has no library.
    await rm(owner.dataDir, { recursive: true });
    await owner.folder.remove('Fiqh/Wudu.pdf');
    const { code, text } = await owner.run('move', '--to', 'embedded');
    expect(code, text).toBe(5);
    expect(text).toContain('Left out: the file of Wudu.pdf is missing or damaged');
    expect(texts(await owner.onlineLessons())).toEqual({ 'السيرة/الدرس ١.pdf': 'one' });
  });

  test('keeps the link of a lesson whose bytes are lost on Appwrite, and sends the file of the folder', async () => {
    useHosted();
    await owner.run('publish', '--yes');
    const idOf = async () => (await hostedLessons()).find(({ path }) => path === 'Fiqh/Wudu.pdf')?.id;
    const id = await idOf();
    await loseBytes('Wudu.pdf');
    // Simulates another computer, whose data folder has no library.
    await rm(owner.dataDir, { recursive: true });
    await owner.folder.write('Fiqh/Wudu.pdf', 'wudu, corrected');
    const { text } = await owner.run('publish', '--yes');
    expect(text).toContain('On Appwrite the file of Wudu.pdf is missing or damaged');
    expect(text).toContain('New version (same link): 1 lesson');
    expect(await idOf()).toBe(id);
    expect(texts(await hostedLessons())['Fiqh/Wudu.pdf']).toBe('wudu, corrected');
  });

  test('removes a lesson whose bytes are lost on Appwrite only if the plan lists it', async () => {
    useHosted();
    await owner.run('publish', '--yes');
    await loseBytes('Wudu.pdf');
    await rm(owner.dataDir, { recursive: true });
    await owner.folder.remove('Fiqh/Wudu.pdf');
    expect((await owner.run('publish', '--dry-run')).text).toContain(
      'No longer shown: 1 lesson\n    Fiqh / Wudu.pdf',
    );
    expect((await owner.run('publish')).code).toBe(3);
    const rows = await hostedProject.send('GET', '/tablesdb/library/tables/files/rows');
    expect(await rows.text()).toContain('Wudu.pdf');
  });

  test('continues a repair after a file that the server cannot delete', async () => {
    useHosted();
    await owner.run('publish', '--yes');
    const names = ['Wudu.pdf', 'الدرس ١.pdf'];
    await loseBytes(...names);
    const { code, text } = await owner.run('verify', '--repair');
    expect(code).toBe(1);
    for (const name of names)
      expect(text).toContain(
        `${name} could not be sent again: the server returned “Failed to delete file from device”. Save`,
      );
  });
});
