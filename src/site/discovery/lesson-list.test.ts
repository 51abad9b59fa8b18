import { afterAll, beforeAll, expect, test } from 'vitest';
import { type RunningBackend, startBackend } from '../../../tests/support/backend.ts';
import { owner, visitor } from '../../../tests/support/clients.ts';
import { fillLibrary } from '../../../tests/support/library.ts';
import { createLessonList, type LessonList } from './lesson-list.ts';

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
  const found = await list.lessons({ language: 'ar', order: 'name', search: 'اداب', limit: 10 });
  expect(ids(found)).toEqual(['lesson11']);
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
