import { expect, test } from 'vitest';
import { settledRemovals } from './settled-removals.ts';

const wait = 20_000;

test('one removal goes when it has waited', () => {
  const first = settledRemovals(['a'], null, 1000, wait);
  expect(first).toMatchObject({ settled: false, grown: true });
  const early = settledRemovals(['a'], first.missing, 20_999, wait);
  expect(early).toMatchObject({ settled: false, grown: false });
  expect(settledRemovals(['a'], early.missing, 21_000, wait).settled).toBe(true);
});

test('each further one lets all of them wait anew, and one that came back none', () => {
  const first = settledRemovals(['a'], null, 0, wait);
  const second = settledRemovals(['a', 'b'], first.missing, 19_000, wait);
  expect(settledRemovals(['a', 'b'], second.missing, 38_999, wait).settled).toBe(false);
  expect(settledRemovals(['b'], second.missing, 39_000, wait).settled).toBe(true);
  expect(settledRemovals([], second.missing, 25_000, wait)).toEqual({
    missing: null,
    settled: true,
    grown: false,
  });
});
