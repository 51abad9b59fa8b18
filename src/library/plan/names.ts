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
  /\.(part|partial|filepart|crdownload|download|tmp|temp|!sync|bts)$/i, // a download or copy under way
  /~$/, // an editor's copy
];

/** Whether a name is given by an operating system or a program, and never by the owner. */
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
 * Returns the lesson whose placeholder has this name: a sync program keeps its file online only, or has not downloaded it yet.
 */
export function placeholderOf(name: string): string | undefined {
  // iCloud Drive: .Title.pdf.icloud; Nextcloud and ownCloud: Title.pdf.nextcloud
  return /^\.(.+\.pdf)\.icloud$/i.exec(name)?.[1] ?? /^(.+\.pdf)\.(?:nextcloud|owncloud)$/i.exec(name)?.[1];
}

/**
 * Whether a file that cannot be found by its decoded name may have a name in another encoding, as on old disks and in archives.
 */
export function isNotUnicode(name: string): boolean {
  return name.includes('\uFFFD');
}

/** Whether a PDF has a name of the kind that programs give: then the owner gave it and expects the lesson online. */
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

/** Maximum characters of a name: a file's name on Appwrite, and the category column, are limited to 255. */
const MAX_NAME_CHARACTERS = 255;

// Characters to strip at the ends of a name, where they only come from copying: spaces, dots and bidi marks.
const edges = /^[\p{Z}\p{Cf}\p{Cc}]+|[\p{Z}\p{Cf}\p{Cc}]+$/gu;

/** Cleans a folder's or file's name for visitors: Unicode NFC, without white space and marks at its ends. */
export function cleanName(name: string): string {
  const dot = /\.pdf$/i.exec(name);
  const stem = (dot ? name.slice(0, -4) : name).normalize('NFC').replace(edges, '');
  return dot ? stem + dot[0] : stem;
}

/** Returns why a cleaned name cannot be shown to visitors, or null. */
export function nameFault(name: string): ProblemKind | null {
  if (name.replace(/\.pdf$/i, '') === '') return 'nameEmpty';
  if (unsafeInNames.test(name)) return 'controlCharacters';
  return [...name].length > MAX_NAME_CHARACTERS ? 'nameTooLong' : null;
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Inserts a text before a file name's extension, cutting a long name between two letters. */
function fittedName(fileName: string, fits: (name: string) => boolean, before = ''): string {
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(fileName)?.[0] ?? '';
  let stem = fileName.slice(0, fileName.length - ending.length);
  while (!fits(stem + before + ending)) {
    const last = [...letters.segment(stem)].at(-1);
    stem = stem.slice(0, last?.index).trimEnd();
  }
  return stem + before + ending;
}

/** Maximum bytes of a file name on every usual file system. */
const MAX_NAME_BYTES = 255;
const fits = (name: string) => Buffer.byteLength(name) <= MAX_NAME_BYTES;

/** Renames `Wudu.pdf` to `Wudu (2).pdf`. */
export function numberedName(fileName: string, number: number): string {
  return fittedName(fileName, fits, ` (${number})`);
}

/** Maximum code points of a file name on Appwrite. */
const MAX_STORED_NAME = 128;

/** Returns the name a lesson's file is stored under: the lesson's own, shortened if needed. */
export function storedName(fileName: string): string {
  return fittedName(fileName, (name) => [...name].length <= MAX_STORED_NAME);
}

/** Returns a temporary name for a file while two exchange theirs; it is a valid lesson name, so the lesson stays published. */
export function nameBetween(fileName: string): string {
  return fittedName(fileName, fits, ' (undo)');
}
