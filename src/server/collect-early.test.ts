import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { collectEarly } from './collect-early.ts';

let [resident, inUse, taken, collected] = [0, 0, 0, 0];
beforeEach(() => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  [resident, inUse, taken, collected] = [150e6, 150e6, 40, 0];
  collectEarly(
    () => {
      collected++;
      resident = inUse;
      vi.advanceTimersByTime(taken);
    },
    () => resident,
  );
});

/** A minute in which memory is so much again whenever it was given back. */
function flooded(bytes: number) {
  collected = 0;
  for (let second = 0; second < 600; second++) {
    resident = Math.max(resident, bytes);
    vi.advanceTimersByTime(100);
  }
}

test('garbage is collected while memory is much, for a twentieth of the time at most', () => {
  flooded(190e6);
  expect(collected).toBe(0);
  flooded(240e6);
  expect(collected).toBeGreaterThan(60);
  expect(collected * taken).toBeLessThanOrEqual(0.05 * 60_000);
  taken = 500;
  flooded(240e6);
  expect(collected).toBeGreaterThan(0);
  expect(collected * taken).toBeLessThanOrEqual(0.05 * 60_000 + taken);
});

test('what is in use is not looked through again and again', () => {
  inUse = 240e6;
  flooded(240e6);
  expect(collected).toBe(1);
  flooded(260e6);
  expect(collected).toBeGreaterThan(1);
});
