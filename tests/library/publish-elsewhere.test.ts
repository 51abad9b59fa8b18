import { mkdir, rm } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { KEY } from '../support/backend.ts';
import { fetchOnlineLessons, Owner, texts } from './owner.ts';
import { type RunningSite, startSite } from './running-site.ts';

const lessons = {
  'Fiqh/2019-05-03 Wudu.pdf': 'wudu',
  'السيرة/١٤٤٠-٠٨-٢٨ الدرس.pdf': 'one',
  'Fiqh/Prayer.pdf': 'prayer',
};

let server: Owner;
let laptop: Owner;
let site: RunningSite;
beforeEach(async () => {
  [server, laptop] = await Promise.all([Owner.make(lessons), Owner.make(lessons)]);
  site = await startSite({ dataDir: server.dataDir, folder: () => server.folder.path });
  await laptop.changeSettings({ timeZone: 'America/Chicago' });
  Object.assign(laptop.env, {
    APPWRITE_ENDPOINT: site.endpoint,
    APPWRITE_PROJECT_ID: 'minbar',
    APPWRITE_API_KEY: KEY,
  });
});
afterEach(async () => {
  await site.stop();
  await Promise.all([server.cleanUp(), laptop.cleanUp()]);
});

const onlineLessons = () => fetchOnlineLessons(site.endpoint);

test.each([
  ['the same time zone', 'America/Chicago'],
  ['another time zone', 'Asia/Jakarta'],
])(
  'a publication from a computer in %s lists only what differs from the site, even if file names begin with dates',
  async (_, timeZone) => {
    // A date in a file's name is stored as noon in the time zone of the computer that publishes.
    process.env.TZ = timeZone;
    await site.publish('initial');
    const before = await onlineLessons();
    const { code, text } = await laptop.run('publish', '--dry-run');
    expect(code, text).toBe(0);
    expect(text).toContain('Nothing to publish: the library already matches your folder.');
    expect((await laptop.run('publish', '--yes')).text).toContain('Nothing to publish');
    expect(await onlineLessons()).toEqual(before);

    await laptop.folder.write('Fiqh/2019-05-03 Wudu.pdf', 'wudu, corrected');
    await laptop.folder.write('Fiqh/2020-01-01 Hajj.pdf', 'hajj');
    const output = await laptop.run('publish', '--yes');
    expect(output.text).toContain('New version (same link): 1 lesson');
    expect(output.text).toContain('New: 1 lesson');
    expect(output.text).toContain('Unchanged: 2 lessons');
    const after = await onlineLessons();
    expect(texts(after)).toMatchObject({ 'Fiqh/Wudu.pdf': 'wudu, corrected', 'Fiqh/Hajj.pdf': 'hajj' });
    const idOf = (lessons: typeof before) => lessons.find(({ path }) => path === 'Fiqh/Wudu.pdf')?.id;
    expect(idOf(after)).toBe(idOf(before));
    expect((await laptop.run('publish', '--dry-run')).text).toContain('Nothing to publish');
  },
);

test('a publication from another computer leaves the words of its lessons to the site, which soon reads them', async () => {
  await site.publish('initial');
  await laptop.folder.write('Fiqh/Hajj.pdf', 'hajj');
  const { code, text } = await laptop.run('publish', '--yes');
  expect(code, text).toBe(0);
  expect(text).not.toContain('will be sent');
  const idOf = async (path: string) => (await onlineLessons()).find((lesson) => lesson.path === path)?.id;
  const hajj = await idOf('Fiqh/Hajj.pdf');
  await expect.poll(() => site.backend.words?.records().map(({ lesson }) => lesson)).toContain(hajj);
});

test('a publication from another computer writes the addresses of lessons, not of files, even without SITE_URL', async () => {
  await site.publish('initial');
  await laptop.folder.write('Fiqh/Hajj.pdf', 'hajj');
  const { code, text } = await laptop.run('publish', '--yes');
  expect(code, text).toBe(0);
  expect(text).not.toContain('SITE_URL');
  const rows = site.backend.readRows('library', 'files', {});
  expect(rows).toHaveLength(4);
  expect(rows.map(({ url }) => url)).toEqual(rows.map(({ _id }) => `/lesson/${_id}.pdf`));
});

test('doctor finds no fault in a site to which another computer publishes', async () => {
  await laptop.run('publish', '--yes');
  const { code, text } = await laptop.run('doctor');
  expect(code, text).toBe(0);
  expect(text).toContain('✓ Tables and bucket: OK');
  expect(text).toContain('✓ As visitors see it: OK');
});

test('a site whose folder has no lessons keeps those that were published from another computer', async () => {
  await rm(server.folder.path, { recursive: true });
  await mkdir(server.folder.path);
  const { code, text } = await laptop.run('publish', '--yes');
  expect(code, text).toBe(0);
  for (const mode of ['initial', 'watch'] as const) await site.publish(mode);
  expect(texts(await onlineLessons())).toEqual({
    'Fiqh/Wudu.pdf': 'wudu',
    'Fiqh/Prayer.pdf': 'prayer',
    'السيرة/الدرس.pdf': 'one',
  });
  expect(site.log.join('\n')).toContain('3 lessons stay online until you run');
});
