import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TablesDB } from 'appwrite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createCache } from '#backend/cache.ts';
import { createLibraryClient } from '#web/library/library-queries.ts';
import { type FakeProject, startFakeProject } from '../../tests/support/fake-project.ts';
import { createSharedFolder } from '../../tests/support/temporary-folder.ts';
import { createHostedLessonFinder } from './find-lesson.ts';

const folder = createSharedFolder();
let project: FakeProject;
const ids = {
  projectId: 'mosque',
  databaseId: 'library',
  categoriesTableId: 'categories',
  filesTableId: 'files',
  pagesTableId: 'pages',
  bucketId: 'pdfs',
  searchColumn: 'fileName',
  sortColumn: 'fileName',
};

const data = {
  url: 'https://example.org/lesson/one.pdf',
  fileName: 'One.pdf',
  fileSize: 5,
  fileId: 'file-one',
};

async function write(method: string, path: string, body?: object): Promise<void> {
  const response = await project.send(method, `/tablesdb/library/tables/files/rows${path}`, body);
  expect(response.ok).toBe(true);
}

beforeAll(async () => {
  project = await startFakeProject({ projectId: 'mosque' });
  await write('POST', '', { rowId: 'one', data });
});
afterAll(() => project.stop());

const path = () => join(folder, 'data', 'shown');
const createFinder = (endpoint: string, project = 'mosque') =>
  createHostedLessonFinder(
    { ...ids, db: createLibraryClient(endpoint, project, 'en').db },
    { ...ids, endpoint },
    path(),
    createCache(() => 1),
  ).findLesson;

test('finds a lesson’s current file on a hosted backend', async () => {
  const { directEndpoint: endpoint } = project;
  const href = `${endpoint}/storage/buckets/pdfs/files/file-one/view?project=mosque`;
  const downloadHref = href.replace('/view', '/download');
  expect(await createFinder(endpoint)('one')).toEqual({
    ...{ fileId: 'file-one', fileName: 'One.pdf', href, downloadHref },
    isLarge: false,
  });
  expect(await createFinder(endpoint)('never')).toBeUndefined();
});

test('marks a lesson above 12 MB as sent by the site', async () => {
  await write('POST', '', { rowId: 'large', data: { ...data, fileSize: 12_000_001 } });
  const findLesson = createFinder(project.directEndpoint);
  expect(await findLesson('large')).toMatchObject({ fileId: 'file-one', isLarge: true });
});

test('distinguishes a removed lesson from an unknown one, and finds it again when it returns', async () => {
  const { directEndpoint: endpoint } = project;
  await write('POST', '', { rowId: 'two', data });
  expect(await createFinder(endpoint)('two')).toMatchObject({ fileId: 'file-one' });
  await expect.poll(() => existsSync(path()) && readFileSync(path(), 'utf8')).toContain('two');
  await write('DELETE', '/two');
  expect(await createFinder(endpoint)('two')).toBe('gone');
  expect(await createFinder(endpoint)('never')).toBeUndefined();
  await write('POST', '', { rowId: 'two', data });
  expect(await createFinder(endpoint)('two')).toMatchObject({ fileId: 'file-one' });
});

test('does not report lessons of a missing project as removed', async () => {
  await expect(createFinder(project.directEndpoint, 'another')('one')).rejects.toThrow('Project');
});

test('rejects if the backend does not respond in time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const unresponsiveTables = { listRows: () => new Promise(() => {}) } as unknown as TablesDB;
  const unresponsiveFinder = createHostedLessonFinder(
    { ...ids, db: unresponsiveTables },
    { ...ids, endpoint: 'https://cloud.example/v1' },
    path(),
    createCache(() => 1),
  ).findLesson('one');
  vi.advanceTimersByTime(2000);
  await expect(unresponsiveFinder).rejects.toThrow('no response within 1500 ms');
  vi.useRealTimers();
});
