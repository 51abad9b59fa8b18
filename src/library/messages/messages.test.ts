import { expect, test } from 'vitest';
import { reportUpgrade } from './messages.ts';

test('an upgrade reports its copy, and its progress if it takes long', () => {
  const lines: string[] = [];
  let now = 0;
  const { report: tell } = reportUpgrade(
    'en',
    (line) => lines.push(line),
    () => now,
  );
  tell({ copied: '/data/minbar.db.version-3' });
  for (now = 500; now <= 5000; now += 500) tell({ share: now / 10_000 });
  expect(lines).toEqual([
    expect.stringContaining('/data/minbar.db.version-3'),
    expect.stringContaining('20 %'),
    expect.stringContaining('40 %'),
  ]);
});
