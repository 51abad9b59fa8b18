import type { TablesDB } from 'appwrite';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { pageWords } from '#text/page-words.ts';
import { createLibraryClient, type OpenLibrary } from '#web/library/library-queries.ts';
import { type FakeProject, startFakeProject } from '../../tests/support/fake-project.ts';
import { createHostedRelatedLessons } from './related-lessons.ts';

const openLibrary = (db: Partial<TablesDB>) =>
  ({ databaseId: 'library', pagesTableId: 'pages', db }) as unknown as OpenLibrary;
const lessons: Record<string, string> = {
  one: 'sincerity and perseverance of travellers',
  alike: 'perseverance, then sincerity, then travellers',
  less: 'travellers with perseverance',
  other: 'travellers only',
};
let project: FakeProject;

beforeAll(async () => {
  project = await startFakeProject({ projectId: 'mosque' });
  for (const [lesson, text] of Object.entries(lessons)) {
    const data = { lesson, page: 1, label: 'words', text, search: pageWords(text, 'words') };
    const response = await project.send('POST', '/tablesdb/library/tables/pages/rows', {
      rowId: lesson,
      data,
    });
    expect(response.status).toBe(201);
  }
});
afterAll(() => project.stop());

test('finds lessons that share long words, and sends its two queries only once', async () => {
  // Without a timeout, because a busy machine may need longer.
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { db } = createLibraryClient(project.directEndpoint, 'mosque', 'en');
  const listRowsSpy = vi.spyOn(db, 'listRows');
  const relatedTo = createHostedRelatedLessons(openLibrary(db));
  expect(await Promise.all([relatedTo('one'), relatedTo('one')])).toEqual([
    ['alike', 'less'],
    ['alike', 'less'],
  ]);
  expect(await relatedTo('one')).toEqual(['alike', 'less']);
  expect(listRowsSpy).toHaveBeenCalledTimes(2);
  expect(await relatedTo('never')).toEqual([]);
});

test('finds none if the backend fails or does not respond, and queries it again later', async () => {
  const listRows = vi
    .fn()
    .mockRejectedValueOnce(new Error('away'))
    .mockReturnValue(new Promise(() => {}));
  const relatedTo = createHostedRelatedLessons(openLibrary({ listRows }));
  expect(await relatedTo('one')).toEqual([]);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const pendingResult = relatedTo('one');
  vi.advanceTimersByTime(1000);
  expect(await pendingResult).toEqual([]);
  vi.useRealTimers();
  expect(listRows).toHaveBeenCalledTimes(2);
});
