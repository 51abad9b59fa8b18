import { describe, expect, it } from 'vitest';
import { evaluateConditions, rangeStillApplies } from './conditional-request.ts';

const lastModified = new Date('2026-01-31T12:00:00.123Z');
const same = 'Sat, 31 Jan 2026 12:00:00 GMT';
const earlier = 'Sat, 31 Jan 2026 11:59:59 GMT';
const validators = { etag: '"abc"', lastModified };

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
    expect(evaluateConditions((name) => headers[name], validators)).toBe(outcome);
  });

  it.each([
    [undefined, true],
    ['"abc"', true],
    [same, true],
    ['W/"abc"', false],
    ['"x"', false],
    [earlier, false],
    ['nonsense', false],
  ])('If-Range %s lets the range apply: %s', (ifRange, applies) => {
    expect(rangeStillApplies(ifRange, validators)).toBe(applies);
  });
});
