import { open } from 'node:fs/promises';
import { isAbsolute, sep } from 'node:path';
import { unsafeInNames } from '#contract/name.ts';
import type { ProblemKind } from './model.ts';

const JUNK_PATTERNS = [
  /^\./, // dot files, .DS_Store, AppleDouble ._*, .Trashes
  /^(thumbs|ehthumbs|desktop)\.(db|ini)$/i, // Windows
  /^~\$/, // an open Office document
  /^~syncthing~/, // Syncthing on Windows
  /^(#recycle|#snapshot|@eaDir|@tmp|@sharebin|@SynoResource|@SynoEAStream)$/i, // Synology
  /^@(Recycle|Recently-Snapshot|__thumb)$/i, // QNAP
  /^(~snapshot|Network Trash Folder|TheVolumeSettingsFolder|Temporary Items)$/i, // NetApp, netatalk
  /^(__MACOSX|\$RECYCLE\.BIN|RECYCLER|RECYCLED|FOUND\.\d{3}|System Volume Information|lost\+found)$/i,
  /\.(part|partial|filepart|crdownload|download|tmp|temp|!sync|bts)$/i, // an unfinished download or copy
  /~$/, // a backup copy of an editor
];

/** Whether a name is typical of the hidden, temporary and system files that programs create, not of an owner's files. */
export function isJunk(name: string): boolean {
  return JUNK_PATTERNS.some((pattern) => pattern.test(name));
}

/** Whether the name of a folder, or of a file outside the category folders, begins with `_`, as for drafts and the site's letters. */
export function isDraft(name: string): boolean {
  return name.startsWith('_');
}

/** Whether a result of `relative` leads out of its folder. The name `..data` does not, and another disk's path is absolute. */
export function isOutside(path: string): boolean {
  return isAbsolute(path) || path.split(sep)[0] === '..';
}

/** Whether a path, relative to the folder of lessons, is junk or a draft, or inside one. False for paths outside the folder. */
export function isIgnored(path: string): boolean {
  if (path === '' || isOutside(path)) return false;
  const names = path.split(sep);
  return names.some(isJunk) || isDraft(names[0] ?? '');
}

/** Returns the lesson's name for a placeholder, which a sync program creates for a file that is only online; else undefined. */
export function lessonOfPlaceholder(name: string): string | undefined {
  // iCloud Drive: .Title.pdf.icloud; Nextcloud and ownCloud: Title.pdf.nextcloud
  return /^\.(.+\.pdf)\.icloud$/i.exec(name)?.[1] ?? /^(.+\.pdf)\.(?:nextcloud|owncloud)$/i.exec(name)?.[1];
}

/** Whether a name contains replacement characters, as for names in another encoding on old disks and in archives. */
export function isNotUnicode(name: string): boolean {
  return name.includes('\uFFFD');
}

/** Whether a file whose name begins with `.` or `~$` is a PDF, so that the owner probably chose the name and expects the lesson online. */
export async function isHiddenLesson(name: string, path: string): Promise<boolean> {
  // macOS metadata files begin with "._".
  if (!/^(\.(?!_)|~\$)/.test(name) || !/\.pdf$/i.test(name)) return false;
  try {
    await using file = await open(path);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    return buffer.subarray(0, bytesRead).includes('%PDF-');
  } catch {
    return false;
  }
}

/** Maximum length of a file's or category's name in code points, with the extension: the size of the column for category names. */
const MAX_NAME_CHARACTERS = 255;

/** White space, invisible marks and controls at the ends of a name, which often come from copied text. */
const invisibleEdges = /^[\p{Z}\p{Cf}\p{Cc}]+|[\p{Z}\p{Cf}\p{Cc}]+$/gu;

/** Cleans a folder's or file's name for visitors: Unicode NFC, without white space and invisible marks at its ends or before `.pdf`. */
export function cleanName(name: string): string {
  const extension = /\.pdf$/i.exec(name);
  const stem = (extension ? name.slice(0, -4) : name).normalize('NFC').replace(invisibleEdges, '');
  return extension ? stem + extension[0] : stem;
}

/** Returns the reason why a cleaned name cannot be shown to visitors, or null. */
export function findNameFault(name: string): ProblemKind | null {
  if (name.replace(/\.pdf$/i, '') === '') return 'nameEmpty';
  if (unsafeInNames.test(name)) return 'controlCharacters';
  return [...name].length > MAX_NAME_CHARACTERS ? 'nameTooLong' : null;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Inserts a suffix before a file name's extension. Shortens the name until it `fits`, without splitting a visible character. */
function fitName(fileName: string, fits: (name: string) => boolean, suffix = ''): string {
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(fileName)?.[0] ?? '';
  let stem = fileName.slice(0, fileName.length - extension.length);
  while (!fits(stem + suffix + extension)) {
    const lastGrapheme = [...graphemes.segment(stem)].at(-1);
    stem = stem.slice(0, lastGrapheme?.index).trimEnd();
  }
  return stem + suffix + extension;
}

/** Maximum length of a file name in bytes on common file systems. */
const MAX_NAME_BYTES = 255;
const fitsOnDisk = (name: string) => Buffer.byteLength(name) <= MAX_NAME_BYTES;

/** Inserts a number into a file name: `Wudu (2).pdf`. Shortens a name that would be too long for the disk. */
export function addNumber(fileName: string, number: number): string {
  return fitName(fileName, fitsOnDisk, ` (${number})`);
}

/** Maximum length in code points to which Appwrite allows a stored file to be renamed. */
const MAX_STORED_NAME_CHARACTERS = 128;

/** Returns the name under which a lesson's file is stored: the lesson's name, shortened if needed. */
export function toStoredName(fileName: string): string {
  return fitName(fileName, (name) => [...name].length <= MAX_STORED_NAME_CHARACTERS);
}

/** Returns a temporary name for a file whose own name is taken during an undo. The name is valid, so the lesson stays published. */
export function toTemporaryName(fileName: string): string {
  return fitName(fileName, fitsOnDisk, ' (undo)');
}
