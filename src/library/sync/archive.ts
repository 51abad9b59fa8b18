import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { access, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { create, list, type ReadEntry } from 'tar';
import * as v from 'valibot';
import type { Messages } from '../messages/en.ts';
import { OwnerError } from '../messages/messages.ts';
import { copyOpens, OPENS_FILE } from '../opens/opens.ts';
import { readFileContent } from '../store/content.ts';
import type { LocalLibrary } from '../store/local-library.ts';
import type { JournalRow } from '../store/log.ts';
import { beginWork, removeWork } from './swap.ts';

/** Format of backups: a copy of the database and the files. Earlier formats had the rows of each table as text. */
const format = 'minbar-library-3';
const formats = ['minbar-library-1', 'minbar-library-2', format];

// Names become paths of files, so they must not leave the folder.
const name = v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/));
/** A path within a folder, with `/` between its names. */
export const relativePath = v.pipe(
  v.string(),
  v.check((text) => text.split('/').every((part) => !['', '.', '..'].includes(part) && !/[\\\0]/.test(part))),
);
const sha256 = v.pipe(v.string(), v.hexadecimal());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const manifest = v.object({
  format: v.picklist(formats),
  /** ISO 8601. */
  madeAt: v.string(),
  /** The copy of the database, and how many rows of the library it holds. */
  database: v.optional(v.object({ sha256, rows: count })),
  /** The copy of the counts of opens; absent in older archives. */
  opens: v.optional(v.object({ sha256 })),
  /** Tables as text, of older archives. */
  tables: v.optional(v.array(v.object({ name, rows: count, sha256 })), []),
  files: v.array(v.object({ id: name, name: v.string(), size: count, sha256 })),
  /** Files of the folder `content`: texts, logo, glossary; in the archive their names are their hashes. */
  content: v.optional(v.array(v.object({ name: relativePath, sha256 })), []),
  /** Ids of files that rows named when the backup was written, but that were missing. */
  missing: v.optional(v.array(v.string()), []),
});

const placesFile = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

/** The list of what a backup holds. Hashes are SHA-256 in hex, of the files and of the rows of each table. */
export type Manifest = v.InferOutput<typeof manifest>;

/** Reads the text of a manifest. Null if it is not one. */
function parseManifest(text: string): Manifest | null {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), manifest), text);
  return read.success ? read.output : null;
}

/** Counts the rows of the library in a backup. */
export function countRows({ database, tables }: Manifest): number {
  return tables.reduce((sum, { rows }) => sum + rows, database?.rows ?? 0);
}

/** The files of an archive that its manifest names: the path of each in it, its hash, and what the owner calls it. */
export function listArchivedFiles({
  database,
  opens,
  tables,
  content,
  files,
}: Manifest): { place: string; sha256: string; name: string }[] {
  return [
    ...(database ? [{ place: 'minbar.db', sha256: database.sha256, name: 'minbar.db' }] : []),
    ...(opens ? [{ place: OPENS_FILE, sha256: opens.sha256, name: OPENS_FILE }] : []),
    ...tables.map(({ name, sha256 }) => ({ place: `rows/${name}.jsonl`, sha256, name })),
    ...content.map(({ name, sha256 }) => ({ place: `content/${sha256}`, sha256, name })),
    ...files.map(({ id, name, sha256 }) => ({ place: `files/${id}`, sha256, name })),
  ];
}

export interface ArchiveOptions {
  dataDir: string;
  /** The site's own files: texts, logo and glossary. */
  content: { name: string; path: string }[];
  /** Called with how many of how many files are checked. */
  onFile(done: number, all: number): void;
  signal: AbortSignal;
}

/** Where an archive is written. */
export interface ArchiveTarget {
  dataDir: string;
  path: string;
}

const partOf = (path: string) => join(dirname(path), `.${basename(path)}.part`);
/** In the staging folder: the path of each file that is packed, with its name in the archive. */
const PLACES_FILE = 'places.json';

