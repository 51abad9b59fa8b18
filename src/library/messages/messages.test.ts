import { expect, test } from 'vitest';
import { createUpgradeReporter } from './messages.ts';

test('reports the copy of the old data, and the progress of a long upgrade', () => {
  const lines: string[] = [];
  let now = 0;
  const { report } = createUpgradeReporter(
    'en',
    (line) => lines.push(line),
    () => now,
  );
  report({ copied: '/data/minbar.db.version-3' });
  for (now = 500; now <= 5000; now += 500) report({ share: now / 10_000 });
  expect(lines).toEqual([
    expect.stringContaining('/data/minbar.db.version-3'),
    expect.stringContaining('20 %'),
    expect.stringContaining('40 %'),
  ]);
});
