import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '#http/api-error.ts';
import type { LessonPages } from '#site/pictures/lesson-drawings.ts';
import { formatDates } from '#web/i18n/dates.ts';
import { createTestSite, type SampleLesson } from '../../../tests/support/test-site.ts';
import { languageScript, sheetScript } from '../document-assets.server.ts';

const hostileText = `</h1></title><script>alert("x")</script>'"><img src=x onerror=alert(1)>`;
const lessons: SampleLesson[] = [
  {
    id: 'one',
    fileName: 'Lesson 2 – Fasting.pdf',
    category: 'Fiqh',
    pages: ['First words: sincerity and perseverance', 'letters: smudged', 'الصائم في رمضان\nأحكام الصيام'],
  },
  { id: 'before', fileName: 'Lesson 1.pdf', category: 'Fiqh', pages: ['Perseverance, then sincerity'] },
  { id: 'after', fileName: 'Lesson 10.pdf', category: 'Fiqh', pages: ['Nothing of that kind'] },
  { id: 'arabic', fileName: 'أحكام الصيام.pdf', category: 'السيرة', pages: ['هذا نص الدرس', 'تتمة'] },
  {
    id: 'both',
    fileName: 'Thanks – الشكر.pdf',
    category: 'Both',
    pages: ['We thank Him نشكره على نعمه', 'end'],
  },
  {
    id: 'hostile',
    fileName: `${hostileText}.pdf`,
    category: hostileText,
    url: 'javascript:alert(1)',
    pages: [hostileText],
  },
  { id: 'broken', fileName: 'Broken.pdf', category: 'Broken' },
  { id: 'late', fileName: 'Late.pdf', category: 'Broken', pages: ['a', 'b'] },
  { id: 'refused', fileName: 'Refused.pdf', category: 'Broken' },
  { id: 'elsewhere', fileName: 'Elsewhere.pdf', category: 'Broken', url: 'https://other.example/x.pdf' },
];

let isLate = true;
const size = { width: 600, height: 800 };
const contents = [
  { title: `\u202E${hostileText}`, page: 1, level: 0 },
  { title: 'Fasting', page: 3, level: 1 },
];
/** Fakes what the drawing processes report about the PDFs. */
const lessonPages: Pick<LessonPages, 'outline' | 'words'> = {
  async outline(fileId) {
    const lessonId = fileId.replace('file-', '');
    if (lessonId === 'late' && isLate) await new Promise(() => {});
    if (lessonId === 'refused') throw new ApiError('general_server_busy', { retryAfter: '5' });
    const count = lessons.find(({ id }) => id === lessonId)?.pages?.length;
    return count
      ? { pages: Array(count).fill(size), contents: lessonId === 'one' ? contents : [] }
      : undefined;
  },
  async words(_fileId, _page, _label, terms) {
    return terms.map((_need, index) => ({ x: 0.1, y: 0.2 + index / 10, width: 0.3, height: 0.04 }));
  },
};

let site: Awaited<ReturnType<typeof createTestSite>>;
beforeAll(async () => {
  site = await createTestSite(lessons, lessonPages);
  const removal = { kind: 'removed', id: 'gone', before: null, after: null } as const;
  const entry = { at: '2026-01-01T00:00:00.000Z', by: 'owner', undoes: null, outcome: 'whole' } as const;
  site.log.append({ ...entry, categories: [], changes: [removal] });
});
afterAll(() => site.close());

async function page(path: string) {
  const response = await site.request(path);
  return { status: response.status, headers: response.headers, html: await response.text() };
}

describe('the addresses of a lesson', () => {
  test.each([
    ['/lesson/one', 200, 'Lesson 2 – Fasting'],
    ['/lesson/one?lang=ar', 200, '<html lang="ar" dir="rtl">'],
    ['/lesson/one/3', 200, 'Page 3 of 3'],
    ['/lesson/one/3?lang=ar', 200, 'الصفحة 3 من 3'],
    ['/lesson/one/4', 404, 'Page Not Found'],
    ['/lesson/one/4?lang=ar', 404, 'الصفحة غير موجودة'],
    ['/lesson/one/03', 404, 'Page Not Found'],
    ['/lesson/one?page=-3&lang=ar', 200, 'الصفحة 1 من 3'],
    ['/lesson/none', 404, 'Page Not Found'],
    ['/lesson/gone', 410, 'no longer available'],
    ['/lesson/gone?lang=ar', 410, 'هذا الدرس لم يعد متاحًا'],
    ['/lesson/broken', 200, 'cannot be shown here'],
    ['/lesson/broken/2', 404, 'Page Not Found'],
    ['/lesson/one?page=x', 200, 'Page 1 of 3'],
  ])('%s has status %i', async (path, status, text) => {
    const response = await page(path);
    expect(response.status).toBe(status);
    expect(response.html).toContain(text);
  });

  test.each([
    ['/lesson/one/1', '/lesson/one'],
    ['/lesson/one/1?lang=ar&search=x', '/lesson/one?lang=ar&search=x'],
    ['/lesson/one?page=3', '/lesson/one/3'],
    ['/lesson/one?lang=ar&search=%D8%A7+b&page=%D9%A3', '/lesson/one/3?lang=ar&search=%D8%A7+b'],
    ['/lesson/one/2?page=1', '/lesson/one'],
  ])('%s redirects to %s', async (path, location) => {
    const response = await page(path);
    expect([response.status, response.headers.get('location')]).toEqual([302, location]);
  });

  test('share one cached page if they differ only in ignored parameters', async () => {
    const tag = async (path: string) => (await page(path)).headers.get('etag');
    expect(await tag('/lesson/one?utm_source=x&search=+')).toBe(await tag('/lesson/one'));
  });
});

