import { open } from 'node:fs/promises';
import { sep } from 'node:path';
import { unsafeInNames } from '#contract/name.ts';
import type { ProblemKind } from './model.ts';

const junk = [
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

/** Whether a name is one that operating systems and programs give, but never the owner. */
export function isJunk(name: string): boolean {
  return junk.some((pattern) => pattern.test(name));
}

/** Whether a folder, or a file next to the categories, is a draft or one of the site's letters. */
export function isDraft(name: string): boolean {
  return name.startsWith('_');
}

/** Whether a path relative to the folder of lessons is ignored: junk, or inside a draft. */
export function isIgnored(path: string): boolean {
  if (path === '' || path.startsWith('..')) return false;
  const names = path.split(sep);
  return names.some(isJunk) || isDraft(names[0] ?? '');
}

/**
 * Returns the name of the lesson that a placeholder stands for; a sync program stores its file only online.
 */
export function placeholderOf(name: string): string | undefined {
  // iCloud Drive: .Title.pdf.icloud; Nextcloud and ownCloud: Title.pdf.nextcloud
  return /^\.(.+\.pdf)\.icloud$/i.exec(name)?.[1] ?? /^(.+\.pdf)\.(?:nextcloud|owncloud)$/i.exec(name)?.[1];
}

/**
 * Whether a decoded name may be in another encoding, as on old disks and in archives; its file cannot be opened.
 */
export function isNotUnicode(name: string): boolean {
  return name.includes('\uFFFD');
}

/** Whether a junk name belongs to a PDF: then the owner chose the name and expects the lesson online. */
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

/** Maximum length of a name in characters: that of the category column, and of file names on Appwrite. */
const MAX_NAME_CHARACTERS = 255;

// White space, invisible marks and controls at the ends of a name, which come from copying.
const edges = /^[\p{Z}\p{Cf}\p{Cc}]+|[\p{Z}\p{Cf}\p{Cc}]+$/gu;

/** Cleans the name of a folder or file for visitors: Unicode NFC, without white space and invisible marks at its ends. */
export function cleanName(name: string): string {
  const extension = /\.pdf$/i.exec(name);
  const stem = (extension ? name.slice(0, -4) : name).normalize('NFC').replace(edges, '');
  return extension ? stem + extension[0] : stem;
}

/** Returns why a cleaned name cannot be shown to visitors, or null. */
export function nameFault(name: string): ProblemKind | null {
  if (name.replace(/\.pdf$/i, '') === '') return 'nameEmpty';
  if (unsafeInNames.test(name)) return 'controlCharacters';
  return [...name].length > MAX_NAME_CHARACTERS ? 'nameTooLong' : null;
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Inserts a suffix before a file name's extension, and shortens a long name between two letters. */
function fitName(fileName: string, fits: (name: string) => boolean, suffix = ''): string {
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(fileName)?.[0] ?? '';
  let stem = fileName.slice(0, fileName.length - extension.length);
  while (!fits(stem + suffix + extension)) {
    const last = [...letters.segment(stem)].at(-1);
    stem = stem.slice(0, last?.index).trimEnd();
  }
  return stem + suffix + extension;
}

/** Maximum length of a file name in bytes on common file systems. */
const MAX_NAME_BYTES = 255;
const fits = (name: string) => Buffer.byteLength(name) <= MAX_NAME_BYTES;

/** Inserts a number into a file name: `Wudu (2).pdf`. */
export function numberedName(fileName: string, number: number): string {
  return fitName(fileName, fits, ` (${number})`);
}

/** Maximum length of a file name on Appwrite in code points. */
const MAX_STORED_NAME = 128;

/** Returns the name under which a lesson's file is stored: the lesson's, shortened if needed. */
export function storedName(fileName: string): string {
  return fitName(fileName, (name) => [...name].length <= MAX_STORED_NAME);
}

/** Returns a temporary name while two files swap names. It is a valid lesson name, so the lesson stays published. */
export function temporaryName(fileName: string): string {
  return fitName(fileName, fits, ' (undo)');
}
