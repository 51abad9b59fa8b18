import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { Hono } from 'hono';
import * as server from 'node-appwrite';
import { InputFile } from 'node-appwrite/file';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { KEY, projectSchema, type RunningBackend, startBackend } from '../../tests/support/backend.ts';
import { type FakeProject, startFakeProject } from '../../tests/support/fake-project.ts';
import { listenOnFreePort } from '../../tests/support/free-port.ts';
import { samplePdf } from '../../tests/support/sample-pdf.ts';
import { createSharedFolder } from '../../tests/support/temporary-folder.ts';
import { MAX_RELIABLE_BYTES } from './find-lesson.ts';
import { createHostedFileFinder, sendLargeFile } from './hosted-files.ts';
import { createLessonDrawings } from './pictures/lesson-drawings.ts';
import { createPictureStore, type PictureStore } from './pictures/picture-store.ts';
import type { SiteEnv } from './site-env.ts';

describe('files for drawing', () => {
  const folder = createSharedFolder();
  const bytes = samplePdf('Hosted lesson', 9_000_000);
  let backend: RunningBackend;
  let store: PictureStore;

  beforeAll(async () => {
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
  });

  const findAt = (endpoint: string) =>
    createHostedFileFinder(store, { endpoint, projectId: 'mosque', bucketId: 'pdfs' });

  test('are downloaded once and drawn', async () => {
    const findFile = findAt(backend.endpoint);
    const path = await findFile('lesson');
    expect(readFileSync(path ?? '').equals(bytes)).toBe(true);
    // No server listens at this address, so only the stored file can be returned.
    expect(await findAt('http://127.0.0.1:9/v1')('lesson')).toBe(path);
    const drawings = createLessonDrawings(store, findFile);
    const picture = await drawings.picture('lesson', { lessonId: 'one', page: 1, width: 800 });
    expect(picture).toEqual({ bytes: expect.any(Buffer) });
  });

  test('are not looked up for an invalid file id', async () => {
    for (const name of ['..', '../../users', 'a/b', 'lesson?x', ''])
      expect(await findAt(backend.endpoint)(name)).toBeUndefined();
  });

  test('are refused with a Retry-After if the download fails', async () => {
    const refusal = { code: 503, values: { retryAfter: '60' } };
    await expect(findAt(backend.endpoint)('nowhere')).rejects.toMatchObject(refusal);
    await expect(findAt('http://127.0.0.1:9/v1')('another')).rejects.toMatchObject(refusal);
  });

  test('are refused after 30 s if the backend does not respond, so that other downloads can begin', async () => {
    let requestCount = 0;
    const silentServer = createServer(() => {
      requestCount += 1;
    });
    const endpoint = `${await listenOnFreePort(silentServer)}/v1`;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
      silentServer.close().closeAllConnections();
    });
    const refusal = expect(findAt(endpoint)('silent')).rejects.toMatchObject({ code: 503 });
    await expect.poll(() => requestCount).toBeGreaterThan(0);
    vi.advanceTimersByTime(30_000);
    await refusal;
  });
});

describe('large files', () => {
  const folder = createSharedFolder();
  const bytes = samplePdf('A large lesson', MAX_RELIABLE_BYTES + 1_000_000);
  const path = '/storage/buckets/pdfs/files/large/view';
  let hostedProject: FakeProject;
  let store: PictureStore;
  let app: Hono<SiteEnv>;

  beforeAll(async () => {
    hostedProject = await startFakeProject({ projectId: 'mosque' });
    const owner = new server.Client().setEndpoint(hostedProject.endpoint).setProject('mosque').setKey(KEY);
    const file = InputFile.fromBuffer(bytes, 'Large.pdf');
    await new server.Storage(owner).createFile({ bucketId: 'pdfs', fileId: 'large', file });
    hostedProject.setFaults({ stallsForVisitors: true });
    const { endpoint } = hostedProject;
    store = createPictureStore(folder, 1e8, 60);
    const findFile = createHostedFileFinder(store, {
      endpoint,
      projectId: 'mosque',
      bucketId: 'pdfs',
    });
    const large = { fileId: 'large', fileName: 'درس كبير.pdf' };
    app = new Hono<SiteEnv>().get(
      '/lesson',
      async (context) => (await sendLargeFile(context, large, findFile)) ?? context.text('busy', 503),
    );
  });
  afterAll(async () => {
    store.close();
    await hostedProject.stop();
  });

  const read = async (headers: Record<string, string> = {}, query = '') => {
    const response = await app.request(`/lesson${query}`, { headers });
    return { response, body: Buffer.from(await response.arrayBuffer()) };
  };

  test('are sent completely although downloads stall on the backend', async () => {
    const stalledDownload = await fetch(`${hostedProject.endpoint}${path}?project=mosque`);
    const reader = stalledDownload.body?.getReader();
    let size = 0;
    while (size < MAX_RELIABLE_BYTES - 100_000) size += (await reader?.read())?.value?.length ?? 0;
    await reader?.cancel();

    const { response, body } = await read({}, '?download');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-length')).toBe(String(bytes.length));
    expect(response.headers.get('content-disposition')).toContain('attachment');
    expect(body.equals(bytes)).toBe(true);
  });

  test('can be resumed, read in ranges and revalidated', async () => {
    const { response, body } = await read({ range: `bytes=${bytes.length - 5_000_001}-` });
    expect(response.status).toBe(206);
    expect(body.equals(bytes.subarray(-5_000_001))).toBe(true);
    for (const [first, last] of [
      [0, 0],
      [7, 7],
      [bytes.length - 1, bytes.length - 1],
      [3, 10],
    ] as const)
      expect((await read({ range: `bytes=${first}-${last}` })).body).toEqual(
        Buffer.from(bytes.subarray(first, last + 1)),
      );
    const etag = response.headers.get('etag') ?? '';
    expect((await read({ 'if-none-match': etag })).response.status).toBe(304);
  });

  test('are refused for a range beyond their end, and for other bytes', async () => {
    const { response } = await read({ range: `bytes=${bytes.length}-` });
    expect([response.status, response.headers.get('content-range')]).toEqual([
      416,
      `bytes */${bytes.length}`,
    ]);
    expect((await read({ 'if-match': '"other"' })).response.status).toBe(412);
  });

  test('are downloaded once, and then sent to any number of visitors without the backend', async () => {
    await read();
    hostedProject.setFaults({ dropsConnections: true });
    const downloads = await Promise.all([read(), read(), read()]);
    for (const { body } of downloads) expect(body.equals(bytes)).toBe(true);
  });
});
