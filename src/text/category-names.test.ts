import { describe, expect, test } from 'vitest';
import { categoryNameIn, findMissingCategories, nameHalves, orderCategories } from './category-names.ts';

describe('a category named in both scripts', () => {
  test.each([
    ['Fiqh – الفقه', 'Fiqh', 'الفقه'],
    ['الفقه - Fiqh', 'Fiqh', 'الفقه'],
    ['Al-Fiqh – الفقه', 'Al-Fiqh', 'الفقه'],
    ['Qur’an and tafsir | القرآن والتفسير', 'Qur’an and tafsir', 'القرآن والتفسير'],
    ['Forty hadith – ٤٠ حديثًا', 'Forty hadith', '٤٠ حديثًا'],
    ['Tafsir: part 30 – التفسير: الجزء ٣٠', 'Tafsir: part 30', 'التفسير: الجزء ٣٠'],
    ['Fiqh: الفقه', 'Fiqh', 'الفقه'],
  ])('%s is shortened to the half in the language of the page', (name, english, arabic) => {
    expect(categoryNameIn(name, 'en')).toBe(english);
    expect(categoryNameIn(name, 'ar')).toBe(arabic);
  });

  test.each(['Fiqh', 'الفقه', 'Lesson 2 – Fasting', 'The book of زكاة', 'A – ب – C', '40 – 50', '', '–'])(
    'any other name, such as "%s", is shown in full',
    (name) => {
      expect(nameHalves(name)).toBeUndefined();
      expect(categoryNameIn(name, 'en')).toBe(name);
      expect(categoryNameIn(name, 'ar')).toBe(name);
    },
  );
});

describe('the order of categories', () => {
  const categories = ['Creed', 'Fiqh – الفقه', 'Hadith', 'السيرة'].map((categoryName) => ({ categoryName }));
  const orderedNames = (order?: string[]) =>
    orderCategories(categories, order).map(({ categoryName }) => categoryName);

  test('matches a name in another Unicode form, and skips a name that no category has', () => {
    const name = 'الآداب';
    expect(
      orderCategories([{ categoryName: 'A' }, { categoryName: name }], [` ${name.normalize('NFD')}`]),
    ).toEqual([{ categoryName: name }, { categoryName: 'A' }]);
    expect(orderedNames(['Fikh', 'Hadith'])[0]).toBe('Hadith');
    expect(findMissingCategories(['Creed', 'Hadith'], ['Fikh', 'Hadith '])).toEqual(['Fikh']);
  });
});
