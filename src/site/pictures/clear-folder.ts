import { readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Share of the limit that remains after clearing: below 1, so that the folder is not scanned again after each new file. */
const SHARE_AFTER_CLEARING = 0.9;
/** Size of a disk block in bytes; a file occupies whole blocks. */
const DISK_BLOCK_BYTES = 4096;
/** Milliseconds since the last change after which an unfinished file or an empty folder counts as abandoned. */
const ABANDONED_MS = 600_000;

/**
 * If the files in a folder's subfolders take more than `maxBytes`, removes the least recently used ones (by modification time). Always
 * removes abandoned incomplete files and empty subfolders. Returns the remaining disk space in bytes.
 */
export function clearFolder(folder: string, maxBytes: number, now = Date.now()): { bytes: number } {
  const files: { path: string; bytes: number; usedAt: number }[] = [];
  const folders = listPaths(folder);
  for (const path of folders.flatMap(listPaths)) {
    const stat = statSync(path, { throwIfNoEntry: false });
    if (!stat?.isFile()) continue;
    if (path.endsWith('.unfinished') && now - stat.mtimeMs > ABANDONED_MS) rmSync(path, { force: true });
    else files.push({ path, bytes: sizeOnDisk(stat.size), usedAt: stat.mtimeMs });
  }
  let bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (bytes > maxBytes) {
    for (const file of files.sort((a, b) => a.usedAt - b.usedAt)) {
      if (bytes <= SHARE_AFTER_CLEARING * maxBytes) break;
      rmSync(file.path, { force: true });
      bytes -= file.bytes;
    }
  }
  for (const subfolder of folders) removeIfEmpty(subfolder, now);
  return { bytes };
}

/** Returns the disk space of a file with this size. */
export function sizeOnDisk(bytes: number): number {
  return Math.ceil(bytes / DISK_BLOCK_BYTES) * DISK_BLOCK_BYTES;
}

function listPaths(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => join(folder, name));
  } catch {
    // The folder does not exist yet, was removed, or is a file.
    return [];
  }
}

function removeIfEmpty(folder: string, now: number): void {
  try {
    // A new folder may be about to receive its first file.
    if (now - statSync(folder).mtimeMs > ABANDONED_MS) rmdirSync(folder);
  } catch {
    // The folder is not empty, or no longer exists.
  }
}
