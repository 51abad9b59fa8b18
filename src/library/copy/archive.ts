import { hash } from 'node:crypto';
import { openAsBlob } from 'node:fs';
import { copyFile, mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { create, extract } from 'tar';
import { whenUnreadable } from '../catalogue/download.ts';
import { readFileContent } from '../content-id.ts';
import { OwnerError } from '../owner-error.ts';
import { fetchFile, type LibrarySource, type RawRow, type TargetLibrary } from './library-source.ts';
import { archived, format, type Manifest } from './manifest.ts';
import { makeWorkFolder } from './work-folder.ts';

/**
 * Writes a library and the site's own files (`content`) into one tar archive, gzipped when its name ends in .gz or .tgz. What is at
 * `path` afterwards is whole: it is gathered beside it and put in place at the end. `onFile` is told how many of how many are copied.
 */
export async function writeArchive(
  from: TargetLibrary,
  content: { name: string; path: string }[],
  path: string,
  onFile: (done: number, all: number) => void,
): Promise<void> {
  await using folder = await makeWorkFolder(dirname(path), '.minbar-backup-');
  await gather(from, content, path, folder.path, onFile).catch((error) => {
    // What is gathered is called by the archive, which is all that the owner knows of it; the system often names no file at all.
    const { code, syscall, path: place = folder.path } = error as NodeJS.ErrnoException;
    const isOfArchive = code !== undefined && syscall !== undefined && place.startsWith(folder.path);
    throw isOfArchive ? Object.assign(error, { path }) : error;
  });
}

async function gather(
  from: TargetLibrary,
  content: { name: string; path: string }[],
  path: string,
  folder: string,
  onFile: (done: number, all: number) => void,
): Promise<void> {
  const place = (...names: string[]) => join(folder, 'library', ...names);
  for (const kind of ['files', 'rows', 'content']) await mkdir(place(kind), { recursive: true });
  const madeAt = new Date().toISOString();
  const manifest: Manifest = { format, madeAt, tables: [], files: [], content: [], missing: [] };
  // Rows before files: a file added in between does no harm, a row without its file would.
  for (const name of from.copied.keys()) {
    const rows = await from.rows(name);
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('');
    await writeFile(place('rows', `${name}.jsonl`), text);
    manifest.tables.push({ name, rows: rows.length, sha256: hash('sha256', text) });
    if (name === 'files') manifest.missing = rows.map(({ fileId }) => String(fileId));
  }
  const files = await from.files();
  for (const [index, file] of files.entries()) {
    const { id, name, size } = file;
    const copied = await fetchFile(from, file, place('files', id)).catch(
      whenUnreadable('unreadable' as const),
    );
    if (!copied) continue;
    // No lesson is left out in silence.
    if (copied === 'unreadable') throw new OwnerError(({ backup }) => backup.unreadableFile(name));
    if (!copied.isWhole) throw new OwnerError(({ backup }) => backup.cutFile(name));
    manifest.files.push({ id, name, size, sha256: copied.sha256 });
    onFile(index + 1, files.length);
  }
  const copied = new Set(manifest.files.map(({ id }) => id));
  manifest.missing = manifest.missing.filter((id) => !copied.has(id));
  for (const { name, path: source } of content) {
    const { sha256 } = await readFileContent(source);
    await copyFile(source, place('content', sha256));
    manifest.content.push({ name, sha256 });
  }
  await writeFile(place('manifest.json'), JSON.stringify(manifest, null, 2));
  const whole = join(folder, 'whole.tar');
  const gzip = /\.(gz|tgz)$/i.test(path);
  const entries = ['manifest.json', 'rows', 'content', 'files'];
  await create({ file: whole, cwd: place(), gzip, portable: true, mtime: new Date(0) }, entries);
  const handle = await open(whole, 'r+');
  await handle.sync();
  await handle.close();
  await rename(whole, path);
}

/** A backup that was unpacked into `folder`, as a source of rows and files. */
export async function unpackArchive(
  path: string,
  folder: string,
  manifest: Manifest,
): Promise<LibrarySource> {
  await mkdir(folder, { recursive: true });
  const places = new Set(archived(manifest).map(({ place }) => place));
  // Whatever else is in it, links too, could lead out of the folder.
  const named = (place: string, entry: object) =>
    'type' in entry && entry.type === 'File' && places.has(place);
  await extract({ file: path, cwd: folder, strict: true, filter: named });
  return {
    rows: async (name) =>
      manifest.tables.some((table) => table.name === name)
        ? parseRows(await readFile(join(folder, 'rows', `${name}.jsonl`), 'utf8'))
        : [],
    files: async () => manifest.files,
    open: async (id) => (await openAsBlob(join(folder, 'files', id))).stream(),
  };
}

/** Rows, one a line. */
export function parseRows(text: string): RawRow[] {
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}
