import { existsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Bytes that may still be written where a data folder is, or will be. */
export async function freeSpace(dataDir: string): Promise<number> {
  const { bavail, bsize } = await statfs(existsSync(dataDir) ? dataDir : dirname(dataDir));
  return bavail * bsize;
}
