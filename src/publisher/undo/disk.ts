import { copyFile, link, lstat, mkdir, open, readdir, rename, rm } from 'node:fs/promises';

/** What an undo does to a disk, step by step; a test lets each of them be the last. */
export interface Disk {
  makeFolder(path: string): Promise<void>;
  /** Gives a file a second name. Rejects with `EEXIST` when the name is taken, and where a disk has no hard links. */
  link(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  /** Makes an empty file. Rejects with `EEXIST` when the name is taken. */
  reserve(path: string): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  /** Writes a whole file, and is sure that it is on the disk. */
  save(path: string, bytes: ReadableStream<Uint8Array>): Promise<void>;
  remove(path: string): Promise<void>;
  /** What tells a file from others, and its size; null when there is none. */
  look(path: string): Promise<{ identity: string; size: number } | null>;
  names(folder: string): Promise<string[]>;
}

export const realDisk: Disk = {
  makeFolder: async (path) => void (await mkdir(path, { recursive: true })),
  link,
  rename,
  async reserve(path) {
    await (await open(path, 'wx')).close();
  },
  copy: (from, to) => copyFile(from, to),
  async save(path, bytes) {
    const file = await open(path, 'w');
    try {
      for await (const piece of bytes) await file.write(piece);
      await file.sync();
    } finally {
      await file.close();
    }
  },
  remove: (path) => rm(path, { force: true }),
  async look(path) {
    try {
      const { dev, ino, size } = await lstat(path, { bigint: true });
      return { identity: `${dev} ${ino}`, size: Number(size) };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  },
  names: (folder) =>
    readdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return [];
      throw error;
    }),
};
