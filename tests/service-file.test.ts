import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

const rate = () =>
  spawnSync('systemd-analyze', ['security', '--offline=yes', 'docs/minbar.service'], { encoding: 'utf8' });
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test.runIf(hasSystemd)('the service is exposed to little', () => {
  const [, exposure] = /exposure level for minbar\.service: ([\d.]+)/.exec(rate().stdout) ?? [];
  expect(Number(exposure)).toBeLessThan(2.5);
});
