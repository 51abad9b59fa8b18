import { createHash } from 'node:crypto';
import { list, type ReadEntry } from 'tar';
import type { Messages } from '../messages/en.ts';
import { OwnerError } from '../owner-error.ts';
import { parseRows } from './archive.ts';
import { archived, type Manifest, parseManifest } from './manifest.ts';

/** Bytes; a manifest names every file, and rows are one line a lesson. */
const largestText = 512 * 1024 * 1024;

/** A library is these; a table that came later may be missing in a backup of before. */
const needed = ['categories', 'files', 'changes'];

/**
 * Reads a whole archive without unpacking it: every hash, every table, a file for every lesson. Returns what it says of itself, and
 * its number of rows. Throws an `OwnerError` with what is wrong; nothing was touched then.
 */
export async function checkArchive(path: string): Promise<Manifest & { rows: number }> {
  const { hashes, texts } = await readEntries(path);
  const manifest = parseManifest(texts.get('manifest.json') ?? '');
  if (!manifest) throw broken('noManifest', path);
  for (const { place, sha256, name } of archived(manifest))
    if (hashes.get(place) !== sha256) throw broken('damaged', name);
  const lacking = needed.find((wanted) => !manifest.tables.some(({ name }) => name === wanted));
  if (lacking) throw broken('noTable', lacking);
  const files = new Set([...manifest.files.map(({ id }) => id), ...manifest.missing]);
  for (const { fileId, fileName } of parseRows(texts.get('rows/files.jsonl') ?? '')) {
    if (!files.has(String(fileId))) throw broken('noFile', String(fileName));
  }
  return { ...manifest, rows: manifest.tables.reduce((sum, table) => sum + table.rows, 0) };
}

const broken = (fault: keyof Messages['backup']['fault'], what: string) =>
  new OwnerError(({ backup }) => backup.fault[fault](what));

/** The hashes of all files by their places, and the texts of the manifest and the lessons' rows. */
async function readEntries(path: string) {
  const hashes = new Map<string, string>();
  const texts = new Map<string, string>();
  const onReadEntry = (entry: ReadEntry) => {
    if (entry.type !== 'File') return;
    const sha256 = createHash('sha256');
    const text: Buffer[] = [];
    const isText = /^(manifest\.json|rows\/files\.jsonl)$/.test(entry.path) && entry.size < largestText;
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
    if (code === 'ENOENT') throw broken('absent', path);
    // What the disk says of itself is no fault of the archive.
    if (code === 'EIO' || code === 'EACCES') throw error;
    throw broken('noArchive', path);
  }
  if (hashes.size === 0) throw broken('noArchive', path);
  return { hashes, texts };
}
