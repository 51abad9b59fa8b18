import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileHold, takeFile } from '#backend/data-folder/exclusive-file.ts';

/** A folder for work under way; nothing of it stays. */
export interface WorkRoom {
  path: string;
  close(): Promise<void>;
}

/** Makes a room within `parent`, and removes those of the same prefix whose process was killed. */
export async function openRoom(parent: string, prefix: string): Promise<WorkRoom> {
  for (const name of await readdir(parent)) {
    if (name.startsWith(prefix)) await removeIfLeft(join(parent, name));
  }
  const path = await mkdtemp(join(parent, prefix));
  const hold = holdOf(path);
  return {
    path,
    async close() {
      hold?.release();
      await rm(path, { recursive: true, force: true });
    },
  };
}

async function removeIfLeft(room: string): Promise<void> {
  if (!existsSync(heldFile(room))) return;
  const hold = holdOf(room);
  hold?.release();
  if (hold) await rm(room, { recursive: true, force: true });
}

/** Null when its process lives, and on a disk without locks, where nothing is known and nothing removed. */
function holdOf(room: string): FileHold | null {
  try {
    return takeFile(heldFile(room));
  } catch {
    return null;
  }
}

const heldFile = (room: string) => join(room, 'in-use');
