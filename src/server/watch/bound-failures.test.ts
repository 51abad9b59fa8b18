import { expect, test, vi } from 'vitest';
import { boundFailures } from './bound-failures.ts';

test('of a thousand failures of one kind three are told in an hour, and everything else is', () => {
  const told = vi.fn();
  let now = 0;
  const tell = boundFailures(told, () => now);
  const fail = (what: string) => new Error(what);
  for (let request = 0; request < 1000; request += 1)
    tell('A request failed:', { request }, fail(`no ${request}`));
  expect(told).toHaveBeenCalledTimes(3);
  tell('Another failed:', new Error('elsewhere'));
  for (let line = 0; line < 5; line += 1) tell('Library: New: 1.');
  expect(told).toHaveBeenCalledTimes(9);
  now = 3_600_000;
  tell('A request failed:', fail('still'));
  expect(told).toHaveBeenCalledTimes(10);
});
