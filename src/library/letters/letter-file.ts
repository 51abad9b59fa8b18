import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Editors and phones take a text for UTF-8 by this mark. */
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Writes a letter into the owner's folder, whole or not at all, and only if its text is another one, so that sync programs have nothing
 * to do. Throws the system's error if the folder cannot be written.
 */
export async function writeLetter(folder: string, name: string, text: string): Promise<void> {
  const path = join(folder, name);
  const bytes = Buffer.from(`${BYTE_ORDER_MARK}${text}\n`);
  const former = await readFile(path).catch(() => null);
  if (former?.equals(bytes)) return;
  // The name is one that no publication and no watch looks at.
  const part = join(folder, `.minbar-${process.pid}.tmp`);
  try {
    await writeFile(part, bytes, { flush: true });
    await rename(part, path);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    throw error;
  }
}

/** Removes a letter that the owner no longer wants, or that has another name now. */
export async function removeLetter(folder: string, name: string): Promise<void> {
  await rm(join(folder, name), { force: true }).catch(() => {});
}
