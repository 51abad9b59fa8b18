import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { relationships } from '#backend/schema.ts';
import { readSchema } from '#backend/schema-file.ts';
import { schemaFile } from '#settings/folders.ts';
import { AppwriteCatalogue } from '../catalogue/appwrite-catalogue.ts';
import type { Held } from '../catalogue/bound-writes.ts';
import type { StoredFile } from '../catalogue/stored-file.ts';
import { judgeUrl, lessonUrl, type Target } from '../catalogue/target.ts';
import { readFileContent } from '../content-id.ts';
import type { Options } from '../options.ts';

/** A row as it is copied: the columns by name (a relationship as the related row's id), the id and the dates. */
export interface RawRow {
  $id: string;
  $createdAt: string;
  $updatedAt: string;
  [column: string]: unknown;
}

/** A file of a library; its MD5 where that is known. */
export type FileInfo = Pick<StoredFile, 'id' | 'name' | 'size'> & { md5?: string | null };

/** A whole library that can be read: a backend, or a backup. */
export interface LibrarySource {
  /** Of a table by its name; none where there is no such table. */
  rows(table: string): Promise<RawRow[]>;
  files(): Promise<FileInfo[]>;
  /** The bytes of a file, or null when there is none. */
  open(fileId: string): Promise<ReadableStream<Uint8Array> | null>;
}

/** Brings a file to this computer, and tells whether it is whole: as it was stored. Null when there is none. */
export async function fetchFile(from: LibrarySource, { id, size, md5 }: FileInfo, path: string) {
  const stream = await from.open(id);
  if (!stream) return null;
  await pipeline(stream, createWriteStream(path));
  const read = await readFileContent(path);
  return { ...read, isWhole: read.size === size && (!md5 || read.md5 === md5) };
}

/** What is read from the PDFs themselves is made anew: it may be larger than all the rest. */
const isMade = ({ id }: { id: string }) => id === 'pages';

/**
 * The columns of every table of the schema by the table's id there, those first that others point to. A table or column added there
 * is copied without further ado.
 */
function copiedTables({ root }: Pick<Options, 'root'>): Map<string, string[]> {
  const [database] = readSchema(schemaFile(root)).databases.values();
  const tables = [...(database?.tables.values() ?? [])].filter((table) => !isMade(table));
  tables.sort((a, b) => relationships(a).length - relationships(b).length);
  return new Map(tables.map(({ id, columns }) => [id, [...columns.keys()]]));
}

/** A backend that whole rows and files are read from and written to. The publisher's lock is not part of the library. */
export class TargetLibrary extends AppwriteCatalogue implements LibrarySource {
  readonly copied: ReadonlyMap<string, string[]>;

  constructor(target: Target, options: Pick<Options, 'root'>, signal: AbortSignal, held?: Held) {
    super(target, signal, held);
    this.copied = copiedTables(options);
  }

  async rows(name: string): Promise<RawRow[]> {
    const columns = this.copied.get(name);
    if (!columns) return [];
    const rows = (await this.allRows(name)).map(({ $id, $createdAt, $updatedAt, ...row }): RawRow => {
      const values = columns.map((key) => [key, row[key] ?? null]);
      return { $id, $createdAt, $updatedAt, ...Object.fromEntries(values) };
    });
    return rows.filter(({ kind }) => !(name === 'changes' && kind === 'lock'));
  }

  override async files(): Promise<StoredFile[]> {
    return (await super.files()).filter(({ complete }) => complete);
  }

  /** Writes a row with its id and dates; may be repeated. */
  async writeRow(table: string, { $id, ...data }: RawRow): Promise<void> {
    await this.upsert(table, $id, data);
  }

  /** The address that belongs to this backend, on a lesson's row; one that led elsewhere stays as it was. */
  withUrl(row: RawRow): RawRow {
    const { $id: id, fileId, url } = row;
    if (typeof fileId !== 'string' || typeof url !== 'string') return row;
    return judgeUrl(this.target, { id, fileId, url }) === 'wrong'
      ? row
      : { ...row, url: lessonUrl(this.target, { id, fileId }) };
  }
}
