import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createCache } from '#backend/cache.ts';
import { libraryClient } from '#web/library/library-queries.ts';
import { KEY, projectSchema, type RunningBackend, startBackend } from '../../tests/support/backend.ts';
import { createHostedLessonFinder, createShownLessons } from './find-lesson.ts';

let backend: RunningBackend;
let folder: string;
const ids = {
  projectId: 'mosque',
  databaseId: 'library',
  categoriesTableId: 'categories',
  filesTableId: 'files',
  pagesTableId: 'pages',
  bucketId: 'pdfs',
};

const data = {
  url: 'https://example.org/lesson/one.pdf',
  fileName: 'One.pdf',
  fileSize: 5,
  fileId: 'file-one',
};

async function write(method: string, path: string, body?: object): Promise<void> {
  const headers = {
    'x-appwrite-project': 'mosque',
    'x-appwrite-key': KEY,
    'content-type': 'application/json',
  };
  const answer = await fetch(`${backend.endpoint}/tablesdb/library/tables/files/rows${path}`, {
    method,
    headers,
    body: body ? JSON.stringify(body) : null,
  });
  expect(answer.ok).toBe(true);
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'minbar-shown-'));
  backend = await startBackend({ schema: { ...projectSchema, projectId: 'mosque' } });
  await write('POST', '', { rowId: 'one', data });
});
afterAll(async () => {
  await backend.stop();
  rmSync(folder, { recursive: true });
});

const path = () => join(folder, 'data', 'shown');
const placeOn = (endpoint: string, project = 'mosque') =>
  createHostedLessonFinder(
    libraryClient(endpoint, project, 'en').db,
    { ...ids, endpoint },
    createShownLessons(path()),
    createCache(() => 1),
  );

test('a lesson’s address leads to its file on the hosted backend, as its row has it now', async () => {
  const { endpoint } = backend;
  const href = `${endpoint}/storage/buckets/pdfs/files/file-one/view?project=mosque`;
  const saved = href.replace('/view', '/download');
  expect(await placeOn(endpoint)('one')).toEqual({ href, saved, fileId: 'file-one' });
  expect(await placeOn(endpoint)('never')).toBeUndefined();
});

test('the site itself sends a lesson above 12 MB', async () => {
  await write('POST', '', { rowId: 'large', data: { ...data, fileSize: 12_000_001 } });
  expect(await placeOn(backend.endpoint)('large')).toMatchObject({
    large: { size: 12_000_001, fileId: 'file-one' },
  });
});

test('of one that was taken down it is known, after a new start too, that it was there; put back, it leads there again', async () => {
  const { endpoint } = backend;
  await write('POST', '', { rowId: 'two', data });
  expect(await placeOn(endpoint)('two')).toMatchObject({ fileId: 'file-one' });
  await expect.poll(() => existsSync(path()) && readFileSync(path(), 'utf8')).toContain('two');
  await write('DELETE', '/two');
  expect(await placeOn(endpoint)('two')).toBe('gone');
  expect(await placeOn(endpoint)('never')).toBeUndefined();
  await write('POST', '', { rowId: 'two', data });
  expect(await placeOn(endpoint)('two')).toMatchObject({ fileId: 'file-one' });
});

test('a project that is not there has taken nothing down', async () => {
  await expect(placeOn(backend.endpoint, 'another')('one')).rejects.toThrow('Project');
});

test('a backend that does not answer is not waited for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const silent = { listRows: () => new Promise(() => {}) } as unknown as Parameters<
    typeof createHostedLessonFinder
  >[0];
  const asking = createHostedLessonFinder(
    silent,
    { ...ids, endpoint: 'https://cloud.example/v1' },
    createShownLessons(path()),
    createCache(() => 1),
  )('one');
  vi.advanceTimersByTime(2000);
  await expect(asking).rejects.toThrow('no answer within 1500 ms');
  vi.useRealTimers();
});
