import { lstat, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Byte order mark, by which editors and phones recognize UTF-8. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Writes a letter into the owner's folder atomically, and only if its text has changed, so that sync programs have nothing to do.
 * Throws the system's error if the folder cannot be written.
 */
export async function writeLetter(folder: string, name: string, text: string): Promise<void> {
  const path = join(folder, name);
  const bytes = Buffer.from(`${BYTE_ORDER_MARK}${text}\n`);
  // Links in a shared folder are not followed, and nothing of another length is read.
  const former = await lstat(path).catch(() => null);
  const isSame =
    former?.isFile() &&
    former.size === bytes.length &&
    bytes.equals(await readFile(path).catch(() => Buffer.of()));
  if (isSame) return;
  // Publications and watches ignore this name.
  const part = join(folder, `.minbar-${process.pid}.tmp`);
  try {
    await rm(part, { force: true });
    await writeFile(part, bytes, { flag: 'wx', flush: true });
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw error;
  }
}

/** Removes a letter that the owner no longer wants, or whose name has changed. */
export async function removeLetter(folder: string, name: string): Promise<void> {
  await rm(join(folder, name), { force: true }).catch(() => {});
}
