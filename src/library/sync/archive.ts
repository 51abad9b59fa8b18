import { createHash } from 'node:crypto';
import { constants, createReadStream } from 'node:fs';
import { access, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { create, list, type Parser, type ReadEntry } from 'tar';
import * as v from 'valibot';
import type { Messages } from '../messages/en.ts';
import { OwnerError } from '../messages/messages.ts';
import { copyOpens, OPENS_FILE } from '../opens/opens.ts';
import { readFileContent } from '../store/content.ts';
import type { LocalLibrary } from '../store/local-library.ts';
import type { JournalRow } from '../store/log.ts';
import { beginWork, removeWork } from './swap.ts';

/** Format of backups, which contain a copy of the database and the files. Older formats contain the rows of each table as text. */
const FORMAT = 'minbar-library-3';
const FORMATS = ['minbar-library-1', 'minbar-library-2', FORMAT];

/** A name that becomes a file name, so it must not lead out of the folder. */
const name = v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/));
/** A relative path that does not lead out of its folder, with `/` between names. */
export const relativePath = v.pipe(
  v.string(),
  v.check((text) => text.split('/').every((part) => !['', '.', '..'].includes(part) && !/[\\\0]/.test(part))),
);
const sha256 = v.pipe(v.string(), v.hexadecimal());
const count = v.pipe(v.number(), v.integer(), v.minValue(0));

const manifest = v.object({
  format: v.picklist(FORMATS),
  /** Time of the backup (ISO 8601). */
  madeAt: v.string(),
  /** The copy of the database, and the number of the library's rows in it. */
  database: v.optional(v.object({ sha256, rows: count })),
  /** The copy of the counts of opens; absent in older archives, and if the counts are missing or damaged. */
  opens: v.optional(v.object({ sha256 })),
  /** Tables as text; only in older archives. */
  tables: v.optional(v.array(v.object({ name, rows: count, sha256 })), []),
  files: v.array(v.object({ id: name, name: v.string(), size: count, sha256 })),
  /** Files of the folder `content`: texts, logo and glossary. Their names in the archive are their hashes. */
  content: v.optional(v.array(v.object({ name: relativePath, sha256 })), []),
  /** Ids of files that were missing when the backup was written. */
  missing: v.optional(v.array(v.string()), []),
});

const manifestText = v.pipe(v.string(), v.parseJson(), manifest);
const pathsText = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

/** Contents of a backup. Hashes are SHA-256 in hex. */
export type Manifest = v.InferOutput<typeof manifest>;

/** Counts the rows of the library in a backup. */
export function countRows({ database, tables }: Manifest): number {
  return tables.reduce((sum, { rows }) => sum + rows, database?.rows ?? 0);
}

/** Lists the files in a manifest: path in the archive, hash, and name for the owner. */
export function listArchivedFiles({
  database,
  opens,
  tables,
  content,
  files,
}: Manifest): { path: string; sha256: string; name: string }[] {
  return [
    ...(database ? [{ path: 'minbar.db', sha256: database.sha256, name: 'minbar.db' }] : []),
    ...(opens ? [{ path: OPENS_FILE, sha256: opens.sha256, name: OPENS_FILE }] : []),
    ...tables.map(({ name, sha256 }) => ({ path: `rows/${name}.jsonl`, sha256, name })),
    ...content.map(({ name, sha256 }) => ({ path: `content/${sha256}`, sha256, name })),
    ...files.map(({ id, name, sha256 }) => ({ path: `files/${id}`, sha256, name })),
  ];
}

export interface ArchiveOptions {
  dataDir: string;
  /** The site's own files: texts, logo and glossary. */
  content: { name: string; path: string }[];
  /** Called with the number of checked files and of all files. */
  onFile(done: number, all: number): void;
  signal: AbortSignal;
}

/** The data folder to back up, and the path of the archive. */
export interface ArchiveTarget {
  dataDir: string;
  path: string;
}

const partPathOf = (path: string) => join(dirname(path), `.${basename(path)}.part`);
/** File in the staging folder that maps the path of each file to its path in the archive. */
const PATHS_FILE = 'archivePaths.json';

