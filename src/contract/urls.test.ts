import { describe, expect, test } from 'vitest';
import {
  defaultView,
  hrefWithLanguage,
  lessonPagePath,
  pagePicturePath,
  parseLanguage,
  parseLessonPage,
  parsePagePicture,
  parsePdfPath,
  parseShareCard,
  parseView,
  pdfPath,
  shareCardPath,
  viewHref,
} from './urls.ts';

test('distinguishes the URLs of a lesson, its pages and their pictures', () => {
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
])('does not parse %s as a lesson page', (path) => {
  expect(parseLessonPage(path)).toBeUndefined();
});

const parse = (query: string) => parseView(new URLSearchParams(query));

describe('parseView', () => {
  test('parses the search, category, sort order and page', () => {
    expect(parse('search= wudu &category=c1&sort=$createdAt-desc&page=3')).toEqual({
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
    'sort=constructor',
    'category=',
    'category=%00',
    'category=../../etc',
    'category=__proto__',
    'search=%20%20',
    'unknown=1',
    'exact=1',
  ])('replaces the invalid %j by the default view', (query) => {
    expect(parse(query)).toEqual(defaultView);
  });

  test('removes direction controls and control characters from a search', () => {
    expect(parse('search=%E2%81%A9%E2%80%AEa%00b%0Ac').search).toBe('a b c');
    // The zero-width non-joiner is part of Persian words.
    expect(parse('search=%D9%85%DB%8C%E2%80%8C%D8%B4%D9%88%D8%AF').search).toBe('می\u200Cشود');
  });

  test('truncates a search to 256 characters, never inside a character', () => {
    expect(Array.from(parse(`search=${'😀'.repeat(300)}`).search)).toHaveLength(256);
  });
});

describe('URLs', () => {
  test('omit defaults', () => {
    expect(viewHref(defaultView, 'en')).toBe('/');
    expect(viewHref(defaultView, 'ar')).toBe('/?lang=ar');
    expect(viewHref({ search: 'أحكام', categoryId: 'c1', sortBy: 'fileName-desc', page: 2 }, 'en')).toBe(
      `/?search=${encodeURIComponent('أحكام')}&category=c1&sort=fileName-desc&page=2`,
    );
  });

  test('have a parameter for an exact search', () => {
    expect(viewHref({ ...defaultView, search: 'x', exact: true }, 'en')).toBe('/?search=x&exact=1');
    expect(viewHref({ ...defaultView, exact: true }, 'en')).toBe('/');
    expect(parse('search=x&exact=1')).toEqual({ ...defaultView, search: 'x', exact: true });
  });

  test('can be parsed again', () => {
    const view = { search: 'a b+c&d', categoryId: 'x.1', sortBy: '$createdAt-asc' as const, page: 7 };
    const parameters = new URL(viewHref(view, 'ar'), 'https://example.org').searchParams;
    expect(parseView(parameters)).toEqual(view);
    expect(parseLanguage(parameters)).toBe('ar');
  });

  test('of language links always name the language', () => {
    expect(hrefWithLanguage(viewHref(defaultView, 'en'), 'en')).toBe('/?lang=en');
    expect(hrefWithLanguage('/?page=2', 'en')).toBe('/?lang=en&page=2');
    expect(hrefWithLanguage('/?lang=ar&page=2', 'ar')).toBe('/?lang=ar&page=2');
  });
});

test.each(['lang=fr', 'lang=', '', 'lang=AR'])('parses the default language from %j', (query) => {
  expect(parseLanguage(new URLSearchParams(query))).toBe('en');
});

test('parses the subject and language of a share picture', () => {
  const lesson = { kind: 'lesson', id: 'a-en.1', language: 'ar' } as const;
  expect(parseShareCard(shareCardPath(lesson, '0123456789'))).toEqual(lesson);
  const library = { kind: 'library', id: '', language: 'en' } as const;
  expect(parseShareCard(shareCardPath(library, '0123456789'))).toEqual(library);
  expect(parseShareCard('/share/category-en-0123456789.jpg')).toBeUndefined();
});
