import { constants, type Dirent } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { FolderLesson, FolderListing, ProblemKind } from './folder-listing.ts';
import { isDraft, isJunk } from './junk.ts';
import { cleanName, nameFault } from './lesson-name.ts';
import { type PdfContent, readPdf } from './pdf-content.ts';

export interface ScanOptions {
  folder: string;
  /** Bytes; a larger file is reported, not published. */
  largest: number;
  /** Contents already read in this process, so that a watched folder is not read anew on every change. */
  known?: Map<string, PdfContent>;
  /** A file touched within this many milliseconds is looked at again after as long: it may still be being copied. */
  settle?: number;
  onFile?: (path: string) => void;
  signal?: AbortSignal;
}

interface Candidate {
  path: string;
  category: string;
  fileName: string;
}

/**
 * Reads the owner's folder: one level of folders, whose names are the categories, and the PDFs in them. Never rejects for what is
 * in the folder; every file that cannot be published is a `Problem`.
 */
export async function scanFolder(options: ScanOptions): Promise<FolderListing> {
  const listing: FolderListing = { exists: true, categories: [], lessons: [], problems: [] };
  let entries: Dirent[];
  try {
    entries = await sorted(options.folder);
  } catch {
    return { ...listing, exists: false };
  }
  const candidates: Candidate[] = [];
  for (const entry of entries) {
    if (isJunk(entry.name)) continue;
    const kind = await kindOf(options.folder, entry.name, entry);
    if (kind === 'folder') {
      if (!isDraft(entry.name)) candidates.push(...(await readCategory(options.folder, entry.name, listing)));
    } else
      listing.problems.push({ kind: kind === 'file' ? 'notInCategory' : 'unreadable', path: entry.name });
  }
  listing.categories = [...new Set(listing.categories)];
  const settle = await stillChanging(candidates, options);
  for (const candidate of oncePerPlace(candidates, listing)) {
    options.signal?.throwIfAborted();
    options.onFile?.(candidate.path);
    const found = settle.has(candidate.path) ? 'beingCopied' : await readLesson(candidate, options);
    if (typeof found === 'object') listing.lessons.push(found);
    else
      listing.problems.push({
        kind: found,
        ...candidate,
        ...(found === 'tooLarge' && { limit: options.largest }),
      });
  }
  return listing;
}

async function readCategory(folder: string, name: string, listing: FolderListing): Promise<Candidate[]> {
  const category = cleanName(name);
  const fault = nameFault(category);
  if (fault) {
    listing.problems.push({ kind: fault, path: name, category });
    return [];
  }
  listing.categories.push(category);
  let entries: Dirent[];
  try {
    entries = await sorted(join(folder, name));
  } catch {
    listing.problems.push({ kind: 'unreadable', path: name, category });
    return [];
  }
  const candidates: Candidate[] = [];
  for (const entry of entries) {
    if (isJunk(entry.name)) continue;
    const path = `${name}/${entry.name}`;
    const fileName = cleanName(entry.name);
    const place = { path, category, fileName };
    const kind = await kindOf(folder, path, entry);
    if (kind === 'folder') listing.problems.push({ kind: 'deepFolder', path });
    else if (kind === 'unreadable') listing.problems.push({ kind, ...place });
    else if (!/\.pdf$/i.test(fileName)) listing.problems.push({ kind: 'notPdfName', path });
    else {
      const wrong = nameFault(fileName);
      if (wrong) listing.problems.push({ kind: wrong, ...place });
      else candidates.push(place);
    }
  }
  return candidates;
}

async function sorted(folder: string): Promise<Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** A link counts as what it points to. */
async function kindOf(
  folder: string,
  path: string,
  entry: Dirent,
): Promise<'folder' | 'file' | 'unreadable'> {
  if (entry.isDirectory()) return 'folder';
  if (entry.isFile()) return 'file';
  try {
    const target = await stat(join(folder, path));
    return target.isDirectory() ? 'folder' : target.isFile() ? 'file' : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

/** Two names that differ only in Unicode form, or in white space at the ends, are one place: the first one has it. */
function oncePerPlace(candidates: Candidate[], listing: FolderListing): Candidate[] {
  const places = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const place = `${candidate.category}/${candidate.fileName}`;
    const first = places.get(place);
    if (first) listing.problems.push({ kind: 'sameName', ...candidate, other: first.path });
    else places.set(place, candidate);
  }
  return [...places.values()];
}

async function stillChanging(
  candidates: Candidate[],
  { folder, settle = 2000 }: ScanOptions,
): Promise<Set<string>> {
  const fresh = new Map<string, string>();
  for (const { path } of candidates) {
    const { touched, age } = await lookAt(join(folder, path));
    if (age < settle) fresh.set(path, touched);
  }
  if (fresh.size > 0) await setTimeout(settle);
  const changing = new Set<string>();
  for (const [path, before] of fresh) {
    if ((await lookAt(join(folder, path))).touched !== before) changing.add(path);
  }
  return changing;
}

async function lookAt(path: string): Promise<{ touched: string; age: number }> {
  try {
    const { size, mtimeMs } = await stat(path);
    return { touched: `${size} ${mtimeMs}`, age: Date.now() - mtimeMs };
  } catch {
    return { touched: 'gone', age: 0 };
  }
}

async function readLesson(place: Candidate, options: ScanOptions): Promise<FolderLesson | ProblemKind> {
  const path = join(options.folder, place.path);
  try {
    await access(path, constants.R_OK);
    const before = await stat(path);
    if (before.size > options.largest) return 'tooLarge';
    const key = `${path} ${before.ino} ${before.size} ${before.mtimeMs} ${before.ctimeMs}`;
    const content = options.known?.get(key) ?? (await readPdf(path, options.signal));
    const after = await stat(path);
    if (content.size !== before.size || after.size !== before.size || after.mtimeMs !== before.mtimeMs)
      return 'beingCopied';
    options.known?.set(key, content);
    if (content.fault) return content.fault;
    const { size, contentId, md5 } = content;
    return { ...place, size, contentId, md5, modifiedAt: before.mtimeMs };
  } catch (error) {
    options.signal?.throwIfAborted();
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'beingCopied' : 'unreadable';
  }
}
