import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createPages } from '#pages/pages.server.tsx';
import { type SiteServer, startSiteServer } from '#server/site-server.ts';
import { readConfig } from '#settings/config.ts';
import { fetchOnlineLessons, Owner } from './library/owner.ts';
import { KEY, projectSchema } from './support/backend.ts';
import { type FakeProject, startFakeProject } from './support/fake-project.ts';
import { createUnicodePdf } from './support/unicode-pdf.ts';

const verse = 'الله لا اله الا هو الحي القيوم لا تاخذه سنة ولا نوم';
const books = {
  'السيرة/آية الكرسي.pdf': createUnicodePdf([
    ['باب الطهارة'],
    [verse],
    ['the fast of Ramadan'],
    ['the fast of Shawwal'],
  ]),
  'السيرة/الدرس الثاني.pdf': createUnicodePdf([['باب الصلاة']]),
};
const assets = { style: '', loader: { module: '/client.js' }, fonts: [] };

let owner: Owner;
let hostedProject: FakeProject;
let site: SiteServer;
let lesson: string;
let category: string;
const get = (path: string) => fetch(site.url + path);
const text = async (path: string) => {
  const response = await get(path);
  expect([path, response.status]).toEqual([path, 200]);
  return response.text();
};

beforeAll(async () => {
  owner = await Owner.make();
  hostedProject = await startFakeProject();
  for (const [path, pdf] of Object.entries(books)) {
    const pdfPath = join(owner.folder.path, path);
    await mkdir(dirname(pdfPath), { recursive: true });
    await writeFile(pdfPath, pdf);
    await utimes(pdfPath, new Date('2026-01-01'), new Date('2026-01-01'));
  }
  const env = {
    ...owner.env,
    VITE_APPWRITE_ENDPOINT: hostedProject.endpoint,
    VITE_APPWRITE_PROJECT_ID: projectSchema.projectId,
    VITE_APPWRITE_PAGES_TABLE_ID: 'pages',
  };
  owner.env = { ...env, APPWRITE_API_KEY: KEY };
  const result = await owner.run('publish', '--yes');
  expect([result.text, result.code]).toEqual([result.text, 0]);
  site = await startSiteServer(
    readConfig(owner.root, { ...env, PORT: '0', HOST: 'localhost' }),
    async () => ({
      createPages: (options) =>
        createPages({ ...options, assets: { site: assets, lesson: assets, poster: assets } }),
      inline: [],
      assets: [],
    }),
  );
  const rows = await fetchOnlineLessons(hostedProject.endpoint, projectSchema.projectId);
  lesson = rows.find(({ path }) => path.endsWith('آية الكرسي.pdf'))?.id ?? '';
  category = /href="\/category\/([^/."]+)\.zip/.exec(await text(`/lesson/${lesson}`))?.[1] ?? '';
});
afterAll(async () => {
  await site?.close();
  await hostedProject.stop();
  await owner.cleanUp();
});

test('a search in a lesson lists the pages with the word', async () => {
  const html = await text(`/lesson/${lesson}?search=fast`);
  expect(html).toContain('Found on 2 pages.');
  expect(html).toContain('the <mark>fast</mark> of Ramadan');
});

test('a verse is found in a lesson and in the library, and its page names it', async () => {
  for (const path of [`/lesson/${lesson}`, '/'])
    for (const search of ['2:255', 'البقرة ٢٥٥', 'آية الكرسي', verse]) {
      const html = await text(`${path}?${new URLSearchParams({ search })}`);
      expect(html, search).toContain('القيوم');
    }
  expect(await text(`/lesson/${lesson}/2`)).toContain('2:255');
});

test('a lesson can be read as text', async () => {
  const html = await text(`/lesson/${lesson}?as=text`);
  expect(html).toContain('باب الطهارة');
  expect(html).toContain('the fast of Shawwal');
});

test('quoted lines are sent as a picture', async () => {
  const picture = await get(`/lesson/${lesson}/2-q1-1.jpg`);
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
});

test('a category is sent as an archive with all its lessons, in either language', async () => {
  const errorSpy = vi.spyOn(console, 'error');
  for (const language of ['en', 'ar']) {
    const archive = await get(`/category/${category}.zip?lang=${language}`);
    const bytes = Buffer.from(await archive.arrayBuffer());
    expect([archive.status, archive.headers.get('content-length')]).toEqual([200, String(bytes.length)]);
    expect(archive.headers.get('x-content-type-options')).toBe('nosniff');
    for (const path of Object.keys(books))
      expect(bytes.includes(path.slice(path.indexOf('/') + 1))).toBe(true);
  }
  // An error after the end of the archive would be logged before this response.
  expect((await get(`/lesson/${lesson}`)).status).toBe(200);
  expect(errorSpy.mock.calls).toEqual([]);
  errorSpy.mockRestore();
});
