import { describe, expect, it } from 'vitest';
import { chunkSize, parseContentRange } from './upload.ts';

const size = 2 * chunkSize + 10;

describe('the Content-Range of an uploaded chunk', () => {
  it.each([
    [`bytes 0-${chunkSize - 1}/${size}`, { index: 0, count: 3, first: 0, last: chunkSize - 1, total: size }],
    [
      `bytes ${2 * chunkSize}-${size - 1}/${size}`,
      { index: 2, count: 3, first: 2 * chunkSize, last: size - 1, total: size },
    ],
    ['bytes 0-9/10', { index: 0, count: 1, first: 0, last: 9, total: 10 }],
  ])('%s is a chunk', (header, chunk) => {
    expect(parseContentRange(header)).toEqual(chunk);
  });

  it.each([
    '',
    'bytes',
    'bytes 0-9',
    'bytes 0-9/*',
    'bytes */10',
    'bytes=0-9/10',
    'bytes 0-10/10',
    'bytes 1-9/10',
    'bytes 9-0/10',
    'bytes 0-8/10',
    'bytes -1-9/10',
    'bytes 0-9/10, bytes 0-9/10',
    'bytes 0x0-9/10',
    'bytes 0-0/0',
    `bytes 0-${'9'.repeat(30)}/${'9'.repeat(30)}`,
    `bytes ${chunkSize}-${size - 1}/${size}`,
    `bytes ${size}-${size}/${size}`,
  ])('%s is refused', (header) => {
    expect(parseContentRange(header)).toBeUndefined();
  });
});
