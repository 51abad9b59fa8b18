import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { showsTexts } from '#backend/shows-texts.ts';
import { catalogues } from '#web/i18n/catalogues.ts';
import { projectSchema } from '../../tests/support/backend.ts';
import { br, libraryCache, page, textIn } from '../../tests/support/held-pages.ts';
import { readingSite } from '../../tests/support/reading-site.ts';

let site: Awaited<ReturnType<typeof readingSite>>;
beforeAll(async () => {
  const lessons = [
    { id: 'lesson1', fileName: 'Lesson.pdf', category: 'Fiqh', pages: ['The book of zakat'] },
    { id: 'lesson2', fileName: 'Other.pdf', category: 'Manners', pages: ['Two bookcases, a notebook'] },
  ];
  site = await readingSite(lessons, {
    pictureBytes: async () => [],
    outline: async () => undefined,
    words: async () => [],
  });
});
afterAll(() => site.close());

test.each([
  ['of characters that are two code units each', '😀'.repeat(256)],
  ['of a sign that is four words when it is folded', 'ﷺ'.repeat(63)],
  ['whose letters are two on the other keyboard', 'b'.repeat(256)],
  ['in quotes', `"${'ﷺ '.repeat(100)}"`],
])('a search %s finds nothing, whatever becomes of it', async (_, search) => {
  for (const language of ['en', 'ar'] as const) {
    for (const more of ['', '&exact=1', '&in=text']) {
      const answer = await site.ask(`/?lang=${language}&search=${encodeURIComponent(search)}${more}`);
      const html = await answer.text();
      expect(html).not.toContain('aria-busy="true"');
      expect(html).toContain(catalogues[language].noFiles);
    }
  }
});

test('a search that cannot be answered says nothing of other pages', async () => {
  const { cache, change } = libraryCache();
  await cache.get('/?page=2', br, async () => page('before'));
  change();
  await cache.get('/?search=a', br, async () => page('', false));
  expect(textIn(await cache.get('/?page=2', br, async () => page('after')))).toBe('after');
});

test('what is a word of the library is not the beginning of one in a category without it', async () => {
  const quotes = async (search: string, category: string) =>
    (await (await site.ask(`/?in=text&search=${search}&category=category-${category}`)).text()).match(
      /<mark>[^<]*/g,
    );
  expect(await quotes('book', '0')).toEqual(['<mark>book']);
  expect(await quotes('book', '1')).toBeNull();
  expect(await quotes('noteb', '1')).toEqual(['<mark>notebook']);
});

test('the nearest title is in its own language', async () => {
  expect(await (await site.ask('/?lang=ar&search=lessan')).text()).toContain('<bdi lang="en">Lesson</bdi>');
  expect(await (await site.ask('/?search=lessan')).text()).toContain('<bdi>Lesson</bdi>');
});

describe('when a text of a lesson is read', () => {
  let other: typeof site;
  const read = { lesson: 'wudu', category: 'category-0', label: 'words' };
  let written = 1;
  /** Another page of a lesson is read. */
  const readOn = () =>
    other.put('pages', `wudu-${++written}`, { ...read, page: written, text: 'water', search: ' water ' });
  /** What a page asks the backend while it is rendered: nothing where it is not. */
  const asks = async (path: string) => {
    const before = other.asked.length;
    expect((await other.ask(path)).status).toBe(200);
    return other.asked.slice(before);
  };

  beforeAll(async () => {
    other = await readingSite(
      [{ id: 'wudu', fileName: 'Wudu', category: 'Fiqh', pages: ['Water is pure'] }],
      {
        outline: async () => undefined,
        pictureBytes: async () => [],
        words: async () => [],
      },
    );
  });
  afterAll(() => other.close());

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
    await other.put('categories', `after-${written}`, { categoryName: path });
    expect(await asks(path)).not.toEqual([]);
  });

  test.each(['/?search=water', '/lesson/wudu'])('%s is', async (path) => {
    await asks(path);
    await readOn();
    expect(await asks(path)).not.toEqual([]);
  });
});
