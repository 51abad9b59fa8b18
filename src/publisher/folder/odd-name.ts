import { open } from 'node:fs/promises';

/** What a name that is not Unicode becomes while it is read. */
const unreadable = '\uFFFD';

/** Whether a file that is not at the path of its name may have a name in another encoding, as old disks and archives have. */
export function isNotUnicode(name: string): boolean {
  return name.includes(unreadable);
}

/** Whether a name that programs give to their own files is on a PDF: then the owner gave it, and waits for his lesson. */
export async function isHiddenLesson(name: string, path: string): Promise<boolean> {
  // Files that macOS puts beside others begin with "._".
  if (!/^(\.(?!_)|~\$).+\.pdf$/i.test(name)) return false;
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    return buffer.subarray(0, bytesRead).includes('%PDF-');
  } catch {
    return false;
  }
}
