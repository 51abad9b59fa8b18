import * as v from 'valibot';

/** What `backup` writes: a copy of the database and the files. Before, archives held the rows of each table as text. */
export const format = 'minbar-library-3';
const formats = ['minbar-library-1', 'minbar-library-2', format];

// Names lead to files: they may not lead elsewhere.
const name = v.pipe(v.string(), v.regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/));
/** A path within a folder, with `/` between its names. */
export const pathWithin = v.pipe(
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
  /** Tables as text, of older archives. */
  tables: v.optional(v.array(v.object({ name, rows: count, sha256 })), []),
  files: v.array(v.object({ id: name, name: v.string(), size: count, sha256 })),
  /** Files of the folder `content`: texts, logo, glossary; in the archive their names are their hashes. */
  content: v.optional(v.array(v.object({ name: pathWithin, sha256 })), []),
  /** Ids of files that rows named when the backup was made, but that were not there. */
  missing: v.optional(v.array(v.string()), []),
});

/** The list of what a backup holds. Hashes are SHA-256 in hex, of the files and of the rows of each table. */
export type Manifest = v.InferOutput<typeof manifest>;

/** Reads the text of a manifest. Null if it is not one. */
export function parseManifest(text: string): Manifest | null {
  const read = v.safeParse(v.pipe(v.string(), v.parseJson(), manifest), text);
  return read.success ? read.output : null;
}

/** How many rows of the library a backup holds. */
export function countRows({ database, tables }: Manifest): number {
  return tables.reduce((sum, { rows }) => sum + rows, database?.rows ?? 0);
}

/** The files of an archive that its manifest names: the path of each in it, its hash, and what the owner calls it. */
export function archived({
  database,
  tables,
  content,
  files,
}: Manifest): { place: string; sha256: string; name: string }[] {
  return [
    ...(database ? [{ place: 'minbar.db', sha256: database.sha256, name: 'minbar.db' }] : []),
    ...tables.map(({ name, sha256 }) => ({ place: `rows/${name}.jsonl`, sha256, name })),
    ...content.map(({ name, sha256 }) => ({ place: `content/${sha256}`, sha256, name })),
    ...files.map(({ id, name, sha256 }) => ({ place: `files/${id}`, sha256, name })),
  ];
}
