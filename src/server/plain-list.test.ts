import { afterAll, beforeAll, expect, test } from 'vitest';
import { showsTexts } from '#backend/shows-texts.ts';
import { projectSchema } from '../../tests/support/backend.ts';
import { readingSite } from '../../tests/support/reading-site.ts';

let site: Awaited<ReturnType<typeof readingSite>>;
const read = { lesson: 'wudu', category: 'category-0', label: 'words' };
let written = 1;
/** Another page of a lesson is read. */
const readOn = () =>
  site.put('pages', `wudu-${++written}`, { ...read, page: written, text: 'water', search: ' water ' });
/** What a page asks the backend while it is rendered: nothing where it is not. */
const asks = async (path: string) => {
  const before = site.asked.length;
  expect((await site.ask(path)).status).toBe(200);
  return site.asked.slice(before);
};

beforeAll(async () => {
  site = await readingSite([{ id: 'wudu', fileName: 'Wudu', category: 'Fiqh', pages: ['Water is pure'] }], {
    outline: async () => undefined,
    pictureBytes: async () => [],
    words: async () => [],
  });
});
afterAll(() => site.close());

const plain = [
  '/',
  '/?lang=ar',
  '/?category=category-0',
  '/?sort=date',
  '/?lang=ar&category=category-0&sort=size',
];

test.each(plain)('%s is not rendered anew when a text is read, as it asks for none', async (path) => {
  const asked = await asks(path);
  expect(asked).not.toEqual([]);
  expect(asked.filter((address) => showsTexts(projectSchema, address))).toEqual([]);
  await readOn();
  expect(await asks(path)).toEqual([]);
  await site.put('categories', `after-${written}`, { categoryName: path });
  expect(await asks(path)).not.toEqual([]);
});

test.each(['/?search=water', '/lesson/wudu'])('%s is', async (path) => {
  await asks(path);
  await readOn();
  expect(await asks(path)).not.toEqual([]);
});
