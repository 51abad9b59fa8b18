import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { fileLocation, storeFolders } from '#backend/storage/files.ts';
import type { RequestContext } from '#http/request-context.ts';
import { createBudgets, createQueues } from '#server/admission/queues.ts';
import { setUpBackend } from '../support/backend-setup.ts';
import { keyHeaders } from '../support/clients.ts';
import { openPaths } from '../support/open-files.ts';
import { samplePdf } from '../support/sample-pdf.ts';

const chunk = 5 * 1024 * 1024;
const pieceSize = 64 * 1024;
const lesson = samplePdf('large', 6 * chunk + 1000);

const running = setUpBackend();

const boundary = '----formdata-0123456789-9876543210';
const url = '/v1/storage/buckets/pdfs/files';

it('keeps the bodies of at most two chunks in memory', async () => {
  const { uploads } = createQueues(createBudgets(), 1, () => 0);
  const client = {
    queueBody: <T>(work: () => Promise<T>) => uploads.run('', work, () => true),
    trust: () => undefined,
  } as Partial<RequestContext> as RequestContext;
  let bufferedBytes = 0;
  let maxBufferedBytes = 0;

  async function send(index: number): Promise<number> {
    const first = index * chunk;
    const piece = lesson.subarray(first, first + chunk);
    const body = Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; name="fileId"\r\n\r\nlesson\r\n`),
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="lesson.pdf"\r\n\r\n`,
      ),
      piece,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]);
    let position = 0;
    const stream = new ReadableStream(
      {
        pull(controller) {
          const next = body.subarray(position, position + pieceSize);
          position += next.length;
          bufferedBytes += next.length;
          maxBufferedBytes = Math.max(maxBufferedBytes, bufferedBytes);
          if (next.length > 0) controller.enqueue(new Uint8Array(next));
          else controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    const request = {
      method: 'POST',
      headers: {
        ...keyHeaders,
        'x-appwrite-id': 'lesson',
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': String(body.length),
        'content-range': `bytes ${first}-${first + piece.length - 1}/${lesson.length}`,
      },
      body: stream,
      duplex: 'half',
    } as RequestInit;
    const response = await running.backend.app.request(url, request, { client });
    bufferedBytes -= body.length;
    return response.status;
  }

  const statuses = await Promise.all([5, 3, 1, 0, 2, 4, 6].map(send));
  expect(statuses).toEqual([201, 201, 201, 201, 201, 201, 201]);
  expect(maxBufferedBytes).toBeGreaterThan(chunk);
  // Two complete bodies, and the read-ahead of each waiting stream.
  expect(maxBufferedBytes).toBeLessThan(2 * (chunk + 1000) + 7 * 2 * pieceSize);
});

it('reads a file in chunks while sending it', async () => {
  const response = await running.backend.app.request(`${url}/lesson/view?project=minbar`);
  const hash = createHash('md5');
  let largestPieceBytes = 0;
  for await (const piece of response.body ?? []) {
    hash.update(piece);
    largestPieceBytes = Math.max(largestPieceBytes, piece.length);
  }
  expect(hash.digest('hex')).toBe(createHash('md5').update(lesson).digest('hex'));
  expect(largestPieceBytes).toBeLessThanOrEqual(256 * 1024);
});

it.skipIf(process.platform !== 'linux')(
  'closes the file of a client that disconnects (needs Linux)',
  async () => {
    const { path } = fileLocation(storeFolders(running.dataDir), 'pdfs', 'lesson');
    const openFiles = () => openPaths().filter((open) => open === path);
    const abort = new AbortController();
    const response = await fetch(
      `${running.endpoint}/storage/buckets/pdfs/files/lesson/view?project=minbar`,
      {
        signal: abort.signal,
      },
    );
    const reader = response.body?.getReader();
    await reader?.read();
    expect(openFiles()).toHaveLength(1);
    abort.abort();
    await expect.poll(openFiles).toEqual([]);
    for (const method of ['HEAD', 'GET']) {
      const unreadResponse = await running.backend.app.request(`${url}/lesson/view?project=minbar`, {
        method,
      });
      expect([method, unreadResponse.status, openFiles()]).toEqual([method, 200, []]);
    }
  },
);
