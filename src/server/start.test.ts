import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { knownFlags } from './start.ts';

/** Fills the heap, empties it, and tells how much more memory there is besides it than before. */
const program = `
  const besides = () => process.memoryUsage().rss - process.memoryUsage().heapTotal;
  let kept = Array.from({ length: 600_000 }, (_, at) => ({ at, text: 'number ' + at }));
  const before = besides();
  kept = undefined;
  gc();
  gc();
  console.log(besides() - before);
`;

test('what leaves the heap is given back to the system at once', () => {
  const args = [...knownFlags(), '-e', program];
  const more = execFileSync(process.execPath, args, { encoding: 'utf8' });
  expect(Number(more)).toBeLessThan(10e6);
});

test.skipIf(process.platform === 'win32')('a Node is given no flag that it has not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'minbar-node-'));
  const other = join(folder, 'node');
  writeFileSync(other, '#!/bin/sh\necho "  --sparkplug (makes code soon)"\necho "        type: bool"\n');
  chmodSync(other, 0o755);
  expect(knownFlags(other)).toEqual(['--no-sparkplug']);
  rmSync(folder, { recursive: true });
});