/**
 * Writes the library and the site's own files to an archive. `pack` packs the staged files, in this process or in that of the
 * command, and returns the archive's size in bytes. Needs free space for the archive and a copy of the database.
 */
export async function writeArchive(
  local: LocalLibrary,
  path: string,
  options: ArchiveOptions,
  pack: () => Promise<number>,
): Promise<{ manifest: Manifest; size: number }> {
  const stagingDir = beginWork(options.dataDir, 'unfinished-backup', [partPathOf(path)]);
  try {
    const manifest = await stageArchive(local, stagingDir, options);
    return { manifest, size: await pack() };
  } finally {
    removeWork(options.dataDir, 'unfinished-backup');
  }
}

/**
 * Packs the staged files into a tar archive, compressed for .gz and .tgz. Checks the archive and moves it to its path only if it is
 * correct, where it replaces an existing file. Returns the archive's size in bytes.
 */
export async function packArchive({ dataDir, path }: ArchiveTarget, signal: AbortSignal): Promise<number> {
  const archivePaths = new Map(
    Object.entries(
      v.parse(pathsText, await readFile(join(dataDir, 'unfinished-backup', PATHS_FILE), 'utf8')),
    ),
  );
  const partPath = partPathOf(path);
  const onWriteEntry = (entry: { path: string; absolute: string }) => {
    entry.path = archivePaths.get(resolve(entry.absolute)) ?? entry.path;
  };
  const tar = { gzip: /\.(gz|tgz)$/i.test(path), portable: true, follow: true, mtime: new Date(0) };
  try {
    // Only the archive's creator may read it, because it contains removed lessons.
    await create({ ...tar, file: partPath, mode: 0o600, onWriteEntry }, [...archivePaths.keys()]).catch(
      (error) => {
        // System errors often lack the path.
        throw Object.assign(error, { path });
      },
    );
    signal.throwIfAborted();
    const handle = await open(partPath, 'r+');
    await handle.sync();
    const { size } = await handle.stat();
    await handle.close();
    await checkArchive(partPath, signal).catch((error) => {
      if (!(error instanceof ArchiveFault && error.fault === 'damaged')) throw error;
      // The archive was just written from the stored file, so the stored file is damaged.
      throw new OwnerError(({ backup }) => backup.incompleteFile(error.subject));
    });
    await rename(partPath, path);
    return size;
  } finally {
    // Ignores an error of the removal, so that the earlier error is reported.
    await rm(partPath, { force: true }).catch(() => {});
  }
}

/** Copies the databases of rows and opens to the staging folder, and writes the manifest and the list of files to pack there. */
async function stageArchive(
  local: LocalLibrary,
  stagingDir: string,
  { dataDir, content, onFile, signal }: ArchiveOptions,
): Promise<Manifest> {
  const stagedPath = (name: string) => resolve(stagingDir, name);
  const archivePaths = new Map([[stagedPath('manifest.json'), 'manifest.json']]);
  const database = stagedPath('minbar.db');
  archivePaths.set(database, 'minbar.db');
  local.backend.database.prepare('VACUUM INTO ?').run(database);
  const { lessons, categories } = local.read();
  const files = local.listFiles();
  const manifest: Manifest = {
    format: FORMAT,
    madeAt: new Date().toISOString(),
    database: {
      sha256: (await readFileContent(database)).sha256,
      rows: lessons.length + categories.length + local.log.entries().length,
    },
    ...(copyOpens(dataDir, stagedPath(OPENS_FILE)) && {
      opens: { sha256: (await readFileContent(stagedPath(OPENS_FILE))).sha256 },
    }),
    tables: [],
    files: [],
    content: [],
    missing: lessons.flatMap(({ fileId }) => (files.has(fileId) ? [] : [fileId])),
  };
  if (manifest.opens) archivePaths.set(stagedPath(OPENS_FILE), OPENS_FILE);
  for (const [id, { name, size, sha256 }] of files) {
    signal.throwIfAborted();
    const path = local.filePath(id) ?? '';
    // A missing file is reported as incomplete.
    const fileStats = await stat(path).catch(() => null);
    if (fileStats && !fileStats.isFile()) throw new OwnerError(({ backup }) => backup.unreadableFile(name));
    if (fileStats?.size !== size) throw new OwnerError(({ backup }) => backup.incompleteFile(name));
    await access(path, constants.R_OK).catch(() => {
      throw new OwnerError(({ backup }) => backup.unreadableFile(name));
    });
    archivePaths.set(resolve(path), `files/${id}`);
    manifest.files.push({ id, name, size, sha256 });
    onFile(manifest.files.length, files.size);
  }
  for (const { name, path } of content) {
    const { sha256 } = await readFileContent(path);
    archivePaths.set(resolve(path), `content/${sha256}`);
    manifest.content.push({ name, sha256 });
  }
  await writeFile(stagedPath('manifest.json'), JSON.stringify(manifest, null, 2));
  await writeFile(stagedPath(PATHS_FILE), JSON.stringify(Object.fromEntries(archivePaths)));
  return manifest;
}

