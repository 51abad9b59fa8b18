import { expect, onTestFinished, test, vi } from 'vitest';
import { seldomSaid } from './seldom-said.ts';

test('an hour in which all fails takes six lines', () => {
  vi.useFakeTimers();
  const told = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => told.mockRestore());
  const say = seldomSaid();
  for (let minute = 0; minute < 60; minute += 1) {
    say('The feed could not be made', new Error('<html><title>502 Bad Gateway</title></html>'));
    vi.advanceTimersByTime(60_000);
  }
  vi.useRealTimers();
  expect(told.mock.calls).toEqual(Array(6).fill(['The feed could not be made: 502 Bad Gateway']));
});
