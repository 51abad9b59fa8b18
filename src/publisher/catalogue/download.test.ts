import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Client } from 'node-appwrite';
import { afterEach, expect, test } from 'vitest';
import { download } from './download.ts';
import { rangesOf } from './file-parts.ts';
import type { Target } from './target.ts';

const whole = Buffer.from(Uint8Array.from({ length: 20_000_001 }, (_, index) => (index * 31) & 0xff));
let server: Server;
afterEach(() => server.close());

/** Answers ranges of a file as Appwrite does; each answer that `isCut` ends in the middle. */
async function serve(isCut: (turn: number) => boolean) {
  const asked: string[] = [];
  server = createServer((request, response) => {
    if (!request.url?.endsWith('/download')) {
      response.setHeader('content-type', 'application/json');
      return response.end(JSON.stringify({ $id: 'f', sizeOriginal: whole.length }));
    }
    const range = request.headers.range ?? '';
    asked.push(range);
    const [first = 0, last = 0] = range.replace('bytes=', '').split('-').map(Number);
    const bytes = whole.subarray(first, last + 1);
    response.writeHead(206, { 'content-length': bytes.length });
    if (!isCut(asked.length)) return response.end(bytes);
    response.write(bytes.subarray(0, 1000), () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const target = { endpoint, bucketId: 'pdfs', projectId: 'mosque', key: 'key' } as Target;
  return { asked, target, client: new Client().setEndpoint(endpoint) };
}

test('a large file comes in parts of at most 8 MB, and only the part that broke off comes again', async () => {
  const { asked, target, client } = await serve((turn) => turn === 2);
  const stream = await download(client, target, 'f');
  expect(stream && Buffer.compare(await buffer(stream), whole)).toBe(0);
  expect(asked).toEqual([
    'bytes=0-6666666',
    'bytes=6666667-13333333',
    'bytes=6666667-13333333',
    'bytes=13333334-20000000',
  ]);
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
