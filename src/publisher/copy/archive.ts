import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, mkdtemp, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { create, extract } from 'tar';
import type { FileInfo, LibrarySource, RawRow } from './library-content.ts';
import type { CopiedTable } from './table-list.ts';

const format = 'minbar-library-1';

/** What a backup says of itself. Hashes are SHA-256 in hex, of the files and of the rows of each table. */
export interface Manifest {
  format: typeof format;
  /** ISO 8601. */
  madeAt: string;
  tables: { name: string; rows: number; sha256: string }[];
  files: (FileInfo & { sha256: string })[];
}

/** The archive is not whole; the message names what is wrong. */
export class DamagedArchive extends Error {
  override name = 'DamagedArchive';
}

/**
 * Writes a library into one tar archive (gzipped when its name ends in .gz or .tgz). What is at `path` afterwards is whole: it is gathered beside it and put in place at the
 * end. `onFile` is told how many of how many files are copied.
 */
export async function writeArchive(
  from: LibrarySource,
  tables: CopiedTable[],
  path: string,
  onFile: (done: number, all: number) => void,
): Promise<Manifest> {
  const room = await mkdtemp(join(dirname(path), '.minbar-backup-'));
  try {
    await mkdir(join(room, 'files'));
    await mkdir(join(room, 'rows'));
    const manifest: Manifest = { format, madeAt: new Date().toISOString(), tables: [], files: [] };
    // Rows before files: a file added in between does no harm, a row without its file would.
    for (const { name } of tables) {
      const rows = await from.rows(name);
      const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
      await writeFile(join(room, 'rows', `${name}.jsonl`), text);
      manifest.tables.push({
        name,
        rows: rows.length,
        sha256: createHash('sha256').update(text).digest('hex'),
      });
    }
    const files = await from.files();
    for (const [index, file] of files.entries()) {
      const stream = await from.open(file.id);
      if (!stream) throw new DamagedArchive(file.name);
      const place = join(room, 'files', file.id);
      await pipeline(stream, createWriteStream(place));
      if ((await stat(place)).size !== file.size) throw new DamagedArchive(file.name);
      manifest.files.push({ ...file, sha256: await sha256Of(place) });
      onFile(index + 1, files.length);
    }
    await writeFile(join(room, 'manifest.json'), JSON.stringify(manifest, null, 2));
    const whole = `${room}.tar`;
    const gzip = /\.(gz|tgz)$/i.test(path);
    await create({ file: whole, cwd: room, gzip, portable: true, mtime: new Date(0) }, [
      'manifest.json',
      'rows',
      'files',
    ]);
    const handle = await open(whole, 'r+');
    await handle.sync();
    await handle.close();
    await rename(whole, path);
    return manifest;
  } finally {
    await rm(room, { recursive: true, force: true });
    await rm(`${room}.tar`, { force: true });
  }
}

/** An unpacked backup whose hashes have all been checked. */
export interface OpenArchive extends LibrarySource {
  manifest: Manifest;
  close(): Promise<void>;
}

/** Unpacks a backup into a new folder within `roomIn` and checks every hash. Throws `DamagedArchive`; nothing is left behind then. */
export async function openArchive(path: string, roomIn: string): Promise<OpenArchive> {
  const room = await mkdtemp(join(roomIn, '.minbar-restore-'));
  const close = () => rm(room, { recursive: true, force: true });
  try {
    try {
      // Links in an archive could lead out of the folder.
      const plain = (_: string, entry: object) =>
        'type' in entry && (entry.type === 'File' || entry.type === 'Directory');
      await extract({ file: path, cwd: room, strict: true, filter: plain });
    } catch (error) {
      throw new DamagedArchive((error as Error).message);
    }
    const manifest = await checked(room);
    return {
      manifest,
      close,
      rows: async (name) =>
        manifest.tables.some((table) => table.name === name) ? parsedRows(room, name) : [],
      files: async () => manifest.files,
      open: async (id) =>
        Readable.toWeb(createReadStream(join(room, 'files', id))) as ReadableStream<Uint8Array>,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function checked(room: string): Promise<Manifest> {
  let manifest: Manifest;
  try {
    manifest = JSON.parse(await readFile(join(room, 'manifest.json'), 'utf8'));
  } catch {
    throw new DamagedArchive('manifest.json');
  }
  if (manifest.format !== format) throw new DamagedArchive(`format ${manifest.format}`);
  // The names lead to files: they may not lead elsewhere.
  const safe = (name: string) => /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name);
  for (const { name, sha256 } of manifest.tables) {
    if (!safe(name) || !(await is(join(room, 'rows', `${name}.jsonl`), sha256)))
      throw new DamagedArchive(name);
  }
  for (const { id, name, sha256 } of manifest.files) {
    if (!safe(id) || !(await is(join(room, 'files', id), sha256))) throw new DamagedArchive(name);
  }
  return manifest;
}

async function is(path: string, sha256: string): Promise<boolean> {
  return (await sha256Of(path).catch(() => null)) === sha256;
}

async function parsedRows(room: string, name: string): Promise<RawRow[]> {
  const text = await readFile(join(room, 'rows', `${name}.jsonl`), 'utf8');
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}
