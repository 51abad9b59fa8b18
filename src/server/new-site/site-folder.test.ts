import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { foreignEntries } from './site-folder.ts';

test('a site may be made where there is the data of one, and not among the things of somebody else', () => {
  const folder = mkdtempSync(join(tmpdir(), 'minbar-new-site-'));
  try {
    mkdirSync(join(folder, 'data'));
    expect(foreignEntries(folder)).toEqual([]);
    mkdirSync(join(folder, 'photos'));
    expect(foreignEntries(folder)).toEqual(['photos']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
