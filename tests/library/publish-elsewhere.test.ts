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

const onlineLessons = () => fetchOnlineLessons(site.endpoint.replace('/v1', ''));

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
    expect(text).toContain('Nothing to publish: the library is the same as your folder.');
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
