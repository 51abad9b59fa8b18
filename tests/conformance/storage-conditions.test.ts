import { describe, expect, it } from 'vitest';
import { lesson, readingBench, sha256, size } from '../support/reading-bench.ts';

/** Reading a part of a file, or only what changed (RFC 9110 §13, §14). */
const { view } = readingBench();

describe('ranges (RFC 9110 §14; deliberately better than Appwrite)', () => {
  it.each([
    ['bytes=0-0', 0, 0],
    ['bytes=0-99', 0, 99],
    ['bytes=100-', 100, size - 1],
    ['bytes=0-', 0, size - 1],
    [`bytes=${size - 1}-${size - 1}`, size - 1, size - 1],
    [`bytes=${size - 1}-${size + 100}`, size - 1, size - 1],
    ['bytes=-1', size - 1, size - 1],
    ['bytes=-500', size - 500, size - 1],
    ['bytes=-99999', 0, size - 1],
  ])('%s is 206', async (range, first, last) => {
    const response = await view({ range });
    expect(response.status).toBe(206);
    expect(response.headers.get('content-range')).toBe(`bytes ${first}-${last}/${size}`);
    expect(response.headers.get('content-length')).toBe(String(last - first + 1));
    expect(response.headers.get('accept-ranges')).toBe('bytes');
    expect(response.headers.get('etag')).toBe(`"${sha256}"`);
    expect(Buffer.compare(await response.bytes(), lesson.subarray(first, last + 1))).toBe(0);
  });

  it.each([`bytes=${size}-`, `bytes=${size}-${size + 1}`, 'bytes=-0'])('%s is 416', async (range) => {
    const response = await view({ range });
    expect([response.status, response.headers.get('content-range')]).toEqual([416, `bytes */${size}`]);
    expect(await response.json()).toMatchObject({ code: 416, type: 'storage_invalid_range' });
  });

  it.each(['bytes=0-1,5-6', 'bytes=5-1', 'bytes=988', 'bytes=x-y', 'items=0-1', 'bytes='])(
    '%s is the whole file',
    async (range) => {
      const response = await view({ range });
      expect([response.status, response.headers.get('content-range')]).toEqual([200, null]);
      expect(await response.bytes()).toHaveLength(size);
    },
  );

  it('applies to the download too', async () => {
    const response = await view({ range: 'bytes=-5' }, 'GET', 'download');
    expect([response.status, await response.text()]).toEqual([206, '%%EOF']);
  });

  it.each([
    ['this file', `"${sha256}"`, 206],
    ['another file', '"other"', 200],
    ['a weak tag', `W/"${sha256}"`, 200],
    ['another date', 'Sat, 01 Jan 2000 00:00:00 GMT', 200],
  ])('If-Range of %s', async (_, ifRange, status) => {
    expect((await view({ range: 'bytes=0-9', 'if-range': ifRange })).status).toBe(status);
  });

  it('If-Range of its date', async () => {
    const date = (await view()).headers.get('last-modified') ?? '';
    expect((await view({ range: 'bytes=0-9', 'if-range': date })).status).toBe(206);
  });
});

describe('conditional reads (RFC 9110 §13)', () => {
  it.each([
    ['if-none-match', `"${sha256}"`],
    ['if-none-match', `W/"${sha256}"`],
    ['if-none-match', `"x", "${sha256}"`],
    ['if-none-match', '*'],
    ['if-modified-since', new Date(Date.now() + 3_600_000).toUTCString()],
  ])('%s: %s is 304 without a body', async (name, value) => {
    const response = await view({ [name]: value });
    expect(response.status).toBe(304);
    expect(await response.text()).toBe('');
    expect(response.headers.get('etag')).toBe(`"${sha256}"`);
    expect(response.headers.get('cache-control')).toBe('public, max-age=3600, must-revalidate');
  });

  it.each([
    ['if-none-match', '"other"', 200],
    ['if-match', `"${sha256}"`, 200],
    ['if-match', '"other"', 412],
    ['if-unmodified-since', 'Sat, 01 Jan 2000 00:00:00 GMT', 412],
    ['if-modified-since', 'Sat, 01 Jan 2000 00:00:00 GMT', 200],
  ])('%s: %s is %i', async (name, value, status) => {
    expect((await view({ [name]: value })).status).toBe(status);
  });
});
