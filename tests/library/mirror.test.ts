import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startFakeProject } from '../support/fake-project.ts';
import { samplePdf } from '../support/sample-pdf.ts';
import { fetchOnlineLessons, HOSTED_PROJECT, Owner, texts } from './owner.ts';

const lessons = { 'Fiqh/Wudu.pdf': 'wudu', 'Fiqh/Prayer.pdf': 'prayer', 'السيرة/الدرس ١.pdf': 'one' };

/** Starts a hosted project that accepts `proxy.refusedFrom` writes and refuses all later ones. */
async function startProject() {
  const proxy = { writes: 0, refusedFrom: Number.POSITIVE_INFINITY, refusesFiles: false };
  const refusal = { message: 'no', code: 400, type: 'general_bad_request' };
  const fileRefusal = { ...refusal, type: 'storage_invalid_file_size' };
  const hosted = await startFakeProject({
    projectId: HOSTED_PROJECT,
    intercept({ method, url }) {
      if (method !== 'GET' && proxy.writes++ >= proxy.refusedFrom)
        return Response.json(refusal, { status: 400 });
      const isRefusedFile = proxy.refusesFiles && method === 'POST' && url.endsWith('/files');
      return isRefusedFile ? Response.json(fileRefusal, { status: 400 }) : undefined;
    },
  });
  const list = async (path: string) => {
    const { rows } = (await (await hosted.send('GET', path)).json()) as { rows: Record<string, unknown>[] };
    return rows;
  };
  return {
    ...hosted,
    proxy,
    list,
    onlineLessons: () => fetchOnlineLessons(hosted.endpoint, HOSTED_PROJECT),
  };
}

let owner: Owner;
let hosted: Awaited<ReturnType<typeof startProject>>;
beforeEach(async () => {
  owner = await Owner.make(lessons);
  hosted = await startProject();
  owner.connectTo(hosted.endpoint);
});
afterEach(async () => {
  await hosted.stop();
  await owner.cleanUp();
});

const rows = '/tablesdb/library/tables/files/rows';

test('a publication that the project refuses after any write leaves no dead link, and the next run completes it', async () => {
  const output = await owner.run('publish', '--yes');
  expect(output.code, output.text).toBe(0);
  await owner.folder.write('Fiqh/Wudu.pdf', 'wudu, corrected');
  await owner.folder.write('Hadith/Intentions.pdf', 'intentions');
  await owner.folder.remove('Fiqh/Prayer.pdf');
  const expected = {
    'Fiqh/Wudu.pdf': 'wudu, corrected',
    'Hadith/Intentions.pdf': 'intentions',
    'السيرة/الدرس ١.pdf': 'one',
  };
  let code = 1;
  let write = 0;
  for (; code === 1; write++) {
    Object.assign(hosted.proxy, { writes: 0, refusedFrom: write });
    code = (await owner.run('publish', '--yes')).code;
    for (const { path, text } of await hosted.onlineLessons()) expect(text, path).not.toBeNull();
    expect(write).toBeLessThan(60);
  }
  expect(write).toBeGreaterThan(3);
  expect(texts(await hosted.onlineLessons())).toEqual(expected);
  expect((await owner.run('verify')).code).toBe(0);
  expect(texts(await owner.onlineLessons())).toEqual(expected);
});

test('a lesson keeps its earlier version in the project while the project refuses the new one', async () => {
  await owner.run('publish', '--yes');
  await owner.folder.write('Fiqh/Wudu.pdf', 'wudu, corrected');
  const listWords = async () =>
    (await hosted.list('/tablesdb/library/tables/pages/rows')).map(({ lesson, text }) => [lesson, text]);
  const words = await listWords();
  hosted.proxy.refusesFiles = true;
  for (const run of ['first', 'second']) {
    const { code, text } = await owner.run('publish', '--yes');
    expect([code, text], run).toEqual([5, expect.stringContaining('Left out: Wudu.pdf')]);
    expect(text).not.toContain('On Appwrite');
    expect(text).not.toContain('on Appwrite');
    expect(texts(await hosted.onlineLessons())).toEqual(lessons);
    expect(await listWords()).toEqual(words);
  }
  expect(words).toHaveLength(3);
  hosted.proxy.refusesFiles = false;
  expect((await owner.run('publish', '--yes')).code).toBe(0);
  expect(texts(await hosted.onlineLessons())['Fiqh/Wudu.pdf']).toBe('wudu, corrected');
  expect((await owner.run('verify')).code).toBe(0);
});

