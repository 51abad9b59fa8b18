import { expect, it } from 'vitest';
import { createRateWindow } from './rate-window.ts';

it('admits as many of each key as the limit in each window', () => {
  const window = createRateWindow<string>(2, 60);
  const at = (key: string, ...times: number[]) => times.map((time) => window.admit(key, time));
  expect(at('a', 0, 1, 2, 59_999)).toEqual([true, true, false, false]);
  expect(at('b', 59_999)).toEqual([true]);
  expect(at('a', 60_000, 60_001, 60_002)).toEqual([true, true, false]);
});
