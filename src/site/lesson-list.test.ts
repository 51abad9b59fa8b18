import { beforeAll, expect, test } from 'vitest';
import { mapLanguages } from '#contract/language.ts';
import { setUpBackend } from '../../tests/support/backend-setup.ts';
import { owner, visitor } from '../../tests/support/clients.ts';
import { createTestDiscovery } from '../../tests/support/discovery.ts';
import { fillLibrary } from '../../tests/support/library.ts';
import { categoryRow, lessonRow, memoryList } from '../../tests/support/memory-list.ts';
import { assignShortCodes, createLessonList, type LessonList, shortPathOf } from './lesson-list.ts';

const running = setUpBackend();
let list: LessonList;
const location = {
  databaseId: 'library',
  filesTableId: 'files',
  categoriesTableId: 'categories',
  pagesTableId: 'pages',
  searchColumn: 'fileName',
  sortColumn: 'fileName',
};

const openLibraries = (categoryOrder?: string[]) =>
  mapLanguages((language) => ({ ...location, categoryOrder, db: visitor(running.endpoint, language) }));

beforeAll(async () => {
  await fillLibrary(owner(running.endpoint));
  list = createLessonList(openLibraries());
});

const ids = ({ rows }: { rows: { $id: string }[] }) => rows.map(({ $id }) => $id);

test('lists lessons by date, name, category and part of the title', async () => {
  const newest = await list.lessons({ language: 'en', order: 'newest', limit: 3 });
  // A lesson without a category cannot be shown.
  expect([ids(newest), newest.total]).toEqual([['lesson0', 'lesson1', 'lesson2'], 12]);
  const lessons = await list.lessons({ language: 'ar', order: 'name', search: 'اداب', limit: 10 });
  expect(ids(lessons)).toEqual(['lesson11']);
  const creed = await list.lessons({
    language: 'en',
    order: 'newest',
    categoryId: 'creed',
    limit: 2,
    skip: 2,
  });
  expect([ids(creed), creed.total]).toEqual([['lesson5', 'lesson7'], 6]);
  expect((await list.categories('ar')).map(({ categoryName }) => categoryName)[0]).toBe('السيرة');
});

test('lists categories in the owner’s order', async () => {
  const orderedList = createLessonList(openLibraries(['السيرة']));
  const names = async (lessonList: LessonList) =>
    (await lessonList.categories('en')).map(({ categoryName }) => categoryName);
  const byName = await names(list);
  expect(byName[0]).not.toBe('السيرة');
  expect(await names(orderedList)).toEqual(['السيرة', ...byName.filter((name) => name !== 'السيرة')]);
});

test('lists lessons from the oldest, and counts also those that cannot be shown', async () => {
  const oldest = await list.lessons({ language: 'en', order: 'oldest', limit: 2 });
  expect(ids(oldest)).toEqual(['lesson11', 'lesson10']);
  const all = await list.lessons({ language: 'en', order: 'oldest', limit: 100 });
  expect(all.rowCount).toBe(12);
  // A lesson without a category cannot be shown.
  expect(ids(all)).not.toContain('lesson4');
});

test('finds a lesson or category by its id, and its id by a prefix', async () => {
  expect((await list.lesson('lesson3'))?.category.categoryName).toBe('Creed');
  expect(await list.lesson('lesson4')).toBeUndefined();
  expect(await list.lesson('none')).toBeUndefined();
  expect(await list.category('fiqh')).toMatchObject({ categoryName: 'Fiqh' });
  expect(await list.findIdByPrefix('category', 'seer')).toBe('seerah');
  expect(await list.findIdByPrefix('lesson', 'x')).toBeUndefined();
});

test('a short address keeps its lesson if later ones with the same beginning have earlier dates', async () => {
  // `lesson10` and `lesson11` were created after `lesson1`.
  expect(await list.findIdByPrefix('lesson', 'lesson1')).toBe('lesson1');
});

test('a code on the sheet of the library is a beginning that no other lesson has', () => {
  expect([...assignShortCodes(['abcdef1122', 'short', 'abcdef1111', 'fedcba0000'])]).toEqual([
    ['abcdef1122', 'abcdef112'],
    ['short', 'short'],
    ['abcdef1111', 'abcdef111'],
    ['fedcba0000', 'fedcba'],
  ]);
});

const fiqh = categoryRow('abcdef0000', 'Fiqh');
const lesson = (index: number, id: string) => ({ ...lessonRow(index, `${id}.pdf`, fiqh), $id: id });
const shortList = memoryList([fiqh], [lesson(0, 'abcdef1111'), lesson(1, 'abcdef1122'), lesson(2, 'short')]);
const app = createTestDiscovery(shortList);

test.each([
  ['category', 'abcdef0000', '/en/abcdef', '/?category=abcdef0000'],
  ['lesson', 'abcdef1111', '/en/abcdef1', '/lesson/abcdef1111'],
  // The older lesson keeps its printed address.
  ['lesson', 'abcdef1122', '/en/abcdef112', '/lesson/abcdef1122'],
] as const)('the short address of the %s %s is %s', async (kind, id, short, target) => {
  expect(await shortPathOf(shortList, { kind, id }, 'en')).toBe(short);
  const response = await app.request(short);
  expect([response.status, response.headers.get('location')]).toEqual([302, target]);
});

test('the printed address of a category stays valid if a lesson with the same beginning is published later', async () => {
  const address = await shortPathOf(memoryList([fiqh], []), { kind: 'category', id: fiqh.$id }, 'en');
  const laterApp = createTestDiscovery(memoryList([fiqh], [lesson(0, 'abcdef1111')]));
  expect((await laterApp.request(address)).headers.get('location')).toBe('/?category=abcdef0000');
});

test('a short address includes the language', async () => {
  const response = await app.request(
    await shortPathOf(shortList, { kind: 'lesson', id: 'abcdef1111' }, 'ar'),
  );
  expect(response.headers.get('location')).toBe('/lesson/abcdef1111?lang=ar');
});

test.each([
  '/EN/ABCDEF1',
  '/En/Abcdef1',
  '/en/abcdef1.',
  '/en/abcdef1/',
  '/en/abcdef1%20',
  '/en/%61bcdef1',
  '/en/abcdef١١١١',
  '/en/abcdef۱۱۱۱۔',
])('%s leads to the lesson of /en/abcdef1', async (path) => {
  expect((await app.request(path)).headers.get('location')).toBe('/lesson/abcdef1111');
});

test('a short address with capitals and a trailing period keeps its language', async () => {
  expect((await app.request('/AR/ABCDEF1122.')).headers.get('location')).toBe('/lesson/abcdef1122?lang=ar');
});

test.each(['/en/abcde', '/en/ffffff', '/fr/abcdef', '/en/abcdef/x', `/en/abcdef${'.'.repeat(100)}`])(
  '%s is not a short address',
  async (path) => {
    expect((await app.request(path)).status).toBe(404);
  },
);
