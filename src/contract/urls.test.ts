import { describe, expect, test } from 'vitest';
import {
  defaultView,
  hrefWithLanguage,
  lessonPagePath,
  pagePicturePath,
  parseCatalogPath,
  parseLanguage,
  parseLessonPage,
  parsePagePicture,
  parsePdfPath,
  parseShareCard,
  parseShortPath,
  parseView,
  pdfPath,
  shareCardPath,
  viewHref,
} from './urls.ts';

test('the addresses of a lesson, its pages and their pictures are told apart', () => {
  expect([parsePdfPath(pdfPath('a.1')), parseLessonPage(pdfPath('a.1'))]).toEqual(['a.1', undefined]);
  expect(lessonPagePath('a.1')).toBe('/lesson/a.1');
  expect(parseLessonPage('/lesson/a.1')).toEqual({ id: 'a.1' });
  expect(parseLessonPage(lessonPagePath('a.1', 12))).toEqual({ id: 'a.1', page: 12 });
  const picture = { lessonId: 'a.1', page: 3, width: 800 } as const;
  const [path = '', query] = pagePicturePath(picture, 'file-1').split('?');
  expect([parsePagePicture(path), query]).toEqual([picture, 'v=file-1']);
  expect([parsePdfPath(path), parseLessonPage(path)]).toEqual([undefined, undefined]);
});

test.each([
  '/lesson/',
  '/lesson/a/0',
  '/lesson/a/01',
  '/lesson/a/-1',
  '/lesson/a/1.5',
  '/lesson/a/x',
  '/lesson/a/100000',
  '/lesson/a/1/2',
  '/lesson/a/',
  '/lesson/%2e%2e',
  '/lesson/.a',
  `/lesson/${'a'.repeat(37)}`,
])('%s is no page of a lesson', (path) => {
  expect(parseLessonPage(path)).toBeUndefined();
});

const read = (query: string) => parseView(new URLSearchParams(query));

describe('parseView', () => {
  test('reads every part', () => {
    expect(read('search= wudu &category=c1&sort=$createdAt-desc&page=3')).toEqual({
      search: 'wudu',
      categoryId: 'c1',
      sortBy: '$createdAt-desc',
      page: 3,
    });
  });

  test.each([
    '',
    'page=0',
    'page=-1',
    'page=abc',
    'page=1.5',
    'page=1e9',
    'sort=fileSize-asc',
    'sort=fileName',
    'category=',
    'category=../../etc',
    'category=__proto__',
    'search=%20%20',
    'unknown=1',
    'exact=1',
  ])('repairs %j to the default view', (query) => {
    expect(read(query)).toEqual(defaultView);
  });

  test('leaves out of a search what would turn the page around it, or is no text', () => {
    expect(read('search=%E2%81%A9%E2%80%AEa%00b%0Ac').search).toBe('a b c');
    // A joiner is a part of Persian words.
    expect(read('search=%D9%85%DB%8C%E2%80%8C%D8%B4%D9%88%D8%AF').search).toBe('می\u200Cشود');
  });

  test('cuts a search text to 256 characters, never inside one', () => {
    expect(Array.from(read(`search=${'😀'.repeat(300)}`).search)).toHaveLength(256);
  });
});

describe('addresses', () => {
  test('leave defaults out', () => {
    expect(viewHref(defaultView, 'en')).toBe('/');
    expect(viewHref(defaultView, 'ar')).toBe('/?lang=ar');
    expect(viewHref({ search: 'أحكام', categoryId: 'c1', sortBy: 'fileName-desc', page: 2 }, 'en')).toBe(
      `/?search=${encodeURIComponent('أحكام')}&category=c1&sort=fileName-desc&page=2`,
    );
  });

  test('say when the very text is wanted', () => {
    expect(viewHref({ ...defaultView, search: 'x', exact: true }, 'en')).toBe('/?search=x&exact=1');
    expect(viewHref({ ...defaultView, exact: true }, 'en')).toBe('/');
    expect(read('search=x&exact=1')).toEqual({ ...defaultView, search: 'x', exact: true });
  });

  test('can be read back', () => {
    const view = { search: 'a b+c&d', categoryId: 'x.1', sortBy: '$createdAt-asc' as const, page: 7 };
    const parameters = new URL(viewHref(view, 'ar'), 'https://example.org').searchParams;
    expect(parseView(parameters)).toEqual(view);
    expect(parseLanguage(parameters)).toBe('ar');
  });

  test('of the language links name the language always', () => {
    expect(hrefWithLanguage(viewHref(defaultView, 'en'), 'en')).toBe('/?lang=en');
    expect(hrefWithLanguage('/?page=2', 'en')).toBe('/?lang=en&page=2');
    expect(hrefWithLanguage('/?lang=ar&page=2', 'ar')).toBe('/?lang=ar&page=2');
  });
});

test.each(['lang=fr', 'lang=', '', 'lang=AR'])('language of %j is the default', (query) => {
  expect(parseLanguage(new URLSearchParams(query))).toBe('en');
});

test('a share card names its page and language', () => {
  const lesson = { kind: 'lesson', id: 'a-en.1', language: 'ar' } as const;
  expect(parseShareCard(shareCardPath(lesson, '0123456789'))).toEqual(lesson);
  const library = { kind: 'library', id: '', language: 'en' } as const;
  expect(parseShareCard(shareCardPath(library, '0123456789'))).toEqual(library);
  expect(parseShareCard('/share/category-en-0123456789.jpg')).toBeUndefined();
});

test.each([
  ['/opds', { format: 'atom', page: '' }],
  ['/opds/', { format: 'atom', page: '' }],
  ['/opds/v2/new', { format: 'json', page: '/new' }],
  ['/opds/category/c.1', { format: 'atom', page: '/category/c.1' }],
  ['/opds/v3', undefined],
  ['/opds/newer', undefined],
  ['/opdsv2', undefined],
])('the catalog has %s', (path, expected) => {
  expect(parseCatalogPath(path)).toEqual(expected);
});

test('a short address has the likeliest start of an id first', () => {
  expect(parseShortPath('/Ar/Abc.12١')).toEqual({ language: 'ar', starts: ['Abc.121', 'abc.121'] });
  expect(parseShortPath('/fr/abcdef')).toBeUndefined();
  expect(parseShortPath(`/en/abcdef${'.'.repeat(100)}`)).toBeUndefined();
});
