import { describe, expect, test } from 'vitest';
import { ar } from './ar.ts';
import { en, type Messages } from './en.ts';

const sampleArguments: Partial<Record<keyof Messages, unknown[]>> = {
  logoLabel: ['⟦name⟧'],
  range: [{ start: 21, end: 30, total: 42 }],
  pageNumber: [7],
  continueReading: [7, 17],
  noMatch: ['⟦search⟧', '⟦category⟧'],
  noTitleMatch: ['⟦search⟧', '⟦category⟧'],
  searchEverywhere: [12],
  shownInstead: ['⟦search⟧', '⟦shown⟧'],
  searchExactly: ['⟦search⟧'],
  fileCount: [12],
  metaDescription: ['⟦name⟧', '⟦center⟧'],
};

function texts(catalog: Messages): Map<string, string> {
  return new Map(
    Object.entries(catalog).map(([key, value]) => [
      key,
      typeof value === 'string'
        ? value
        : (value as (...values: unknown[]) => string)(...(sampleArguments[key as keyof Messages] ?? [])),
    ]),
  );
}

const placeholders = (text: string) => (text.match(/⟦\w+⟧|\d+/g) ?? []).sort();

describe('catalogs', () => {
  test('have the same keys and placeholders in both languages', () => {
    const english = texts(en);
    const arabic = texts(ar);
    expect([...arabic.keys()]).toEqual([...english.keys()]);
    for (const [key, text] of english) {
      expect(text.trim(), key).not.toBe('');
      expect(placeholders(arabic.get(key) ?? ''), key).toEqual(placeholders(text));
    }
  });

  test('have the English texts of the specification', () => {
    expect(en).toMatchObject({
      notFoundHeading: 'Page Not Found',
      notFoundText: "The page you're looking for doesn't exist.",
      notFoundBack: 'Go Back Home',
      menuTitle: 'Menu',
      menuDescription: 'Navigate through the website sections',
      selectCategory: 'Select Category',
      categoriesTitle: 'Categories',
      categoriesDescription: 'Select a category to filter the files.',
    });
  });

  test('have no untranslated text in Arabic', () => {
    for (const [key, text] of texts(ar)) {
      expect(text.replace(/⟦\w+⟧|PDF|RSS|ZIP/g, ''), key).not.toMatch(/[A-Za-z]/);
      expect(text, key).toMatch(/\p{Script=Arabic}/u);
    }
  });
});

describe('the Arabic range summary', () => {
  test.each([
    [1, 'ملف واحد'],
    [2, 'ملفين'],
    [3, '3 ملفات'],
    [10, '10 ملفات'],
    [11, '11 ملفًا'],
    [25, '25 ملفًا'],
    [99, '99 ملفًا'],
    [100, '100 ملف'],
    [101, '101 ملف'],
    [150, '150 ملف'],
    [1000, '1000 ملف'],
  ])('writes %i files as %s', (total, noun) => {
    expect(ar.range({ start: 1, end: 1, total })).toBe(`عرض الملفات من 1 إلى 1 من أصل ${noun}.`);
  });
});