test('an undo reports a file that the project refuses', async () => {
  await owner.run('publish', '--yes');
  await owner.folder.write('Fiqh/Wudu.pdf', 'wudu, corrected');
  await owner.run('publish', '--yes');
  hosted.proxy.refusesFiles = true;
  const { code, text } = await owner.run('undo', '--yes');
  expect([code, text]).toEqual([5, expect.stringContaining('Left out: Wudu.pdf')]);
  expect(texts(await hosted.onlineLessons())['Fiqh/Wudu.pdf']).toBe('wudu, corrected');
});

test('copies a library that is only in the project, and reports this once', async () => {
  await owner.run('publish', '--yes');
  const lessonsBefore = await hosted.onlineLessons();
  await rm(owner.dataDir, { recursive: true });
  await owner.folder.write('Fiqh/New.pdf', 'new');
  const dryRun = await owner.run('publish', '--dry-run');
  expect(dryRun.text).toContain(
    'holds a library that this computer did not have. It was copied into the data folder: 3 lessons.',
  );
  expect(dryRun.text).toContain('New: 1 lesson\n    Fiqh / New.pdf\n  Unchanged: 3 lessons');
  expect(await owner.onlineLessons()).toEqual([]);
  expect((await owner.run('publish', '--yes')).code).toBe(0);
  const lessonsAfter = await hosted.onlineLessons();
  expect(lessonsAfter.filter(({ path }) => path !== 'Fiqh/New.pdf')).toEqual(lessonsBefore);
  expect((await owner.run('publish', '--yes')).text).not.toContain('did not have');
});

test('can restore a local library that the project’s library replaced, with its links', async () => {
  const { APPWRITE_ENDPOINT, APPWRITE_PROJECT_ID, APPWRITE_API_KEY, ...alone } = owner.env;
  const mirrorEnv = { ...owner.env };
  owner.env = alone;
  await owner.run('publish', '--yes');
  const lessonsBefore = await owner.onlineLessons();
  const otherOwner = await Owner.make({ 'Hadith/Older.pdf': 'older' });
  Object.assign(otherOwner.env, { APPWRITE_ENDPOINT, APPWRITE_PROJECT_ID, APPWRITE_API_KEY });
  expect((await otherOwner.run('publish', '--yes')).code).toBe(0);
  await otherOwner.cleanUp();
  owner.env = mirrorEnv;
  await owner.run('publish', '--yes');
  const output = await owner.run('publish', '--remove', '1');
  expect(output.code, output.text).toBe(0);
  expect(await hosted.onlineLessons()).toEqual(lessonsBefore);
  expect(await owner.onlineLessons()).toEqual(lessonsBefore);
});

test('names and shows changes of other programs before it overwrites them', async () => {
  await owner.run('publish', '--yes');
  const [wudu, prayer] = ['Wudu.pdf', 'Prayer.pdf'].map(async (name) => {
    const row = (await hosted.list(rows)).find(({ fileName }) => fileName === name);
    return String(row?.$id);
  });
  await hosted.send('PATCH', `${rows}/${await wudu}`, { data: { fileName: 'Ablution.pdf' } });
  await hosted.send('DELETE', `${rows}/${await prayer}`);
  owner.answers = ['n'];
  const { code, text } = await owner.run('publish');
  expect(code).toBe(3);
  expect(text).toContain('Changed on Appwrite by another program: Ablution.pdf');
  expect(text).toContain('Changed on Appwrite by another program: Prayer.pdf');
  expect(text).toContain('Fiqh / Ablution.pdf → Fiqh / Wudu.pdf');
  expect(Object.keys(texts(await hosted.onlineLessons()))).toEqual([
    'Fiqh/Ablution.pdf',
    'السيرة/الدرس ١.pdf',
  ]);
  expect((await owner.run('publish', '--yes')).code).toBe(0);
  expect(texts(await hosted.onlineLessons())).toEqual(lessons);
  expect((await owner.run('history')).text).toContain('made on Appwrite by another program');
});

