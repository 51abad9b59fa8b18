import { copyFile, link, mkdir, open, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { create } from 'tar';
import { readFileContent } from '../content-id.ts';
import { OwnerError } from '../owner-error.ts';
import type { LocalLibrary } from '../store/local-library.ts';
import { format, type Manifest } from './manifest.ts';

export interface ArchiveOptions {
  dataDir: string;
  /** The site's own files: texts, logo and glossary. */
  content: { name: string; path: string }[];
  /** Called with how many of how many files are checked. */
  onFile(done: number, all: number): void;
  signal: AbortSignal;
}

/**
 * Writes the library and the site's own files into one tar archive, gzipped if its name ends in .gz or .tgz. Beside the archive it
 * needs room for a copy of the database only, in the data folder. What is at `path` afterwards is whole.
 */
export async function writeArchive(
  local: LocalLibrary,
  path: string,
  options: ArchiveOptions,
): Promise<void> {
  const work = join(options.dataDir, 'backup');
  const part = join(dirname(path), `.${basename(path)}.part`);
  await rm(work, { recursive: true, force: true });
  try {
    await gather(local, work, options);
    const gzip = /\.(gz|tgz)$/i.test(path);
    const entries = ['manifest.json', 'minbar.db', 'content', 'files'];
    await create(
      { file: part, cwd: work, gzip, portable: true, follow: true, mtime: new Date(0) },
      entries,
    ).catch((error) => {
      // The system often names no file.
      throw Object.assign(error, { path });
    });
    options.signal.throwIfAborted();
    const handle = await open(part, 'r+');
    await handle.sync();
    await handle.close();
    await rename(part, path);
  } finally {
    await rm(work, { recursive: true, force: true });
    await rm(part, { force: true });
  }
}

/** Puts together what is packed: a copy of the database, and names of the stored files that take no room. */
async function gather(
  local: LocalLibrary,
  work: string,
  { content, onFile, signal }: ArchiveOptions,
): Promise<void> {
  const place = (...names: string[]) => join(work, ...names);
  for (const folder of ['files', 'content']) await mkdir(place(folder), { recursive: true });
  const database = place('minbar.db');
  local.backend.database.prepare('VACUUM INTO ?').run(database);
  const { lessons, categories, files } = local.read();
  const manifest: Manifest = {
    format,
    madeAt: new Date().toISOString(),
    database: {
      sha256: (await readFileContent(database)).sha256,
      rows: lessons.length + categories.length + local.log.entries().length,
    },
    tables: [],
    files: [],
    content: [],
    missing: lessons.flatMap(({ fileId }) => (files.has(fileId) ? [] : [fileId])),
  };
  for (const [id, { name, size, sha256 }] of files) {
    signal.throwIfAborted();
    const path = local.filePath(id) ?? '';
    // A lesson is never left out in silence.
    const found = await stat(path).catch(() => null);
    if (found && !found.isFile()) throw new OwnerError(({ backup }) => backup.unreadableFile(name));
    if (found?.size !== size) throw new OwnerError(({ backup }) => backup.cutFile(name));
    await nameFile(path, place('files', id)).catch(() => {
      throw new OwnerError(({ backup }) => backup.unreadableFile(name));
    });
    manifest.files.push({ id, name, size, sha256 });
    onFile(manifest.files.length, files.size);
  }
  for (const { name, path } of content) {
    const { sha256 } = await readFileContent(path);
    await copyFile(path, place('content', sha256));
    manifest.content.push({ name, sha256 });
  }
  await writeFile(place('manifest.json'), JSON.stringify(manifest, null, 2));
}

/** Gives a file a second name without a copy: not every disk has hard links, nor every user the right to make symbolic ones. */
async function nameFile(path: string, name: string): Promise<void> {
  const handle = await open(path);
  await handle.close();
  await link(path, name)
    .catch(() => symlink(path, name))
    .catch(() => copyFile(path, name));
}
