import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface LargeLesson {
  name: string;
  /** Bytes. */
  size: number;
}

/** The PDFs of a folder that are larger than a server takes, the largest first. None when the folder is not there. */
export async function lessonsAbove(limit: number, folder: string): Promise<LargeLesson[]> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true }).catch((): Dirent[] => []);
  const pdfs = found.filter((entry) => entry.isFile() && /\.pdf$/i.test(entry.name));
  const sizes = pdfs.map(async ({ name, parentPath }) => ({
    name,
    size: (await stat(join(parentPath, name))).size,
  }));
  return (await Promise.all(sizes)).filter(({ size }) => size > limit).sort((a, b) => b.size - a.size);
}
