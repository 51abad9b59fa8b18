import { once } from 'node:events';
import { constants, type Dirent, existsSync, realpathSync, type Stats } from 'node:fs';
import { access, readdir, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { createPdfProcess, type PdfFactsReader } from '#reader/pdf-process.ts';
import { cacheJson, readJson } from '#settings/json-file.ts';
import type { FolderChoices } from '#settings/site-file.ts';
import { OwnerError } from '../messages/messages.ts';
import {
  type FolderLesson,
  type FolderListing,
  type LessonPath,
  type Problem,
  pathKey,
} from '../plan/model.ts';
import {
  cleanName,
  findNameFault,
  isDraft,
  isHiddenLesson,
  isIgnored,
  isJunk,
  isNotUnicode,
  isOutside,
  lessonOfPlaceholder,
} from '../plan/names.ts';
import { type PdfContent, readPdf } from './pdf-content.ts';

/** File attributes that change with the content, with times in milliseconds with fractions, and the blocks on the disk. */
export type FileState = Pick<Stats, 'ino' | 'size' | 'mtimeMs' | 'ctimeMs' | 'blocks'>;

/** Increment this if reading a file yields other results than before, so that cached files are read again. */
const CACHE_VERSION = 5;

type CacheEntry = [path: string, state: string, content: PdfContent];

const stateText = ({ ino, size, mtimeMs, ctimeMs }: FileState) => `${ino} ${size} ${mtimeMs} ${ctimeMs}`;

export type ContentCache = ReturnType<typeof openContentCache>;

/** Opens the cache of file contents, shared by all publishing processes, so that an unchanged file is read only once. */
export function openContentCache(dataDir: string) {
  const cachePath = join(dataDir, 'read-files.json');
  const storedEntries = Object(readJson(cachePath));
  const files: CacheEntry[] =
    storedEntries.version === CACHE_VERSION && Array.isArray(storedEntries.files)
      ? storedEntries.files.filter(Array.isArray)
      : [];
  const cachedFiles = new Map(files.map((entry) => [entry[0], entry]));
  const foundFiles = new Map<string, CacheEntry>();
  let hasNewEntries = false;
  return {
    find(path: string, state: FileState): PdfContent | undefined {
      const entry = foundFiles.get(path) ?? cachedFiles.get(path);
      if (entry?.[1] !== stateText(state)) return undefined;
      foundFiles.set(path, entry);
      return entry[2];
    },
    /** Whether a cached PDF has been overwritten in place, possibly by a program that has not finished writing. */
    isOverwritten(path: string, state: FileState): boolean {
      const [, cachedState, content] = cachedFiles.get(path) ?? [];
      return (
        content?.fault === null &&
        cachedState !== stateText(state) &&
        cachedState?.split(' ')[0] === String(state.ino)
      );
    },
    add(path: string, state: FileState, content: PdfContent): void {
      foundFiles.set(path, [path, stateText(state), content]);
      hasNewEntries = true;
    },
    /** Saves the files that this scan found; drops the others. */
    save(): void {
      if (!hasNewEntries && foundFiles.size === cachedFiles.size) return;
      cacheJson(cachePath, { version: CACHE_VERSION, files: [...foundFiles.values()] });
    },
  };
}

export interface ScanOptions {
  folder: string;
  /** Maximum size in bytes; a larger file is reported, not published. */
  maxFileBytes: number;
  /** Cached results, so that an unchanged file is not read again. */
  cache?: ContentCache;
  /** Milliseconds without a change after which a new file counts as completely copied. */
  settleMs?: number;
  /** Whether to wait once, up to 10 seconds, for overwritten files. Otherwise they are reported as being copied. */
  waits?: boolean;
  signal?: AbortSignal;
  /** The owner's calendar for dates in names, and the category for PDFs outside the category folders, if any. */
  choices?: Partial<Pick<FolderChoices, 'hijriOffset' | 'inboxCategory'>>;
  /** Opens new PDFs; if absent, the scan starts a process for them. */
  pdfs?: PdfFactsReader | undefined;
}

/** Time without changes after which an overwritten file counts as complete. The program that writes the file can pause. */
const OVERWRITE_PAUSE_MS = 10_000;

interface Candidate extends LessonPath {
  path: string;
}

/**
 * Reads the owner's folder: one level of folders, which are the categories, and the PDFs in them. Returns a `Problem` for each
 * entry that cannot be published, except drafts and junk. Rejects if the signal aborts, or if an existing folder cannot be read.
 */
export async function scanFolder(options: ScanOptions): Promise<FolderListing> {
  const { hijriOffset = 0, inboxCategory } = options.choices ?? {};
  const listing: FolderListing = { exists: true, categories: [], lessons: [], problems: [], hijriOffset };
  let entries: Entry[];
  try {
    entries = await listEntries(options.folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return { ...listing, exists: false };
  }
  const candidates: Candidate[] = [];
  for (const { name, path, kind } of entries) {
    const absentProblem = inboxCategory && findAbsentLesson(name, kind);
    if (isDraft(name) || (kind === 'junk' && !absentProblem)) continue;
    if (kind === 'notUnicode') listing.problems.push({ kind, path });
    else if (absentProblem)
      listing.problems.push({ ...absentProblem, path, category: cleanName(inboxCategory) });
    else if (kind === 'file') candidates.push(...readInboxLesson(name, inboxCategory, listing));
    // A link to a disconnected disk is an unreadable category.
    else candidates.push(...(await readCategory(options.folder, name, listing)));
  }
  listing.categories = [...new Set(listing.categories)];
  const states = await readSettledStates(candidates, options);
  using resources = new DisposableStack();
  const pdfs = options.pdfs ?? resources.adopt(createPdfProcess(), (created) => created.close());
  for (const candidate of dropEqualPaths(candidates, listing)) {
    options.signal?.throwIfAborted();
    const result = await readLesson(candidate, states.get(candidate.path), options, pdfs);
    if ('kind' in result) listing.problems.push({ ...candidate, ...result });
    else listing.lessons.push(result);
  }
  return listing;
}

/** Returns the problem of a placeholder or broken link outside the category folders, so that its lesson stays online; else undefined. */
function findAbsentLesson(name: string, kind: Entry['kind']): Pick<Problem, 'kind' | 'fileName'> | undefined {
  const placeholder = lessonOfPlaceholder(name);
  if (placeholder) return { kind: 'notHere', fileName: cleanName(placeholder) };
  const isLink = kind === 'unreadable' && /\.pdf$/i.test(name);
  return isLink ? { kind: 'unreadable', fileName: cleanName(name) } : undefined;
}

/** Reads a file outside the category folders: returns a PDF as a candidate of the inbox category, or adds a problem to the listing. */
function readInboxLesson(path: string, inbox: string | undefined, listing: FolderListing): Candidate[] {
  const fileName = cleanName(path);
  const isPdf = /\.pdf$/i.test(fileName);
  const category = inbox && isPdf ? cleanName(inbox) : undefined;
  const fault = category && findNameFault(fileName);
  const lessonPath = { path, ...(category && { category, fileName }) };
  if (!isPdf || !category || fault)
    listing.problems.push({ kind: fault || (isPdf ? 'inbox' : 'notInCategory'), ...lessonPath });
  if (!category || fault) return [];
  listing.categories.push(category);
  return [{ path, category, fileName }];
}

async function readCategory(folder: string, name: string, listing: FolderListing): Promise<Candidate[]> {
  const category = cleanName(name);
  const fault = findNameFault(category);
  if (fault) {
    listing.problems.push({ kind: fault, path: name, category });
    return [];
  }
  listing.categories.push(category);
  const entries = await listEntries(folder, name).catch(() => null);
  if (!entries) listing.problems.push({ kind: 'unreadable', path: name, category });
  const candidates: Candidate[] = [];
  for (const { name, path, kind } of entries ?? []) {
    const fileName = cleanName(name);
    const lessonPath = { path, category, fileName };
    const placeholder = lessonOfPlaceholder(name);
    if (placeholder)
      listing.problems.push({ kind: 'notHere', path, category, fileName: cleanName(placeholder) });
    else if (kind === 'junk') {
      if (await isHiddenLesson(name, join(folder, path))) listing.problems.push({ kind: 'hiddenName', path });
    } else if (kind === 'notUnicode') listing.problems.push({ kind, path });
    else if (kind === 'folder') listing.problems.push({ kind: 'deepFolder', path });
    else if (kind === 'unreadable') listing.problems.push({ kind, ...lessonPath });
    else if (!/\.pdf$/i.test(fileName)) listing.problems.push({ kind: 'notPdfName', path });
    else {
      const fileFault = findNameFault(fileName);
      if (fileFault) listing.problems.push({ kind: fileFault, ...lessonPath });
      else candidates.push(lessonPath);
    }
  }
  return candidates;
}

interface Entry {
  name: string;
  /** Relative to the owner's folder. */
  path: string;
  kind: 'folder' | 'file' | 'junk' | 'unreadable' | 'notUnicode';
}

/** Lists the entries of a folder, sorted by name. */
async function listEntries(folder: string, within = ''): Promise<Entry[]> {
  const entries = await readdir(join(folder, within), { withFileTypes: true });
  const list: Entry[] = [];
  for (const entry of entries) {
    const { name } = entry;
    const path = within ? `${within}/${name}` : name;
    const target = entry.isSymbolicLink() ? await stat(join(folder, path)).catch(() => null) : entry;
    list.push({ name, path, kind: kindOf(join(folder, path), name, target) });
  }
  return list.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Returns the kind of an entry. `target` is the entry itself or, for a link, its target; null if that cannot be read. */
function kindOf(path: string, name: string, target: Dirent | Stats | null): Entry['kind'] {
  if (isJunk(name)) return 'junk';
  // A file cannot be opened by a name that was decoded incorrectly.
  if (isNotUnicode(name) && !existsSync(path)) return 'notUnicode';
  return target?.isDirectory() ? 'folder' : target?.isFile() ? 'file' : 'unreadable';
}

/**
 * Drops files whose path differs from an earlier one only in Unicode normalization or white space, and reports them.
 */
function dropEqualPaths(candidates: Candidate[], listing: FolderListing): Candidate[] {
  const byPath = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const first = byPath.get(pathKey(candidate));
    if (first) listing.problems.push({ kind: 'sameName', ...candidate, otherPath: first.path });
    else byPath.set(pathKey(candidate), candidate);
  }
  return [...byPath.values()];
}

/** Sends the state of each file, or null if it cannot be read. The code is CommonJS because of `eval`. */
const STATE_READER = `
  const { statSync } = require('node:fs');
  const { parentPort, workerData } = require('node:worker_threads');
  const read = (path) => {
    try {
      const { ino, size, mtimeMs, ctimeMs, blocks } = statSync(path);
      return { ino, size, mtimeMs, ctimeMs, blocks };
    } catch {
      return null;
    }
  };
  parentPort.postMessage(workerData.map(read));`;

/**
 * Reads the states of files in a separate thread. If a network disk hangs, Node's four threads for files stay free for the pages of the
 * site, and thousands of files need half the time.
 */
async function readStates(paths: string[], signal?: AbortSignal): Promise<(FileState | null)[]> {
  const worker = new Worker(STATE_READER, { eval: true, workerData: paths });
  try {
    const [states] = await once(worker, 'message', signal && { signal });
    return states;
  } finally {
    void worker.terminate();
  }
}

/**
 * Returns the state of each file by path: null while it is being copied, absent if it cannot be read. Checks recently changed files
 * twice.
 */
async function readSettledStates(candidates: Candidate[], options: ScanOptions) {
  const { folder, signal, settleMs = 2000, cache, waits } = options;
  const paths = candidates.map(({ path }) => path);
  const firstStates = await readStates(
    paths.map((path) => join(folder, path)),
    signal,
  );
  const states = new Map(
    paths.flatMap((path, index) => {
      const state = firstStates[index];
      return state ? [[path, state] as const] : [];
    }),
  );
  const now = Date.now();
  const settledStates = new Map<string, FileState | null>(states);
  const recentFiles: [path: string, before: FileState][] = [];
  let delayMs = 0;
  for (const [path, state] of states) {
    // Dates in the future, as from cameras and FAT disks, must not delay the scan.
    const age = Math.abs(now - state.mtimeMs);
    const isOverwritten = age < OVERWRITE_PAUSE_MS && cache?.isOverwritten(join(folder, path), state);
    if (isOverwritten && !waits) settledStates.set(path, null);
    else if (isOverwritten || age < settleMs) {
      recentFiles.push([path, state]);
      delayMs = Math.max(delayMs, (isOverwritten ? OVERWRITE_PAUSE_MS : settleMs) - age);
    }
  }
  if (delayMs > 0) await setTimeout(delayMs, undefined, signal && { signal });
  for (const [path, before] of recentFiles) {
    const after = await stat(join(folder, path)).catch(() => null);
    const isSame = after?.size === before.size && after.mtimeMs === before.mtimeMs;
    settledStates.set(path, isSame ? after : null);
  }
  return settledStates;
}

/** Reads a file, unless it is cached; returns the lesson or the problem. A file that changes during reading counts as being copied. */
async function readLesson(
  candidate: Candidate,
  state: FileState | null | undefined,
  { folder, maxFileBytes, cache, signal }: ScanOptions,
  pdfs: PdfFactsReader,
): Promise<FolderLesson | Pick<Problem, 'kind' | 'size' | 'limit'>> {
  if (state === null) return { kind: 'beingCopied' };
  const path = join(folder, candidate.path);
  try {
    const before = state ?? (await stat(path));
    const { size, mtimeMs: modifiedAt } = before;
    if (size > maxFileBytes) return { kind: 'tooLarge', size, limit: maxFileBytes };
    let content = cache?.find(path, before);
    if (!content) {
      await access(path, constants.R_OK);
      content = await readPdf(path, pdfs, signal);
      // The result of an interrupted process is not valid.
      signal?.throwIfAborted();
      const after = await stat(path);
      if (content.size !== size || after.size !== size || after.mtimeMs !== modifiedAt)
        return { kind: 'beingCopied' };
      cache?.add(path, before, content);
    }
    const { fault, ...facts } = content;
    // A file without blocks on the disk is a placeholder of a sync program.
    if (fault && fault !== 'empty' && before.blocks === 0) return { kind: 'notHere' };
    return fault ? { kind: fault } : { ...candidate, ...facts, modifiedAt };
  } catch (error) {
    signal?.throwIfAborted();
    return { kind: (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'beingCopied' : 'unreadable' };
  }
}

/**
 * Throws if the data folder is the lesson folder or inside it, unless scans ignore its path: its folders would become categories,
 * and a restore would move them.
 */
export function refuseDataFolder(folder: string, dataDir: string): void {
  const [data = '', lessons = ''] = [dataDir, folder].map((path) =>
    existsSync(path) ? realpathSync(path) : path,
  );
  const path = relative(lessons, data);
  if (!isOutside(path) && !isIgnored(path))
    throw new OwnerError(({ error }) => error.dataInLessons(dataDir, folder));
}

/** Scans the folder of a library with its content cache. Reports files above `maxFileBytes`. */
export async function scanLibraryFolder(
  maxFileBytes: number,
  { folder, dataDir, choices }: { folder: string; dataDir: string; choices: Partial<FolderChoices> },
  options: Pick<ScanOptions, 'waits' | 'signal' | 'pdfs'>,
): Promise<FolderListing> {
  refuseDataFolder(folder, dataDir);
  const cache = openContentCache(dataDir);
  const listing = await scanFolder({ folder, maxFileBytes, cache, choices, ...options });
  // While the folder is missing, for example because its disk is disconnected, `save` would drop all cached files.
  if (listing.exists) cache.save();
  return listing;
}
