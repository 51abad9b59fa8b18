import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { KEY } from '../support/backend.ts';
import { type FakeProject, startFakeProject } from '../support/fake-project.ts';
import { pdf } from './lesson-folder.ts';
import { Owner, texts, visit } from './owner.ts';

// Every write waits for the disk, which may be slow on a busy machine.

const lessons = { 'Fiqh/Wudu.pdf': 'wudu', 'السيرة/الدرس ١.pdf': 'one' };
let owner: Owner;
let hosted: FakeProject;
const project = 'mosque';

beforeEach(async () => {
  owner = await Owner.make(lessons);
  hosted = await startFakeProject({ projectId: project });
});
afterEach(async () => {
  await hosted.stop();
  await owner.leave();
});

function useHosted(): void {
  owner.env.APPWRITE_ENDPOINT = hosted.endpoint;
  owner.env.APPWRITE_PROJECT_ID = project;
  owner.env.APPWRITE_API_KEY = KEY;
}
const keyed = { 'x-appwrite-project': project, 'x-appwrite-key': KEY };
const visitHosted = () => visit(hosted.endpoint.replace('/v1', ''), project);

async function call(path: string, body: unknown, method = 'POST'): Promise<Response> {
  const headers = {
    'x-appwrite-project': project,
    'x-appwrite-key': KEY,
    'content-type': 'application/json',
  };
  return fetch(`${hosted.endpoint}${path}`, { method, headers, body: JSON.stringify(body) });
}

test('publishing to a hosted project gives absolute addresses', async () => {
  useHosted();
  expect((await owner.run('publish', '--yes')).code).toBe(0);
  expect(texts(await visitHosted())).toEqual(lessons);
  expect((await owner.run('verify')).code).toBe(0);
});

test('a wrong key, a wrong project and a wrong address each say what to do', async () => {
  useHosted();
  owner.env.APPWRITE_API_KEY = 'wrong';
  expect((await owner.run('publish', '--yes')).text).toContain('does not accept the key');
  owner.env.APPWRITE_API_KEY = KEY;
  owner.env.APPWRITE_PROJECT_ID = 'another';
  const noProject = await owner.run('publish', '--yes');
  expect(noProject.text).toContain('Compare APPWRITE_PROJECT_ID');
  expect(noProject.text).not.toContain('setup');
  owner.env.APPWRITE_PROJECT_ID = project;
  owner.env.APPWRITE_DATABASE_ID = 'other';
  expect((await owner.run('publish', '--yes')).text).toContain('npm run library -- setup');
});

test('lessons that were there before us keep their rows, files and links', async () => {
  await call('/tablesdb/library/tables/categories/rows', {
    rowId: 'old-category',
    data: { categoryName: 'Fiqh' },
  });
  const form = new FormData();
  form.append('fileId', 'old-file');
  form.append('file', new File([pdf('wudu')], 'Wudu.pdf'));
  const headers = { 'x-appwrite-project': project, 'x-appwrite-key': KEY };
  expect(
    (await fetch(`${hosted.endpoint}/storage/buckets/pdfs/files`, { method: 'POST', headers, body: form }))
      .status,
  ).toBe(201);
  const url = `${hosted.endpoint}/storage/buckets/pdfs/files/old-file/view?project=${project}`;
  const data = {
    url,
    fileName: 'Wudu.pdf',
    fileSize: pdf('wudu').length,
    fileId: 'old-file',
    category: 'old-category',
  };
  expect((await call('/tablesdb/library/tables/files/rows', { rowId: 'old-row', data })).status).toBe(201);

  useHosted();
  await owner.folder.remove('Fiqh/Wudu.pdf');
  await owner.folder.write('Fiqh/Steps of wudu.pdf', 'wudu');
  const { text } = await owner.run('publish', '--yes');
  expect(text).toContain(
    'holds a library that this computer did not have. It was copied into the data folder: 1 lesson.',
  );
  expect(text).toContain('New name (same link): 1 lesson');
  expect(await visitHosted()).toMatchObject([
    { id: 'old-row', place: 'Fiqh/Steps of wudu.pdf', text: 'wudu' },
    { place: 'السيرة/الدرس ١.pdf', text: 'one' },
  ]);
  expect((await owner.run('publish', '--dry-run')).text).toContain('Nothing to publish');
  expect((await owner.run('verify')).code).toBe(0);
});

