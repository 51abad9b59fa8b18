import { afterEach, expect, test, vi } from 'vitest';
import { messagesIn } from './messages.ts';
import { main } from './start.ts';

afterEach(() => vi.restoreAllMocks());

test.each(['--help', '-h'])('%s prints the usage and starts nothing', async (option) => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  await main([option]);
  expect(log.mock.calls).toEqual([[messagesIn('en').usage]]);
});

test.each(['--hlep', 'serve-it'])('%s is rejected with the usage', async (argument) => {
  await expect(main([argument])).rejects.toThrow(messagesIn('en').usage);
});
