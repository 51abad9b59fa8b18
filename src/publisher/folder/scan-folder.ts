import { constants, type Dirent, existsSync, type Stats } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createPdfProcess, type PdfProcess } from '#reader/pdf-process.ts';
import { inParallel } from '../apply/in-parallel.ts';
import type { FolderLesson, FolderListing, ProblemKind } from './folder-listing.ts';
import { isDraft, isJunk } from './junk.ts';
import { KnownContents } from './known-contents.ts';
import { cleanName, nameFault } from './lesson-name.ts';
import { isHiddenLesson, isNotUnicode } from './odd-name.ts';
import { type PdfContent, readPdf } from './pdf-content.ts';

export interface ScanOptions {
  folder: string;
  /** Bytes; a larger file is reported, not published. */
  largest: number;
  /** What was read before, so that an unchanged file is not read again. */
  known?: KnownContents;
  /** A file touched within this many milliseconds is looked at again after as long: it may still be being copied. */
  settle?: number;
  signal?: AbortSignal;
  /** Opens the PDFs, for whoever scans often; without it each scan has a process of its own. */
  pdfs?: PdfProcess;
}

interface Candidate {
  path: string;
  category: string;
  fileName: string;
}

/**
 * Reads the owner's folder: one level of folders, whose names are the categories, and the PDFs in them. Never rejects for what is
 * in the folder; every file that cannot be published is a `Problem`. Rejects for a folder that is there and cannot be read.
 */
export async function scanFolder(options: ScanOptions): Promise<FolderListing> {
  const listing: FolderListing = { exists: true, categories: [], lessons: [], problems: [] };
  let entries: Dirent[];
  try {
    entries = await sorted(options.folder);
  } catch (error) {
    if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return { ...listing, exists: false };
  }
  const candidates: Candidate[] = [];
  for (const entry of entries) {
    if (isJunk(entry.name)) continue;
    const kind = await kindOf(options.folder, entry.name, entry);
    if (kind === 'notUnicode') listing.problems.push({ kind, path: entry.name });
    else if (kind === 'folder') {
      if (!isDraft(entry.name)) candidates.push(...(await readCategory(options.folder, entry.name, listing)));
    } else
      listing.problems.push({ kind: kind === 'file' ? 'notInCategory' : 'unreadable', path: entry.name });
  }
  listing.categories = [...new Set(listing.categories)];
  const looks = await lookAtAll(candidates, options);
  const settle = await stillChanging(looks, options);
  const pdfs = options.pdfs ?? createPdfProcess();
  try {
    for (const candidate of oncePerPlace(candidates, listing)) {
      options.signal?.throwIfAborted();
      const found = settle.has(candidate.path)
        ? 'beingCopied'
        : await readLesson(candidate, looks.get(candidate.path), options, pdfs);
      if (typeof found === 'object') listing.lessons.push(found);
      else
        listing.problems.push({
          kind: found,
          ...candidate,
          ...(found === 'tooLarge' && { size: looks.get(candidate.path)?.size, limit: options.largest }),
        });
    }
  } finally {
    if (!options.pdfs) pdfs.close();
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
    const path = `${name}/${entry.name}`;
    if (isJunk(entry.name)) {
      const isLesson = await isHiddenLesson(entry.name, join(folder, path));
      if (isLesson) listing.problems.push({ kind: 'hiddenName', path });
      continue;
    }
    const fileName = cleanName(entry.name);
    const place = { path, category, fileName };
    const kind = await kindOf(folder, path, entry);
    if (kind === 'notUnicode') listing.problems.push({ kind, path });
    else if (kind === 'folder') listing.problems.push({ kind: 'deepFolder', path });
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
): Promise<'folder' | 'file' | 'unreadable' | 'notUnicode'> {
  // Such a name cannot be opened by what was read of it.
  if (isNotUnicode(entry.name) && !existsSync(join(folder, path))) return 'notUnicode';
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

/** A disk answers many such questions at once; one after the other they take a second in a library of thousands. */
async function lookAtAll(
  candidates: Candidate[],
  { folder, signal }: ScanOptions,
): Promise<Map<string, Stats>> {
  const looks = new Map<string, Stats>();
  await inParallel(16, candidates, async ({ path }) => {
    signal?.throwIfAborted();
    const found = await stat(join(folder, path)).catch(() => null);
    if (found) looks.set(path, found);
  });
  return looks;
}

/** Files that were touched a moment ago are looked at twice; what they look like then is noted. */
async function stillChanging(
  looks: Map<string, Stats>,
  { folder, settle = 2000 }: ScanOptions,
): Promise<Set<string>> {
  const now = Date.now();
  const fresh = [...looks].filter(([, { mtimeMs }]) => now - mtimeMs < settle);
  if (fresh.length > 0) await setTimeout(settle);
  const changing = new Set<string>();
  for (const [path, before] of fresh) {
    const after = await stat(join(folder, path)).catch(() => null);
    if (after) looks.set(path, after);
    if (after?.size !== before.size || after.mtimeMs !== before.mtimeMs) changing.add(path);
  }
  return changing;
}

async function readLesson(
  place: Candidate,
  looks: Stats | undefined,
  options: ScanOptions,
  pdfs: PdfProcess,
): Promise<FolderLesson | ProblemKind> {
  const path = join(options.folder, place.path);
  try {
    const before = looks ?? (await stat(path));
    if (before.size > options.largest) return 'tooLarge';
    const content = options.known?.find(path, before) ?? (await readWhole(path, before, options, pdfs));
    if (content === null) return 'beingCopied';
    if (content.fault) return content.fault;
    const { fault: _, ...facts } = content;
    return { ...place, ...facts, modifiedAt: before.mtimeMs };
  } catch (error) {
    options.signal?.throwIfAborted();
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'beingCopied' : 'unreadable';
  }
}

/** Null when it changed while it was read. */
async function readWhole(
  path: string,
  before: Stats,
  options: ScanOptions,
  pdfs: PdfProcess,
): Promise<PdfContent | null> {
  await access(path, constants.R_OK);
  const content = await readPdf(path, pdfs, options.signal);
  const after = await stat(path);
  if (content.size !== before.size || after.size !== before.size || after.mtimeMs !== before.mtimeMs)
    return null;
  options.known?.note(path, before, content);
  return content;
}

/** Reads the folder for a library: what is too large for it is told, and what was read before is not read again. */
export async function scanFor(
  library: { largestFile(): Promise<number> },
  { folder, dataDir }: { folder: string; dataDir: string },
  signal: AbortSignal,
): Promise<FolderListing> {
  const known = new KnownContents(dataDir);
  const largest = await library.largestFile();
  const listing = await scanFolder({ folder, largest, known, signal });
  known.save();
  return listing;
}