describe('a page of a lesson', () => {
  test('has the facts of the lesson, its links and its metadata', async () => {
    const { html } = await page('/lesson/one');
    for (const part of [
      '<bdi>Lesson <span class="unbroken">2 –</span> Fasting</bdi></h1>',
      'href="/?category=category-0#library"',
      '\u00a0AH</span></time>',
      'PDF · 0.24 MB',
      'href="/lesson/one.pdf" target="_blank" rel="noopener"',
      'href="/lesson/one.pdf?download"',
      'width="800" height="1067"',
      'srcSet="/lesson/one/1-800.webp?v=file-one 800w, /lesson/one/1-1600.webp?v=file-one 1600w"',
      'alt="Page 1 of 3"',
      'href="/lesson/one/2#page" rel="next"',
      'href="/lesson/before" rel="prev"',
      'href="/lesson/after" rel="next"',
      'href="https://wa.me/?text=Lesson%202%20%E2%80%93%20Fasting%0Ahttps%3A%2F%2Fexample.org%2Fen%2Fone"',
      'href="/follow?category=category-0" class',
      'href="/category/category-0/poster"',
      'First words: sincerity and perseverance',
      '<link rel="canonical" href="https://example.org/lesson/one"/>',
      '<link rel="alternate" hrefLang="ar" href="https://example.org/lesson/one?lang=ar"/>',
      '<title>\u2068Lesson 2 – Fasting\u2069 – Sheikh Example</title>',
    ])
      expect(html).toContain(part);
    expect(html).not.toContain('noindex');
    expect(html).not.toMatch(/ rel="prev" class="button/);
  });

  test('has a QR code of the lesson’s short address for printing', async () => {
    const { html } = await page('/lesson/one');
    expect(html).toMatch(/<div class="printed-address" dir="ltr"><svg .*?<bdi>example\.org\/en\/one<\/bdi>/);
  });

  test('has its number in title and address', async () => {
    const { html } = await page('/lesson/one/3?lang=ar');
    expect(html).toContain('الصفحة 3 – الشيخ فلان</title>');
    expect(html).toContain('href="https://example.org/lesson/one/3?lang=ar"');
    expect(html).toContain('\u00a0هـ</span> <span>');
    expect(html).not.toMatch(/ rel="next" class="button/);
    expect(html).toMatch(/<a hrefLang="en"[^>]* href="\/lesson\/one\/3\?lang=en"/);
  });

  test('orders page links by the direction of the lesson, not of the interface', async () => {
    expect((await page('/lesson/one?lang=ar')).html).toMatch(/<nav [^>]*dir="ltr" class="page-nav[ "]/);
    expect((await page('/lesson/arabic')).html).toMatch(/<nav [^>]*dir="rtl" class="page-nav[ "]/);
  });

  test.each([
    ['/lesson/both', 'ltr'],
    ['/lesson/both?lang=ar', 'rtl'],
  ])(
    'orders page links by the direction of the interface if the lesson is in both languages: %s',
    async (path, direction) => {
      expect((await page(path)).html).toMatch(new RegExp(`<nav [^>]*dir="${direction}" class="page-nav[ "]`));
    },
  );

  test('marks the search on the picture and in the text, and keeps it in page links', async () => {
    const { html } = await page(`/lesson/one/3?search=${encodeURIComponent('صيام')}`);
    const search = new URLSearchParams({ search: 'صيام' });
    expect(html).toContain('<rect x="100" y="200" width="300" height="40">');
    expect(html).toContain('<mark>الصيام</mark>');
    expect(html).toContain('<details class="page-text" open="">');
    expect(html).toContain(`href="/lesson/one/2?${search}#page" rel="prev"`);
    expect(html).toContain('<meta name="robots" content="noindex,follow"/>');
    expect(html).toContain('<link rel="canonical" href="https://example.org/lesson/one/3"/>');
    expect((await page('/lesson/one')).html).not.toContain('<rect x="100"');
  });

  test('marks a whole word that the search matched by its beginning', async () => {
    const { html } = await page('/lesson/before?search=sincerity+persever');
    expect(html).toContain('<mark>Perseverance</mark>, then <mark>sincerity</mark>');
    expect((await page('/lesson/before?search=sincer+perseverance')).html).not.toContain('<mark>sincer');
  });

  test('does not show uncertain text', async () => {
    const { html } = await page('/lesson/one/2');
    expect(html).toContain('No text is available for this page.');
    expect(html).not.toContain('smudged');
  });

  test('links to lessons with the same rare words, and not to others', async () => {
    const related = (html: string) => /<nav aria-labelledby="related".*?<\/nav>/s.exec(html)?.[0];
    const titles = related((await page('/lesson/one')).html);
    expect(titles).toContain('href="/lesson/before"');
    expect(titles).not.toContain('href="/lesson/after"');
    expect(related((await page('/lesson/after')).html)).toBeUndefined();
  });
});