/** Maximum size of a manifest, which lists all files, and of a table, which has a line for each lesson. */
const MAX_TEXT_BYTES = 512 * 1024 * 1024;

/** Size of one read of an archive. */
const READ_BYTES = 1024 * 1024;

/** Tables that every older archive has. */
const REQUIRED_TABLES = ['categories', 'files', 'changes'];

/** Thrown for an archive that cannot be used. */
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
 * Checks a whole archive without unpacking it: all hashes, and in older formats also the tables and a file for each lesson. Returns
 * the manifest. Rejects with an `ArchiveFault`, with an error of the disk, or immediately if the signal aborts.
 */
export async function checkArchive(path: string, signal: AbortSignal): Promise<Manifest> {
  const { hashes, texts } = await readEntries(path, signal);
  const parsed = v.safeParse(manifestText, texts.get('manifest.json'));
  if (!parsed.success) throw new ArchiveFault('noManifest', path);
  const manifest = parsed.output;
  for (const { path, sha256, name } of listArchivedFiles(manifest))
    if (hashes.get(path) !== sha256) throw new ArchiveFault('damaged', name);
  if (manifest.database) return manifest;
  const missingTable = REQUIRED_TABLES.find((table) => !manifest.tables.some(({ name }) => name === table));
  if (missingTable) throw new ArchiveFault('noTable', missingTable);
  const files = new Set([...manifest.files.map(({ id }) => id), ...manifest.missing]);
  for (const { fileId, fileName } of parseRows(texts.get('rows/files.jsonl') ?? '')) {
    if (!files.has(String(fileId))) throw new ArchiveFault('noFile', String(fileName));
  }
  return manifest;
}

/** Parses a table of an older archive, with a JSON object per line. A relationship is the related row's id. */
export function parseRows(text: string): JournalRow[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/**
 * Passes an archive to a parser of `tar` until its last event, which depends on the parser. Rejects immediately if the signal aborts, unlike
 * functions of `tar` that open the file themselves.
 */
export async function readArchive(
  path: string,
  parser: Parser,
  lastEvent: 'end' | 'close',
  signal: AbortSignal,
): Promise<void> {
  await new Promise<unknown>((resolve, reject) => {
    parser.on('error', reject);
    parser.on(lastEvent, resolve);
    createReadStream(path, { signal, highWaterMark: READ_BYTES }).on('error', reject).pipe(parser);
  });
}

/** Reads the hashes of all files by path, and the texts of the manifest and the lessons' rows. */
async function readEntries(path: string, signal: AbortSignal) {
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
    await readArchive(path, list({ strict: true, onReadEntry }), 'end', signal);
  } catch (error) {
    signal.throwIfAborted();
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw new ArchiveFault('absent', path);
    // Rethrows disk errors, which do not mean that the archive is damaged.
    if (code === 'EIO' || code === 'EACCES') throw error;
    throw new ArchiveFault('noArchive', path);
  }
  if (hashes.size === 0) throw new ArchiveFault('noArchive', path);
  return { hashes, texts };
}
