import { readFileSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

export type ShownLessons = ReturnType<typeof createShownLessons>;

/**
 * The lessons of a hosted backend that visitors were shown by this site, so that one that is gone is told from one that never was:
 * their ids, in a file of the data folder. One that is lost costs no more than what it tells apart.
 */
export function createShownLessons(path: string) {
  const ids = new Set(read(path).split('\n'));
  return {
    has: (id: string) => ids.has(id),
    add(id: string): void {
      if (ids.has(id)) return;
      ids.add(id);
      append(path, id).catch(() => {});
    },
  };
}

async function append(path: string, id: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o750 });
  // A line begins with its end, so that one that was broken off spoils no other.
  await appendFile(path, `\n${id}`, { mode: 0o640 });
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
