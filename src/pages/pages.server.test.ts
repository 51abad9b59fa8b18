import { afterAll, beforeAll, expect, test } from 'vitest';
import { catalogues } from '#web/i18n/catalogues.ts';
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
