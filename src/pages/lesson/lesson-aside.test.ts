import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LessonPages } from '#site/pictures/lesson-drawings.ts';
import { createTestSite } from '../../../tests/support/test-site.ts';

const throne = 'اللَّهُ لَا إِلَٰهَ إِلَّا هُوَ الْحَيُّ الْقَيُّومُ';
const lessonPages: Pick<LessonPages, 'words'> = {
  words: async (_file, _page, _label, terms) =>
    terms.map((_need, index) => ({ x: 0.1, y: 0.1 + index / 10, width: 0.3, height: 0.04 })),
};

let site: Awaited<ReturnType<typeof createTestSite>>;
beforeAll(async () => {
  site = await createTestSite(
    [
      {
        id: 'faith',
        fileName: 'Faith.pdf',
        category: 'Creed',
        pages: ['Nothing of it', `قال تعالى: ﴿${throne} لا تأخذه سنة ولا نوم﴾ صدق الله.`],
      },
      { id: 'mixed', fileName: 'Mixed.pdf', category: 'Creed', pages: ['PDF ملف الدرس الأول\nA file\n12'] },
      { id: 'other', fileName: 'Other.pdf', category: 'Creed', pages: ['The number 300 is large', 'x'] },
    ],
    lessonPages,
  );
});
afterAll(() => site.close());

const html = async (path: string, search: string) =>
  (await site.request(`${path}?${new URLSearchParams({ search })}`)).text();

test.each(['2:255', 'البقرة ٢٥٥', 'آية الكرسي', 'ayat al-kursi', throne])(
  'finds the page that quotes a verse by %s',
  async (search) => {
    const home = await html('/', search);
    expect(home).toMatch(/href="\/lesson\/faith\/2\?search=[^"]+#page"/);
    expect(home).toMatch(/<mark>اللَّهُ[^<]*نوم<\/mark>/);
    const lesson = await html('/lesson/faith/2', search);
    expect(lesson).toContain('Found on 1 page.');
    expect(lesson).toMatch(/<mark>اللَّهُ[^<]*نوم<\/mark>/);
    expect(lesson).toContain('<rect x="100"');
  },
);

test('links the verses quoted on a page to searches', async () => {
  const text = await html('/lesson/faith/2', '');
  expect(text).toContain('Verses on this page');
  expect(text).toMatch(
    /href="\/\?search=2%3A255#library" class="text-link [^"]*">Al-Baqarah <bdi dir="ltr">2:255/,
  );
  expect(await html('/lesson/faith', '')).not.toContain('Verses on this page');
});

test('sets each line of a page’s text in the direction of most of its words', async () => {
  const text = await html('/lesson/mixed', '');
  expect(text).toContain(
    '<div class="page-words" dir="rtl"><div dir="rtl"><span>PDF </span><span lang="ar">ملف الدرس الأول</span></div><div dir="ltr">A file</div><div>12</div></div>',
  );
});

test('reports a verse that does not exist, and searches its words', async () => {
  const home = await html('/', '2:300');
  expect(home).toContain('There is no verse');
  expect(await html('/lesson/other', '2:300')).toContain('There is no verse');
  const response = await (await site.request('/verses.json?search=2:300')).json();
  expect(response).toEqual({ unknown: '2:300' });
});

test('resolves the verses of a search for browsers', async () => {
  const response = await site.request(`/verses.json?${new URLSearchParams({ search: 'آية الكرسي' })}`);
  expect(await response.json()).toMatchObject({ terms: [{ words: ['2:255'], values: [' quran2v255 '] }] });
  expect(await (await site.request(`/verses.json?search=${'x'.repeat(5000)}`)).json()).toEqual({});
});
