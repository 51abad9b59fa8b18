import { basename, dirname, join } from 'node:path';
import { numberedName } from '../plan/place.ts';
import type { Disk } from './disk.ts';

/** File systems say it in their own ways that they have no hard links. */
const noLinks = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EXDEV', 'EINVAL']);

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? '';

/**
 * Gives a file another place. It has one at every moment, and nothing that stands there is overwritten: rejects with `EEXIST`. The
 * place is taken by an empty file first, since a rename would overwrite what comes there in between, and not every disk has hard
 * links; an empty file is what an interruption leaves.
 */
export async function moveFile(disk: Disk, from: string, to: string): Promise<void> {
  await disk.makeFolder(dirname(to));
  // Where upper and lower case are the same, a name is spelt anew.
  if (await isOneFile(disk, from, to)) return disk.rename(from, to);
  if ((await disk.look(to))?.size !== 0) await disk.reserve(to);
  try {
    await disk.rename(from, to);
  } catch (error) {
    if ((await disk.look(to))?.size === 0) await disk.remove(to);
    throw error;
  }
}

/** Puts a file aside under a name that is free; what was put there before stays. */
export async function putAside(disk: Disk, from: string, to: string): Promise<void> {
  await atFreeName(to, (place) => moveFile(disk, from, place));
}

/** Keeps what stands at a place under a second name, which must be free, so that the place may be given to another file. */
export async function keepAside(disk: Disk, from: string, to: string): Promise<void> {
  await disk.makeFolder(dirname(to));
  await atFreeName(to, async (place) => {
    if (await isOneFile(disk, from, place)) return;
    try {
      return await disk.link(from, place);
    } catch (error) {
      if (!noLinks.has(codeOf(error))) throw error;
    }
    const part = join(dirname(place), '.minbar-aside.part');
    await disk.copy(from, part);
    await moveFile(disk, part, place);
  });
}

async function atFreeName(place: string, work: (place: string) => Promise<void>): Promise<void> {
  for (let number = 1; ; number++) {
    const name = number === 1 ? basename(place) : numberedName(basename(place), number);
    try {
      return await work(join(dirname(place), name));
    } catch (error) {
      if (codeOf(error) !== 'EEXIST' || number > 1000) throw error;
    }
  }
}

async function isOneFile(disk: Disk, one: string, other: string): Promise<boolean> {
  const [a, b] = await Promise.all([disk.look(one), disk.look(other)]);
  return a !== null && a.identity === b?.identity;
}
