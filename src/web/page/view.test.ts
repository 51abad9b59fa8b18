import { describe, expect, test } from 'vitest';
import { defaultView, namingLanguage, parseLanguage, parseView, viewHref } from './view.ts';

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
    expect(namingLanguage(viewHref(defaultView, 'en'), 'en')).toBe('/?lang=en');
    expect(namingLanguage('/?page=2', 'en')).toBe('/?lang=en&page=2');
    expect(namingLanguage('/?lang=ar&page=2', 'ar')).toBe('/?lang=ar&page=2');
  });
});

test.each(['lang=fr', 'lang=', '', 'lang=AR'])('language of %j is the default', (query) => {
  expect(parseLanguage(new URLSearchParams(query))).toBe('en');
});
