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

/** Whether a name is made by an operating system or a program, and never by the owner. */
export function isJunk(name: string): boolean {
  return junk.some((pattern) => pattern.test(name));
}

/** Whether a folder, or a file next to the categories, is a draft or one of the site's letters. */
export function isDraft(name: string): boolean {
  return name.startsWith('_');
}

/** Whether a path relative to the folder of lessons is of no interest there: junk, or inside a draft. */
export function isIgnored(path: string): boolean {
  if (path === '' || path.startsWith('..')) return false;
  const names = path.split(sep);
  return names.some(isJunk) || isDraft(names[0] ?? '');
}

/** Returns the lesson whose placeholder has this name: a sync program has taken the file off this computer, or not brought it yet. */
export function placeholderOf(name: string): string | undefined {
  // iCloud Drive: .Title.pdf.icloud; Nextcloud and ownCloud: Title.pdf.nextcloud
  return /^\.(.+\.pdf)\.icloud$/i.exec(name)?.[1] ?? /^(.+\.pdf)\.(?:nextcloud|owncloud)$/i.exec(name)?.[1];
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

/** The longest name in characters: a storage file's name on Appwrite, and the column of a category, end at 255. */
const MAX_NAME_CHARACTERS = 255;

// Harmless at the ends of a name, where they only come from copying: spaces, dots and bidi marks.
const edges = /^[\p{Z}\p{Cf}\p{Cc}]+|[\p{Z}\p{Cf}\p{Cc}]+$/gu;

/** A folder's or file's name as visitors will read it: Unicode NFC, without white space and marks at its ends. */
export function cleanName(name: string): string {
  const dot = /\.pdf$/i.exec(name);
  const stem = (dot ? name.slice(0, -4) : name).normalize('NFC').replace(edges, '');
  return dot ? stem + dot[0] : stem;
}

/** Why a cleaned name cannot be shown to visitors as it is, or null. */
export function nameFault(name: string): ProblemKind | null {
  if (name.replace(/\.pdf$/i, '') === '') return 'nameEmpty';
  if (unsafeInNames.test(name)) return 'controlCharacters';
  return [...name].length > MAX_NAME_CHARACTERS ? 'nameTooLong' : null;
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** A file's name with something before its ending. One that does not fit is cut between two letters, never inside of one. */
function fittedName(fileName: string, fits: (name: string) => boolean, before = ''): string {
  const ending = /\.[A-Za-z0-9]{1,8}$/.exec(fileName)?.[0] ?? '';
  let stem = fileName.slice(0, fileName.length - ending.length);
  while (!fits(stem + before + ending)) {
    const last = [...letters.segment(stem)].at(-1);
    stem = stem.slice(0, last?.index).trimEnd();
  }
  return stem + before + ending;
}

/** Bytes; the longest name of a file on every usual file system. */
const MAX_NAME_BYTES = 255;
const fits = (name: string) => Buffer.byteLength(name) <= MAX_NAME_BYTES;

/** `Wudu.pdf` becomes `Wudu (2).pdf`. */
export function numberedName(fileName: string, number: number): string {
  return fittedName(fileName, fits, ` (${number})`);
}

/** Characters (code points) that Appwrite accepts for the name of a file. */
const MAX_STORED_NAME = 128;

/** The name a lesson's file is stored under: the lesson's own, cut where it is longer. */
export function storedName(fileName: string): string {
  return fittedName(fileName, (name) => [...name].length <= MAX_STORED_NAME);
}

/** The name that a file has while two exchange theirs: a lesson's name like any other, so that it stays published. */
export function nameBetween(fileName: string): string {
  return fittedName(fileName, fits, ' (undo)');
}
