import { copyFile, link, lstat, mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises';

/** What an undo does to a disk, step by step; a test lets each of them be the last. */
export type Disk = typeof realDisk;

export const realDisk = {
  makeFolder: async (path: string): Promise<void> => void (await mkdir(path, { recursive: true })),
  /** Gives a file a second name. Rejects with `EEXIST` when the name is taken, and where a disk has no hard links. */
  link: (from: string, to: string): Promise<void> => link(from, to),
  rename: (from: string, to: string): Promise<void> => rename(from, to),
  /** Makes an empty file. Rejects with `EEXIST` when the name is taken. */
  reserve: (path: string): Promise<void> => writeFile(path, '', { flag: 'wx' }),
  copy: (from: string, to: string): Promise<void> => copyFile(from, to),
  /** Writes a whole file, and is sure that it is on the disk. */
  save: (path: string, bytes: ReadableStream<Uint8Array>): Promise<void> =>
    writeFile(path, bytes, { flush: true }),
  remove: (path: string): Promise<void> => rm(path, { force: true }),
  /** What tells a file from others, and its size; null when there is none. */
  async look(path: string): Promise<{ identity: string; size: number } | null> {
    const found = await lstat(path, { bigint: true }).catch(orWhereNoneIs(null));
    return found && { identity: `${found.dev} ${found.ino}`, size: Number(found.size) };
  },
  names: (folder: string): Promise<string[]> => readdir(folder).catch(orWhereNoneIs([])),
};

const orWhereNoneIs =
  <Value>(value: Value) =>
  (error: NodeJS.ErrnoException): Value => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
