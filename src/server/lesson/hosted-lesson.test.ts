import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { libraryClient } from '#web/features/library/library-client.ts';
import { KEY, projectSchema, type RunningBackend, startBackend } from '../../../tests/support/backend.ts';
import { hostedLesson } from './hosted-lesson.ts';

let backend: RunningBackend;
const ids = {
  projectId: 'mosque',
  databaseId: 'library',
  categoriesTableId: 'categories',
  filesTableId: 'files',
  pagesTableId: 'pages',
  bucketId: 'pdfs',
};

beforeAll(async () => {
  backend = await startBackend({ schema: { ...projectSchema, projectId: 'mosque' } });
  const headers = {
    'x-appwrite-project': 'mosque',
    'x-appwrite-key': KEY,
    'content-type': 'application/json',
  };
  const data = {
    url: 'https://example.org/lesson/one.pdf',
    fileName: 'One.pdf',
    fileSize: 5,
    fileId: 'file-one',
  };
  const made = await fetch(`${backend.endpoint}/tablesdb/library/tables/files/rows`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ rowId: 'one', data }),
  });
  expect(made.status).toBe(201);
});
afterAll(() => backend.stop());

const placeOn = (endpoint: string) =>
  hostedLesson(libraryClient(endpoint, 'mosque', 'en').db, { ...ids, endpoint });

test('a lesson’s address leads to its file on the hosted backend, as its row has it now', async () => {
  const { endpoint } = backend;
  const href = `${endpoint}/storage/buckets/pdfs/files/file-one/view?project=mosque`;
  const saved = href.replace('/view', '/download');
  expect(await placeOn(endpoint)('one')).toEqual({ href, saved, fileId: 'file-one' });
  expect(await placeOn(endpoint)('never')).toBeUndefined();
});

test('a backend that does not answer is not waited for', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const silent = { getRow: () => new Promise(() => {}) } as unknown as Parameters<typeof hostedLesson>[0];
  const asking = hostedLesson(silent, { ...ids, endpoint: 'https://cloud.example/v1' })('one');
  vi.advanceTimersByTime(2000);
  await expect(asking).rejects.toThrow('no answer within 1500 ms');
  vi.useRealTimers();
});