/**
 * Writes the library and the site's own files into one archive. `pack` packs what was prepared and returns the archive's size: in
 * this process, or in that of the person who typed the command. Needs free space for the archive and for a copy of the database.
 */
export async function writeArchive(
  local: LocalLibrary,
  path: string,
  options: ArchiveOptions,
  pack: () => Promise<number>,
): Promise<{ manifest: Manifest; size: number }> {
  const work = beginWork(options.dataDir, 'backup', [partOf(path)]);
  try {
    const manifest = await gather(local, work, options);
    return { manifest, size: await pack() };
  } finally {
    removeWork(options.dataDir, 'backup');
  }
}

/**
 * Packs the prepared files into one tar archive, gzipped for .gz and .tgz, and checks it. Renames it to its path when all is right.
 * Returns its size in bytes.
 */
export async function packArchive({ dataDir, path }: ArchiveTarget, signal: AbortSignal): Promise<number> {
  const places = new Map(
    Object.entries(v.parse(placesFile, await readFile(join(dataDir, 'backup', PLACES_FILE), 'utf8'))),
  );
  const part = partOf(path);
  const onWriteEntry = (entry: { path: string; absolute: string }) => {
    entry.path = places.get(resolve(entry.absolute)) ?? entry.path;
  };
  const tar = { gzip: /\.(gz|tgz)$/i.test(path), portable: true, follow: true, mtime: new Date(0) };
  try {
    // Drafts and removed lessons are in it, which only the person who made it may read.
    await create({ ...tar, file: part, mode: 0o600, onWriteEntry }, [...places.keys()]).catch((error) => {
      // The system often names no file.
      throw Object.assign(error, { path });
    });
    signal.throwIfAborted();
    const handle = await open(part, 'r+');
    await handle.sync();
    const { size } = await handle.stat();
    await handle.close();
    await checkArchive(part).catch((error) => {
      if (!(error instanceof ArchiveFault && error.fault === 'damaged')) throw error;
      // The archive equals the stored file, so the library's own file is damaged.
      throw new OwnerError(({ backup }) => backup.incompleteFile(error.subject));
    });
    await rename(part, path);
    return size;
  } finally {
    // Where nothing may be written, nothing is left; the error of the writing is the one to report.
    await rm(part, { force: true }).catch(() => {});
  }
}

/** Copies the database into the staging folder and lists there what is packed. Returns the manifest. */
async function gather(
  local: LocalLibrary,
  work: string,
  { dataDir, content, onFile, signal }: ArchiveOptions,
): Promise<Manifest> {
  const own = (name: string) => resolve(work, name);
  const places = new Map([[own('manifest.json'), 'manifest.json']]);
  const database = own('minbar.db');
  places.set(database, 'minbar.db');
  local.backend.database.prepare('VACUUM INTO ?').run(database);
  const { lessons, categories, files } = local.read();
  const manifest: Manifest = {
    format,
    madeAt: new Date().toISOString(),
    database: {
      sha256: (await readFileContent(database)).sha256,
      rows: lessons.length + categories.length + local.log.entries().length,
    },
    ...(copyOpens(dataDir, own(OPENS_FILE)) && {
      opens: { sha256: (await readFileContent(own(OPENS_FILE))).sha256 },
    }),
    tables: [],
    files: [],
    content: [],
    missing: lessons.flatMap(({ fileId }) => (files.has(fileId) ? [] : [fileId])),
  };
  if (manifest.opens) places.set(own(OPENS_FILE), OPENS_FILE);
  for (const [id, { name, size, sha256 }] of files) {
    signal.throwIfAborted();
    const path = local.filePath(id) ?? '';
    // A missing lesson is always reported.
    const facts = await stat(path).catch(() => null);
    if (facts && !facts.isFile()) throw new OwnerError(({ backup }) => backup.unreadableFile(name));
    if (facts?.size !== size) throw new OwnerError(({ backup }) => backup.incompleteFile(name));
    await access(path, constants.R_OK).catch(() => {
      throw new OwnerError(({ backup }) => backup.unreadableFile(name));
    });
    places.set(resolve(path), `files/${id}`);
    manifest.files.push({ id, name, size, sha256 });
    onFile(manifest.files.length, files.size);
  }
  for (const { name, path } of content) {
    const { sha256 } = await readFileContent(path);
    places.set(resolve(path), `content/${sha256}`);
    manifest.content.push({ name, sha256 });
  }
  await writeFile(own('manifest.json'), JSON.stringify(manifest, null, 2));
  await writeFile(own(PLACES_FILE), JSON.stringify(Object.fromEntries(places)));
  return manifest;
}

