import { createServer, type Server } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { listenOnFreePort } from '../../../tests/support/free-port.ts';
import { AppwriteLibrary, type Target } from './appwrite.ts';
import { splitIntoRanges } from './file-parts.ts';

/** File content whose parts all differ, so that a wrong or repeated part is noticed. */
const fileBytes = Buffer.alloc(
  20_000_001,
  Buffer.from(Uint32Array.from({ length: 99_991 }, (_, index) => index).buffer),
);
let server: Server;
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

/** Serves ranges of a file as Appwrite does. One response is cut off after 1,000 bytes, or stalls there. */
async function startServer(fault: { requestNumber: number; kind: 'cut' | 'stalled' }) {
  const requests: string[] = [];
  server = createServer((request, response) => {
    if (!request.url?.endsWith('/download')) {
      response.setHeader('content-type', 'application/json');
      return response.end(JSON.stringify({ $id: 'f', sizeOriginal: fileBytes.length }));
    }
    const range = request.headers.range ?? '';
    requests.push(range);
    const [first = 0, last = 0] = range.replace('bytes=', '').split('-').map(Number);
    const bytes = fileBytes.subarray(first, last + 1);
    response.writeHead(206, { 'content-length': bytes.length });
    if (requests.length !== fault.requestNumber) return response.end(bytes);
    response.write(bytes.subarray(0, 1000), () => fault.kind === 'cut' && response.destroy());
  });
  const endpoint = `${await listenOnFreePort(server)}/v1`;
  const target = { endpoint, bucketId: 'pdfs', projectId: 'mosque', key: 'key' } as Target;
  return { requests, library: new AppwriteLibrary(target, new AbortController().signal) };
}

const expectedRanges = [
  'bytes=0-6666666',
  'bytes=6666667-13333333',
  'bytes=6666667-13333333',
  'bytes=13333334-20000000',
];

test('fetches a large file in parts of at most 8 MB, and retries only a part that is cut off', async () => {
  const { requests, library } = await startServer({ requestNumber: 2, kind: 'cut' });
  const stream = await library.open('f');
  expect(stream && Buffer.compare(await buffer(stream), fileBytes)).toBe(0);
  expect(requests).toEqual(expectedRanges);
});

test('retries a part that stalls for 30 s', async () => {
  const { requests, library } = await startServer({ requestNumber: 2, kind: 'stalled' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const download = library.open('f').then((stream) => stream && buffer(stream));
  await expect.poll(() => requests.length).toBe(2);
  await expect
    .poll(() => {
      if (requests.length === 2) vi.advanceTimersByTime(10_000);
      return requests.length;
    })
    .toBeGreaterThan(2);
  vi.useRealTimers();
  const bytes = await download;
  expect(bytes && Buffer.compare(bytes, fileBytes)).toBe(0);
  expect(requests).toEqual(expectedRanges);
});

test.each([0, 1, 2, 8_000_000, 8_000_001, 16_000_001, 104_857_600])(
  'splits a file of %i bytes into ranges',
  (size) => {
    const ranges = splitIntoRanges(size);
    if (size < 2) return expect(ranges).toEqual([null]);
    const lengths = ranges.map((range) => (range ? range[1] - range[0] + 1 : 0));
    expect(lengths.reduce((sum, length) => sum + length, 0)).toBe(size);
    expect(ranges.at(-1)?.[1]).toBe(size - 1);
    for (const length of lengths) {
      expect(length).toBeGreaterThan(1);
      expect(length).toBeLessThanOrEqual(8_000_000);
    }
  },
);
