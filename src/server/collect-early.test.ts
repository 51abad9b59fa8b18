import { expect, onTestFinished, test, vi } from 'vitest';
import { collectEarly } from './collect-early.ts';

test('garbage is collected while memory is much, for a twentieth of the time at most', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  let [resident, taken, collected] = [150e6, 40, 0];
  const collect = () => {
    collected++;
    vi.advanceTimersByTime(taken);
  };
  const end = collectEarly(collect, () => resident);
  vi.advanceTimersByTime(60_000);
  expect(collected).toBe(0);
  resident = 240e6;
  vi.advanceTimersByTime(60_000);
  expect(collected).toBeGreaterThan(60);
  expect(collected * taken).toBeLessThanOrEqual(0.05 * 60_000);
  // It frees nothing, and takes longer.
  [taken, collected] = [500, 0];
  vi.advanceTimersByTime(60_000);
  expect(collected * taken).toBeLessThanOrEqual(0.05 * 60_000 + taken);
  end();
  collected = 0;
  vi.advanceTimersByTime(60_000);
  expect(collected).toBe(0);
});
