import { lchownSync, lstatSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Gives what root made in another user's folder to that user, who could neither read nor change it otherwise: the site, when an
 * administrator ran a command. Nothing is done for other users, nor in a folder of root.
 */
export function giveToOwner(folder: string): void {
  if (process.getuid?.() !== 0) return;
  try {
    const { uid, gid } = statSync(folder);
    if (uid === 0) return;
    for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      const path = join(entry.parentPath, entry.name);
      const found = lstatSync(path, { throwIfNoEntry: false });
      // A second link to a file may be anybody's, who would be given root's file with it.
      const isRoots = found?.uid === 0 && (found.isDirectory() || found.nlink === 1);
      if (isRoots) lchownSync(path, uid, gid);
    }
  } catch {
    // A disk that knows no owners, or lets root change none: then they keep nobody out, or start and doctor name the file.
  }
}
