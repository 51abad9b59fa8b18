import { createHash } from 'node:crypto';
import { list, type ReadEntry } from 'tar';
import type { Messages } from '../messages/en.ts';
import { OwnerError } from '../owner-error.ts';
import { archived, type Manifest, parseManifest } from './manifest.ts';

/** Bytes; a manifest names every file, and rows are one line a lesson. */
const MAX_TEXT_BYTES = 512 * 1024 * 1024;

/** The tables of an older archive; one that came later may be missing. */
const needed = ['categories', 'files', 'changes'];

/** An archive that cannot be used, and why. */
export class ArchiveFault extends OwnerError {
  readonly fault: keyof Messages['backup']['fault'];
  readonly what: string;

  constructor(fault: keyof Messages['backup']['fault'], what: string) {
    super(({ backup }) => backup.fault[fault](what));
    this.fault = fault;
    this.what = what;
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
  for (const { place, sha256, name } of archived(manifest))
    if (hashes.get(place) !== sha256) throw new ArchiveFault('damaged', name);
  if (manifest.database) return manifest;
  const lacking = needed.find((wanted) => !manifest.tables.some(({ name }) => name === wanted));
  if (lacking) throw new ArchiveFault('noTable', lacking);
  const files = new Set([...manifest.files.map(({ id }) => id), ...manifest.missing]);
  for (const { fileId, fileName } of parseRows(texts.get('rows/files.jsonl') ?? '')) {
    if (!files.has(String(fileId))) throw new ArchiveFault('noFile', String(fileName));
  }
  return manifest;
}

/** A row of an older archive: the columns by name, a relationship as the related row's id. */
export interface ArchivedRow {
  $id: string;
  $createdAt: string;
  [column: string]: unknown;
}

/** Rows, one a line. */
export function parseRows(text: string): ArchivedRow[] {
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
    // What the disk says of itself is no fault of the archive.
    if (code === 'EIO' || code === 'EACCES') throw error;
    throw new ArchiveFault('noArchive', path);
  }
  if (hashes.size === 0) throw new ArchiveFault('noArchive', path);
  return { hashes, texts };
}
