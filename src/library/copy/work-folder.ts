import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFile } from '#backend/data-folder.ts';

/** Makes a folder for work under way, of which nothing stays, and removes those of the same prefix whose process was killed. */
export async function makeWorkFolder(parent: string, prefix: string) {
  const left = (await readdir(parent)).filter((name) => name.startsWith(prefix));
  for (const name of left) await removeIfLeft(join(parent, name));
  const path = await mkdtemp(join(parent, prefix));
  const hold = holdOf(path);
  return {
    path,
    async [Symbol.asyncDispose]() {
      hold?.release();
      await rm(path, { recursive: true, force: true });
    },
  };
}

async function removeIfLeft(folder: string): Promise<void> {
  if (!existsSync(heldFile(folder))) return;
  const hold = holdOf(folder);
  hold?.release();
  if (hold) await rm(folder, { recursive: true, force: true });
}

/** Null when its process lives, and on a disk without locks, where nothing is known and nothing removed. */
function holdOf(folder: string): ReturnType<typeof lockFile> {
  try {
    return lockFile(heldFile(folder));
  } catch {
    return null;
  }
}

const heldFile = (folder: string) => join(folder, 'in-use');