describe('hostile content of rows and PDFs', () => {
  test.each(['/lesson/hostile', '/lesson/hostile?lang=ar&search=%22%3E%3Cscript%3E', '/lesson/one'])(
    'is escaped at %s',
    async (path) => {
      const { status, html } = await page(path);
      expect(status).toBe(200);
      expect(html).toContain('&lt;script&gt;');
      const others = html
        .replace(languageScript, '')
        .replace(sheetScript, '')
        .replaceAll('<script></script>', '');
      expect(others).not.toMatch(
        /<script(?! type="(?:module|application\/ld\+json)")|<img src=x|javascript:/i,
      );
    },
  );

  test('does not link an unsafe address, and still shows the pages', async () => {
    const { html } = await page('/lesson/hostile');
    expect(html).toContain('This file cannot be opened.');
    expect(html).not.toContain('?download');
    expect(html).toContain('/lesson/hostile/1-800.webp?v=file-hostile');
  });

  test('links a PDF on another origin directly, without a download link', async () => {
    const { html } = await page('/lesson/elsewhere');
    expect(html).toContain('href="https://other.example/x.pdf"');
    expect(html).not.toContain('?download');
  });
});

describe('slow and unavailable sources', () => {
  test('reserves the picture’s space while a PDF is slow, and reads the PDF on the next request', async () => {
    const { html, headers } = await page('/lesson/late/2');
    expect(html).toContain('width="800" height="1132"');
    expect(headers.get('cache-control')).toBe('no-store');
    isLate = false;
    const secondResponse = await page('/lesson/late/2');
    expect(secondResponse.html).toContain('width="800" height="1067"');
    expect(secondResponse.headers.get('cache-control')).toContain('s-maxage');
  });

  test('reserves the picture’s space if reading the PDF is refused, for any page number', async () => {
    const { status, html } = await page('/lesson/refused/2');
    expect(status).toBe(200);
    expect(html).toContain('href="/lesson/refused#page" rel="prev"');
    expect(html).toContain('/lesson/refused/2-800.webp?v=file-refused');
  });

  test('reports an unavailable backend with a retry link, and does not cache the page', async () => {
    site.setUnavailable(true);
    const { status, html, headers } = await page('/lesson/before?search=away');
    site.setUnavailable(false);
    expect([status, headers.get('cache-control')]).toEqual([503, 'no-store']);
    expect(html).toContain('This page is unavailable right now');
    expect(html).toContain('Try again');
    expect((await page('/lesson/before?search=away')).status).toBe(200);
  });
});

// At noon, so that the day is the same in every time zone.
const day = '2026-11-21T12:00:00.000+00:00';

test('formats a day in both calendars and languages, with Latin digits', () => {
  expect(formatDates(day, 'en', 0)).toEqual(['November 21, 2026', 'Jumada II 11, 1448\u00a0AH']);
  expect(formatDates(day, 'ar', 0)).toEqual(['11 جمادى الآخرة 1448\u00a0هـ', '21 نوفمبر 2026']);
});

test('shifts the Hijri date by the owner’s offset, also into another month', () => {
  expect(formatDates(day, 'en', 2)?.[1]).toBe('Jumada II 13, 1448\u00a0AH');
  expect(formatDates('2026-11-11T12:00:00.000+00:00', 'en', -2)?.[1]).toMatch(
    /^Jumada I (29|30), 1448\u00a0AH$/,
  );
});

test.each(['', 'yesterday', '2026-99-99'])('%j is not a date', (text) => {
  expect(formatDates(text, 'en', 0)).toBeUndefined();
});
