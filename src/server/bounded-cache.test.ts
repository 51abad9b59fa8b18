import { describe, expect, test } from 'vitest';
import { createBoundedCache } from './bounded-cache.ts';

const keptOf = (cache: { get(key: string): string | undefined }, keys: string) =>
  [...keys].filter((key) => cache.get(key) !== undefined).join('');

describe('a bounded cache', () => {
  test('lets the longest unused go when there is no room', () => {
    const cache = createBoundedCache<string>(30, (value) => value.length);
    for (const key of 'abc') cache.set(key, 'x'.repeat(10));
    cache.get('a');
    cache.set('d', 'x'.repeat(10));
    expect(keptOf(cache, 'abcd')).toBe('acd');
  });

  test('counts a replaced value once', () => {
    const cache = createBoundedCache<string>(30, (value) => value.length);
    for (let at = 0; at < 10; at += 1) cache.set('a', 'x'.repeat(20));
    cache.set('b', 'x'.repeat(10));
    expect(keptOf(cache, 'ab')).toBe('ab');
  });

  test('has its room back after values are deleted or all are cleared', () => {
    const cache = createBoundedCache<string>(20, (value) => value.length);
    cache.set('a', 'x'.repeat(20));
    cache.delete('a');
    cache.delete('never there');
    cache.set('b', 'x'.repeat(20));
    cache.clear();
    for (const key of 'cd') cache.set(key, 'x'.repeat(10));
    expect(keptOf(cache, 'abcd')).toBe('cd');
  });

  test('does not keep what is larger than the whole', () => {
    const cache = createBoundedCache<string>(20, (value) => value.length);
    cache.set('a', 'x'.repeat(21));
    expect(keptOf(cache, 'a')).toBe('');
  });
});