test('a move in either direction asks before it removes lessons that only the target has', async () => {
  await owner.run('publish', '--yes');
  const categories = '/tablesdb/library/tables/categories/rows';
  await hosted.send('POST', categories, { rowId: 'other', data: { categoryName: 'Other' } });
  const data = { url: '/x', fileName: 'Theirs.pdf', fileSize: 1, fileId: 'theirs', category: 'other' };
  await hosted.send('POST', rows, { rowId: 'theirs', data });
  for (const [to, sentence] of [
    ['appwrite', 'Only on Appwrite, or newer there: Theirs.pdf'],
    ['embedded', ''],
  ] as const) {
    const { code, text } = await owner.run('move', '--to', to);
    if (sentence) expect([code, text]).toEqual([3, expect.stringContaining(sentence)]);
  }
  expect((await owner.run('move', '--to', 'appwrite', '--dry-run')).text).toContain('Theirs.pdf');
  await hosted.send('DELETE', `${rows}/theirs`);
  const row = (await hosted.list(rows)).find(({ fileName }) => fileName === 'Wudu.pdf');
  await hosted.send('DELETE', `${rows}/${row?.$id}`);
  const moveBack = await owner.run('move', '--to', 'embedded');
  expect([moveBack.code, moveBack.text]).toEqual([
    3,
    expect.stringContaining('Only on this computer, or newer here: Wudu.pdf'),
  ]);
  expect(Object.keys(texts(await owner.onlineLessons()))).toContain('Fiqh/Wudu.pdf');
});

test('mirrors the words of lessons', async () => {
  const { writeFile, utimes } = await import('node:fs/promises');
  const path = `${owner.folder.path}/Fiqh/Written.pdf`;
  await writeFile(path, samplePdf('Ablution before prayer', 3000));
  await utimes(path, new Date('2026-01-01'), new Date('2026-01-01'));
  const unsentNotice = 'so that search finds them there';
  const dryRun = await owner.run('publish', '--dry-run');
  expect(dryRun.text).toContain(
    `The words of 4 lessons will be sent to ${hosted.endpoint}, ${unsentNotice}.`,
  );
  expect((await owner.runIn('ar', 'publish', '--dry-run')).text).toContain('ستُرسل كلمات الدروس إلى');
  expect((await owner.run('publish', '--yes')).code).toBe(0);
  expect((await owner.run('publish', '--dry-run')).text).not.toContain(unsentNotice);
  const listLessonsWithWords = async () => {
    const pages = await hosted.list('/tablesdb/library/tables/pages/rows');
    return pages.filter(({ label }) => label === 'lesson').map(({ lesson }) => lesson);
  };
  const ids = (await hosted.onlineLessons()).map(({ id }) => id);
  expect((await listLessonsWithWords()).toSorted()).toEqual(ids.toSorted());
  await owner.folder.remove('Fiqh/Written.pdf');
  expect((await owner.run('publish', '--yes')).code).toBe(0);
  expect(await listLessonsWithWords()).toHaveLength(3);
  await hosted.send('DELETE', '/tablesdb/library/tables/pages/rows');
  expect((await owner.run('move', '--to', 'appwrite', '--dry-run')).text).toContain('words of 3 lessons');
  expect(await listLessonsWithWords()).toHaveLength(0);
  expect((await owner.run('move', '--to', 'appwrite')).text).toContain('words of 3 lessons');
  expect(await listLessonsWithWords()).toHaveLength(3);
});

test('a move records lessons that were removed before it, so that a site on Appwrite responds with 410', async () => {
  for (const name of ['APPWRITE_ENDPOINT', 'APPWRITE_PROJECT_ID']) delete owner.env[name];
  await owner.run('publish', '--yes');
  const [lesson] = (await owner.onlineLessons()).filter(({ path }) => path === 'Fiqh/Wudu.pdf');
  await owner.folder.remove('Fiqh/Wudu.pdf');
  await owner.run('publish', '--yes');
  Object.assign(owner.env, { APPWRITE_ENDPOINT: hosted.endpoint, APPWRITE_PROJECT_ID: HOSTED_PROJECT });
  expect((await owner.run('move', '--to', 'appwrite')).code).toBe(0);
  const shownLessons = await readFile(join(owner.dataDir, 'shown-lessons'), 'utf8');
  expect(shownLessons.split('\n')).toContain(lesson?.id);
});
