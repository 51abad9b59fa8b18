import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, test, vi } from 'vitest';
import { AppwriteLibrary, type Target } from './appwrite.ts';
import { rangesOf } from './file-parts.ts';

/** No part of a download is like another. */
const whole = Buffer.alloc(
  20_000_001,
  Buffer.from(Uint32Array.from({ length: 99_991 }, (_, at) => at).buffer),
);
let server: Server;
afterEach(() => {
  vi.useRealTimers();
  server.closeAllConnections();
  server.close();
});

/** Answers ranges of a file as Appwrite does; the answer of one turn is cut in the middle, or stalls there. */
async function serve(wrong: { turn: number; how: 'cut' | 'stalled' }) {
  const requests: string[] = [];
  server = createServer((request, response) => {
    if (!request.url?.endsWith('/download')) {
      response.setHeader('content-type', 'application/json');
      return response.end(JSON.stringify({ $id: 'f', sizeOriginal: whole.length }));
    }
    const range = request.headers.range ?? '';
    requests.push(range);
    const [first = 0, last = 0] = range.replace('bytes=', '').split('-').map(Number);
    const bytes = whole.subarray(first, last + 1);
    response.writeHead(206, { 'content-length': bytes.length });
    if (requests.length !== wrong.turn) return response.end(bytes);
    response.write(bytes.subarray(0, 1000), () => wrong.how === 'cut' && response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const target = { endpoint, bucketId: 'pdfs', projectId: 'mosque', key: 'key' } as Target;
  return { requests, library: new AppwriteLibrary(target, new AbortController().signal) };
}

const asItComes = [
  'bytes=0-6666666',
  'bytes=6666667-13333333',
  'bytes=6666667-13333333',
  'bytes=13333334-20000000',
];

test('a large file is fetched in parts of at most 8 MB, and only a part that breaks off is fetched again', async () => {
  const { requests, library } = await serve({ turn: 2, how: 'cut' });
  const stream = await library.open('f');
  expect(stream && Buffer.compare(await buffer(stream), whole)).toBe(0);
  expect(requests).toEqual(asItComes);
});

test('a part that stalls for 30 s is fetched again', async () => {
  const { requests, library } = await serve({ turn: 2, how: 'stalled' });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const coming = library.open('f').then((stream) => stream && buffer(stream));
  await vi.waitUntil(() => requests.length > 1, { timeout: 300_000 });
  await vi.waitUntil(
    () => {
      if (requests.length === 2) vi.advanceTimersByTime(10_000);
      return requests.length > 2;
    },
    { timeout: 300_000 },
  );
  vi.useRealTimers();
  const bytes = await coming;
  expect(bytes && Buffer.compare(bytes, whole)).toBe(0);
  expect(requests).toEqual(asItComes);
});

test.each([0, 1, 2, 8_000_000, 8_000_001, 16_000_001, 104_857_600])(
  'ranges of a file of %i bytes',
  (size) => {
    const ranges = rangesOf(size);
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