test('undo of the first publication says that nothing stays, not that the folder is empty', async () => {
  await owner.run('publish', '--yes');
  const { text } = await owner.run('undo', '--remove', '2');
  expect(text).toContain('This undoes everything that was published: no lesson stays');
  expect(text).not.toContain('is empty');
  expect(text).toContain('Undone.');
});

describe('as a genuine Appwrite answers', () => {
  const longName = `${'Long title '.repeat(14)}end.pdf`;

  test('a lesson is renamed to a long title: its row has it whole', async () => {
    useHosted();
    await owner.run('publish', '--yes');
    await owner.folder.remove('Fiqh/Wudu.pdf');
    await owner.folder.write(`Fiqh/${longName}`, 'wudu');
    const { code, text } = await owner.run('publish', '--yes');
    expect(code, text).toBe(0);
    expect(texts(await visitHosted())[`Fiqh/${longName}`]).toBe('wudu');
  });

  test('a lesson above the limit is named with its size and the limit, the others move', async () => {
    await owner.folder.write('Fiqh/Large.pdf', 'x'.repeat(31_000_000));
    await owner.run('publish', '--yes');
    useHosted();
    const { code, text } = await owner.run('move', '--to', 'appwrite');
    expect(code, text).toBe(5);
    expect(text).toMatch(/Left out: Large\.pdf is 29\.6 MB, and the target accepts 28\.6 MB at most/);
    expect(text).toMatch(/Moved and compared: \d+ rows, 2 files/);
    expect(texts(await visitHosted())).toEqual(lessons);
    expect(text).toContain('the words of 2 lessons are sent there');
    const again = await owner.run('move', '--to', 'appwrite', '--dry-run');
    expect(again.text).not.toContain('are sent there');
    expect((await owner.run('publish', '--yes')).text).toContain(
      'Fiqh/Large.pdf is 29.6 MB, and the library accepts 28.6 MB at most',
    );
  });

  test('of a proxy’s page one sentence is told', async () => {
    useHosted();
    hosted.setFaults({ proxyStatus: 413 });
    const { text } = await owner.run('publish', '--yes');
    expect(text).toContain('client_max_body_size');
    expect(text).not.toContain('<');
  });

  test('a lesson whose bytes do not come whole is named, the others move', async () => {
    useHosted();
    await owner.run('publish', '--yes');
    const answer = await fetch(`${hosted.endpoint}/storage/buckets/pdfs/files`, { headers: keyed });
    const { files } = (await answer.json()) as { files: { $id: string; name: string }[] };
    hosted.setFaults({ missingFiles: files.filter(({ name }) => name === 'Wudu.pdf').map(({ $id }) => $id) });
    // Another computer, whose data folder has no library.
    await rm(owner.dataDir, { recursive: true });
    await owner.folder.remove('Fiqh/Wudu.pdf');
    const { code, text } = await owner.run('move', '--to', 'embedded');
    expect(code, text).toBe(5);
    expect(text).toContain('Left out: the file of Wudu.pdf is missing or damaged');
    expect(texts(await owner.visitor())).toEqual({ 'السيرة/الدرس ١.pdf': 'one' });
  });

  test('repair goes on after a file that the server cannot delete', async () => {
    useHosted();
    await owner.run('publish', '--yes');
    const answer = await fetch(`${hosted.endpoint}/storage/buckets/pdfs/files`, { headers: keyed });
    const { files } = (await answer.json()) as { files: { $id: string }[] };
    hosted.setFaults({ missingFiles: files.map(({ $id }) => $id) });
    const { code, text } = await owner.run('verify', '--repair');
    expect(code).toBe(1);
    for (const name of ['Wudu.pdf', 'الدرس ١.pdf'])
      expect(text).toContain(
        `${name} could not be sent again: the server returned “Failed to delete file from device”. Save`,
      );
  });
});