/** Bytes; a manifest names every file, and rows are one line a lesson. */
const MAX_TEXT_BYTES = 512 * 1024 * 1024;

/** The tables of an older archive; one that came later may be missing. */
const neededTables = ['categories', 'files', 'changes'];

/** An archive that cannot be used, and why. */
class ArchiveFault extends OwnerError {
  readonly fault: keyof Messages['backup']['fault'];
  readonly subject: string;

  constructor(fault: keyof Messages['backup']['fault'], subject: string) {
    super(({ backup }) => backup.fault[fault](subject));
    this.fault = fault;
    this.subject = subject;
  }
}

/**
 * Reads a whole archive without unpacking it: every hash, the database or every table, a file for every lesson. Returns its manifest.
 * Throws an `ArchiveFault`; nothing was touched then.
 */
export async function checkArchive(path: string): Promise<Manifest> {
  const { hashes, texts } = await readEntries(path);
  const manifest = parseManifest(texts.get('manifest.json') ?? '');
  if (!manifest) throw new ArchiveFault('noManifest', path);
  for (const { place, sha256, name } of listArchivedFiles(manifest))
    if (hashes.get(place) !== sha256) throw new ArchiveFault('damaged', name);
  if (manifest.database) return manifest;
  const lacking = neededTables.find((table) => !manifest.tables.some(({ name }) => name === table));
  if (lacking) throw new ArchiveFault('noTable', lacking);
  const files = new Set([...manifest.files.map(({ id }) => id), ...manifest.missing]);
  for (const { fileId, fileName } of parseRows(texts.get('rows/files.jsonl') ?? '')) {
    if (!files.has(String(fileId))) throw new ArchiveFault('noFile', String(fileName));
  }
  return manifest;
}

/** Parses the rows of a table in an older archive, one a line: the columns by name, a relationship as the related row's id. */
export function parseRows(text: string): JournalRow[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/** The hashes of all files by their places, and the texts of the manifest and the lessons' rows. */
async function readEntries(path: string) {
  const hashes = new Map<string, string>();
  const texts = new Map<string, string>();
  const onReadEntry = (entry: ReadEntry) => {
    if (entry.type !== 'File') return;
    const sha256 = createHash('sha256');
    const text: Buffer[] = [];
    const isText = /^(manifest\.json|rows\/files\.jsonl)$/.test(entry.path) && entry.size < MAX_TEXT_BYTES;
    entry.on('data', (bytes: Buffer) => {
      sha256.update(bytes);
      if (isText) text.push(bytes);
    });
    entry.on('end', () => {
      hashes.set(entry.path, sha256.digest('hex'));
      if (isText) texts.set(entry.path, Buffer.concat(text).toString('utf8'));
    });
  };
  try {
    await list({ file: path, strict: true, onReadEntry });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new ArchiveFault('absent', path);
    // Disk errors are not faults of the archive.
    if (code === 'EIO' || code === 'EACCES') throw error;
    throw new ArchiveFault('noArchive', path);
  }
  if (hashes.size === 0) throw new ArchiveFault('noArchive', path);
  return { hashes, texts };
}
