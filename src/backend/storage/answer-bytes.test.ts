import fc from 'fast-check';
import { Hono } from 'hono';
import { HonoRequest } from 'hono/request';
import { describe, expect, it } from 'vitest';
import { answerBytes, evaluateConditions, parseByteRange } from './answer-bytes.ts';

const whole = undefined;
const unsatisfiable = 'unsatisfiable';
const part = (first: number, last: number) => ({ first, last });

describe('a Range header for a file of 1000 bytes (RFC 9110 §14)', () => {
  it.each([
    [undefined, whole],
    ['', whole],
    ['bytes=0-0', part(0, 0)],
    ['bytes=0-999', part(0, 999)],
    ['bytes=0-1000', part(0, 999)],
    ['bytes=500-', part(500, 999)],
    ['bytes=999-', part(999, 999)],
    ['bytes=1000-', unsatisfiable],
    ['bytes=1000-1001', unsatisfiable],
    ['bytes=-1', part(999, 999)],
    ['bytes=-1000', part(0, 999)],
    ['bytes=-5000', part(0, 999)],
    ['bytes=-0', unsatisfiable],
    ['BYTES=1-2', part(1, 2)],
    ['bytes= 1-2 ', part(1, 2)],
    ['bytes=,1-2,', part(1, 2)],
    [`bytes=0-${'9'.repeat(400)}`, part(0, 999)],
    [`bytes=${'9'.repeat(400)}-`, unsatisfiable],
    ['bytes=0-1,5-6', whole],
    ['bytes=5-4', whole],
    ['bytes=988', whole],
    ['bytes=a-b', whole],
    ['bytes=1e2-', whole],
    ['bytes=--1', whole],
    ['bytes=-', whole],
    ['bytes=', whole],
    ['lines=0-1', whole],
    ['bytes', whole],
  ])('%s', (header, range) => {
    expect(parseByteRange(header, 1000)).toEqual(range);
  });

  it('meets no byte of an empty file', () => {
    expect(parseByteRange('bytes=0-', 0)).toEqual(unsatisfiable);
    expect(parseByteRange('bytes=-5', 0)).toEqual(unsatisfiable);
  });

  it('never leaves the file', () => {
    fc.assert(
      fc.property(fc.nat(2000), fc.option(fc.nat(2000)), fc.nat(1500), (first, last, size) => {
        const range = parseByteRange(`bytes=${first}-${last ?? ''}`, size);
        if (typeof range === 'object') {
          expect(range.first).toBe(first);
          expect(range.last).toBeGreaterThanOrEqual(range.first);
          expect(range.last).toBeLessThan(size);
        }
      }),
    );
  });
});

const lastModified = new Date('2026-01-31T12:00:00.123Z');
const same = 'Sat, 31 Jan 2026 12:00:00 GMT';
const earlier = 'Sat, 31 Jan 2026 11:59:59 GMT';
const etag = '"abc"';

describe('conditional requests (RFC 9110 §13)', () => {
  it.each([
    [{}, 'proceed'],
    [{ 'if-none-match': '"abc"' }, 'not-modified'],
    [{ 'if-none-match': 'W/"abc"' }, 'not-modified'],
    [{ 'if-none-match': '"x", "abc"' }, 'not-modified'],
    [{ 'if-none-match': '*' }, 'not-modified'],
    [{ 'if-none-match': '"x"' }, 'proceed'],
    [{ 'if-none-match': 'abc' }, 'proceed'],
    [{ 'if-none-match': '"x"', 'if-modified-since': same }, 'proceed'],
    [{ 'if-modified-since': same }, 'not-modified'],
    [{ 'if-modified-since': earlier }, 'proceed'],
    [{ 'if-modified-since': 'yesterday' }, 'proceed'],
    [{ 'if-match': '"abc"' }, 'proceed'],
    [{ 'if-match': '*' }, 'proceed'],
    [{ 'if-match': 'W/"abc"' }, 'precondition-failed'],
    [{ 'if-match': '"x"' }, 'precondition-failed'],
    [{ 'if-unmodified-since': same }, 'proceed'],
    [{ 'if-unmodified-since': earlier }, 'precondition-failed'],
    [{ 'if-match': '"abc"', 'if-none-match': '"abc"' }, 'not-modified'],
  ])('%j is answered with: %s', (headers: Record<string, string>, outcome) => {
    const request = new HonoRequest(new Request('http://localhost', { headers }));
    expect(evaluateConditions(request, etag, lastModified)).toBe(outcome);
  });

  it.each([
    [undefined, true],
    ['"abc"', true],
    [same, true],
    ['W/"abc"', false],
    ['"x"', false],
    [earlier, false],
    ['nonsense', false],
  ])('If-Range %s lets the range apply: %s', async (ifRange, applies) => {
    const bytes = { size: 10, etag, lastModified, headers: {}, part: () => new Uint8Array(2) };
    const app = new Hono().get('/', (context) => answerBytes(context, bytes));
    const headers = { range: 'bytes=0-1', ...(ifRange && { 'if-range': ifRange }) };
    expect((await app.request('/', { headers })).status).toBe(applies ? 206 : 200);
  });
});
