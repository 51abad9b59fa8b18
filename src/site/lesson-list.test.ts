import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningBackend, startBackend } from '../../tests/support/backend.ts';
import { owner, visitor } from '../../tests/support/clients.ts';
import { createTestDiscovery } from '../../tests/support/discovery.ts';
import { fillLibrary } from '../../tests/support/library.ts';
import { categoryRow, lessonRow, memoryList } from '../../tests/support/memory-list.ts';
import { createLessonList, type LessonList, shortPathOf } from './lesson-list.ts';

let running: RunningBackend;
let list: LessonList;
const place = {
  databaseId: 'library',
  filesTableId: 'files',
  categoriesTableId: 'categories',
  pagesTableId: 'pages',
  searchColumn: 'fileName',
  sortColumn: 'fileName',
};

beforeAll(async () => {
  running = await startBackend();
  await fillLibrary(owner(running.endpoint));
  const { endpoint } = running;
  list = createLessonList({ en: visitor(endpoint), ar: visitor(endpoint, 'ar') }, place);
});
afterAll(() => running.stop());

const ids = ({ rows }: { rows: { $id: string }[] }) => rows.map(({ $id }) => $id);

test('what the backend has is listed by date, name, category and part of the title', async () => {
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

test('categories come in the owner’s order', async () => {
  const ordered = createLessonList(
    { en: visitor(running.endpoint), ar: visitor(running.endpoint, 'ar') },
    { ...place, categoryOrder: ['السيرة'] },
  );
  const names = async (of: LessonList) => (await of.categories('en')).map(({ categoryName }) => categoryName);
  const byName = await names(list);
  expect(byName[0]).not.toBe('السيرة');
  expect(await names(ordered)).toEqual(['السيرة', ...byName.filter((name) => name !== 'السيرة')]);
});

test('dates are listed from the oldest on', async () => {
  const rows = await list.dates(0, 2);
  expect(ids({ rows })).toEqual(['lesson11', 'lesson10']);
  expect(Object.keys(rows[0] ?? {})).toEqual(['$id', '$updatedAt']);
});

test('one is found by its id, or by how that begins', async () => {
  expect((await list.lesson('lesson3'))?.category.categoryName).toBe('Creed');
  expect(await list.lesson('lesson4')).toBeUndefined();
  expect(await list.lesson('none')).toBeUndefined();
  expect(await list.category('fiqh')).toMatchObject({ categoryName: 'Fiqh' });
  expect(await list.idFrom('lesson', 'lesson1')).toBe('lesson11');
  expect(await list.idFrom('category', 'seer')).toBe('seerah');
  expect(await list.idFrom('lesson', 'x')).toBeUndefined();
});

const fiqh = categoryRow('abcdef0000', 'Fiqh');
const lesson = (at: number, id: string) => ({ ...lessonRow(at, `${id}.pdf`, fiqh), $id: id });
const shortList = memoryList([fiqh], [lesson(0, 'abcdef1111'), lesson(1, 'abcdef1122'), lesson(2, 'short')]);
const app = createTestDiscovery(shortList);

test.each([
  ['lesson', 'abcdef1111', '/en/abcdef', '/lesson/abcdef1111'],
  // The older lesson keeps the address that was printed for it.
  ['lesson', 'abcdef1122', '/en/abcdef112', '/lesson/abcdef1122'],
  ['category', 'abcdef0000', '/en/abcdef0', '/?category=abcdef0000'],
] as const)('the short address of the %s %s is %s', async (kind, id, short, place) => {
  expect(await shortPathOf(shortList, { kind, id }, 'en')).toBe(short);
  const answer = await app.request(short);
  expect([answer.status, answer.headers.get('location')]).toEqual([302, place]);
});

test('names the language', async () => {
  const answer = await app.request(await shortPathOf(shortList, { kind: 'lesson', id: 'abcdef1111' }, 'ar'));
  expect(answer.headers.get('location')).toBe('/lesson/abcdef1111?lang=ar');
});

test.each([
  '/EN/ABCDEF',
  '/En/Abcdef',
  '/en/abcdef.',
  '/en/abcdef/',
  '/en/abcdef%20',
  '/en/%61bcdef',
  '/en/abcdef١١١١',
  '/en/abcdef۱۱۱۱۔',
])('%s is typed for /en/abcdef', async (path) => {
  expect((await app.request(path)).headers.get('location')).toBe('/lesson/abcdef1111');
});

test('capitals and a full stop keep the language', async () => {
  expect((await app.request('/AR/ABCDEF1122.')).headers.get('location')).toBe('/lesson/abcdef1122?lang=ar');
});

test.each(['/en/abcde', '/en/ffffff', '/fr/abcdef', '/en/abcdef/x'])('%s is none', async (path) => {
  expect((await app.request(path)).status).toBe(404);
});
