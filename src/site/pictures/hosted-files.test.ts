import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'appwrite';
import * as server from 'node-appwrite';
import { InputFile } from 'node-appwrite/file';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { KEY, projectSchema, type RunningBackend, startBackend } from '../../../tests/support/backend.ts';
import { samplePdf } from '../../../tests/support/sample-pdf.ts';
import { hostedFiles } from './hosted-files.ts';
import { createLessonDrawings } from './lesson-drawings.ts';
import { createPictureStore, type PictureStore } from './picture-store.ts';

const bytes = samplePdf('Hosted lesson', 9_000_000);
let backend: RunningBackend;
let folder: string;
let store: PictureStore;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'minbar-hosted-'));
  store = createPictureStore(folder, 1e8, 60);
  backend = await startBackend({ schema: { ...projectSchema, projectId: 'mosque' } });
  const owner = new server.Client().setEndpoint(backend.endpoint).setProject('mosque').setKey(KEY);
  await new server.Storage(owner).createFile({
    bucketId: 'pdfs',
    fileId: 'lesson',
    file: InputFile.fromBuffer(bytes, 'Lesson.pdf'),
  });
});
afterAll(async () => {
  store.close();
  await backend.stop();
  rmSync(folder, { recursive: true });
});

const findAt = (endpoint: string) =>
  hostedFiles(new Client().setEndpoint(endpoint).setProject('mosque'), store, {
    endpoint,
    projectId: 'mosque',
    bucketId: 'pdfs',
  });

test('a lesson of a hosted backend is fetched whole, once, and its pages are drawn', async () => {
  const findFile = findAt(backend.endpoint);
  const path = await findFile('lesson');
  expect(readFileSync(path ?? '').equals(bytes)).toBe(true);
  // From now on no server is queried.
  expect(await findAt('http://127.0.0.1:9/v1')('lesson')).toBe(path);
  const drawings = createLessonDrawings(store, findFile);
  const picture = await drawings.picture('lesson', { lessonId: 'one', page: 1, width: 800 });
  expect(picture).toEqual({ bytes: expect.any(Buffer) });
});

test('a row that names something else than a file leads nowhere', async () => {
  for (const name of ['..', '../../users', 'a/b', 'lesson?x', ''])
    expect(await findAt(backend.endpoint)(name)).toBeUndefined();
});

test('what cannot be fetched is to be asked for later', async () => {
  const refusal = { code: 503, values: { retryAfter: '60' } };
  await expect(findAt(backend.endpoint)('nowhere')).rejects.toMatchObject(refusal);
  await expect(findAt('http://127.0.0.1:9/v1')('another')).rejects.toMatchObject(refusal);
});
