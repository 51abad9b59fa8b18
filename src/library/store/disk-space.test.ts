import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freeSpace } from './disk-space.ts';

test('the room of a data folder that will be made is that of the nearest folder above it', async () => {
  expect(await freeSpace(join(tmpdir(), 'none', 'deep', 'data'))).toBeGreaterThan(0);
});
