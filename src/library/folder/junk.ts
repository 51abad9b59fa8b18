import { open } from 'node:fs/promises';
import { sep } from 'node:path';

const junk = [
  /^\./, // dot files, .DS_Store, AppleDouble ._*, .Trashes
  /^(thumbs|ehthumbs|desktop)\.(db|ini)$/i, // Windows
  /^~\$/, // an open Office document
  /^(#recycle|#snapshot|@eaDir|@tmp|@sharebin|@SynoResource|@SynoEAStream)$/i, // Synology
  /^@(Recycle|Recently-Snapshot|__thumb)$/i, // QNAP
  /^(~snapshot|Network Trash Folder|TheVolumeSettingsFolder|Temporary Items)$/i, // NetApp, netatalk
  /^(__MACOSX|\$RECYCLE\.BIN|RECYCLER|RECYCLED|FOUND\.\d{3}|System Volume Information|lost\+found)$/i,
  /\.(part|partial|crdownload|download|tmp|temp)$/i, // a download under way
  /~$/, // an editor's copy
];

/** Whether a name is made by an operating system or a program, and never by the owner. */
export function isJunk(name: string): boolean {
  return junk.some((pattern) => pattern.test(name));
}

/** Whether a folder is a draft: the owner is still working on it. */
export function isDraft(folderName: string): boolean {
  return folderName.startsWith('_');
}

/** Whether a path relative to the folder of lessons is of no interest there: junk, or inside a draft. */
export function isIgnored(path: string): boolean {
  if (path === '' || path.startsWith('..')) return false;
  const names = path.split(sep);
  return names.some(isJunk) || (names.length > 1 && isDraft(names[0] ?? ''));
}

/**
 * Whether a file that is not at the path of its name may have a name in another encoding, as old disks and archives have: this is what
 * becomes of it while it is read.
 */
export function isNotUnicode(name: string): boolean {
  return name.includes('\uFFFD');
}

/** Whether a name that programs give to their own files is on a PDF: then the owner gave it, and waits for his lesson. */
export async function isHiddenLesson(name: string, path: string): Promise<boolean> {
  // Files that macOS puts beside others begin with "._".
  if (!/^(\.(?!_)|~\$)/.test(name) || !/\.pdf$/i.test(name)) return false;
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    return buffer.subarray(0, bytesRead).includes('%PDF-');
  } catch {
    return false;
  }
}
