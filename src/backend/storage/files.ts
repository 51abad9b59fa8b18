import { hash } from 'node:crypto';
import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { formatDate } from '../date-text.ts';
import { prepareStatement, runAtomically } from '../db/sqlite.ts';
import { rolesFor } from '../permissions.ts';
import type { BucketSchema } from '../schema.ts';

// On the disk

export const FOLDER_MODE = 0o750;

/** The folders of the store inside the data folder. */
export type StoreFolders = ReturnType<typeof storeFolders>;

/** The paths of one stored file, of its unfinished upload, and of its pictures. */
export type FileLocation = ReturnType<typeof fileLocation>;

/** Returns the folders of the store. `incoming` is inside `files`, so that moving a complete upload is an atomic rename. */
export function storeFolders(dataDir: string) {
  const files = join(dataDir, 'files');
  return { files, incoming: join(files, 'incoming'), pictures: join(dataDir, 'pictures') };
}

/** Increment when pages are drawn, or words positioned, differently. */
const DRAWING_VERSION = 1;

/** Returns the folder name of a file's pictures; it is hashed, so that an id cannot name another folder. */
export function pictureFolderName(fileId: string): string {
  return `${DRAWING_VERSION}-${hash('sha256', fileId).slice(0, 32)}`;
}

/**
 * Hashes ids to a file name, so that no request data reaches a path and no folder grows large. Ids that differ only in case have
 * different names, on every file system.
 */
export function diskName({ bucketId, $id }: Pick<StoredFile, 'bucketId' | '$id'>): string {
  return hash('sha256', `${bucketId}/${$id}`);
}

/** Returns the paths of a file, of its unfinished upload, and of the folder of its pictures. */
export function fileLocation(folders: StoreFolders, bucketId: string, fileId: string) {
  const name = diskName({ bucketId, $id: fileId });
  return {
    path: join(folders.files, name.slice(0, 2), name),
    partPath: join(folders.incoming, name),
    pictures: join(folders.pictures, pictureFolderName(fileId)),
  };
}

/** Whether a file of this size in bytes is at a path. */
export function hasSize(path: string, size: number): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.size === size;
}

/** Runs `work` under the mutex of a file, so that changes of its bytes run one after another. Waits forever if nested for the same file. */
export function mutateFile<T>({ path }: FileLocation, work: () => Promise<T>): Promise<T> {
  return navigator.locks.request(path, work);
}

// Metadata in the database

/** A bucket as the API shows it, without its size. `number` is internal to this database. */
export type Bucket = Readonly<ReturnType<typeof toBucket>>;

function toBucket(row: Record<string, unknown>) {
  const { id, permissions, ...settings } = JSON.parse(String(row.settings)) as BucketSchema;
  const dates = { $createdAt: String(row.created), $updatedAt: String(row.updated) };
  return { $id: id, ...dates, $permissions: permissions, ...settings, number: Number(row.rowid) };
}

/** A file of a bucket as the API shows it (docs/rules.md#storage), and the store's own fields. Sizes in bytes. */
export type StoredFile = Readonly<ReturnType<typeof toStoredFile>>;

export function toStoredFile(row: Record<string, unknown>) {
  const text = (key: string) => String(row[key]);
  const number = (key: string) => Number(row[key]);
  const [name, folder, sha256] = [text('name'), text('folder'), text('sha256')];
  return {
    $id: text('id'),
    bucketId: text('bucket_id'),
    $createdAt: text('created'),
    $updatedAt: text('updated'),
    $permissions: JSON.parse(text('permissions')) as string[],
    name,
    /** MD5, hexadecimal; empty until the last chunk has arrived, as are `mimeType` and `sha256`. */
    signature: text('signature'),
    mimeType: text('mime_type'),
    sizeOriginal: number('size'),
    sizeActual: sha256 === '' ? 0 : number('size'),
    chunksTotal: number('chunks_total'),
    chunksUploaded: number('chunks_uploaded'),
    encryption: false,
    compression: 'none',
    folder,
    key: folder + name,
    sequence: number('sequence'),
    /** In hexadecimal. */
    sha256,
  };
}

/** Returns the file as the API shows it. */
export function fileView({ sequence: _, sha256: __, ...view }: StoredFile) {
  return view;
}

/** Whether all bytes have arrived: only then can they be read. */
export function isComplete(file: StoredFile): boolean {
  return file.sha256 !== '';
}

/** Returns the roles that may read a file: those of its bucket and, with file security, its own. Empty in a disabled bucket. */
export function readersOf(bucket: Bucket, file: StoredFile): string[] {
  if (!bucket.enabled) return [];
  const permissions = [...bucket.$permissions, ...(bucket.fileSecurity ? file.$permissions : [])];
  return [...new Set(rolesFor(permissions, 'read'))];
}

/** The fields of a file that are known when its first bytes arrive. */
export type NewFile = Pick<
  StoredFile,
  '$id' | 'bucketId' | '$permissions' | 'name' | 'folder' | 'sizeOriginal' | 'chunksTotal'
>;

export type StorageTables = ReturnType<typeof createStorageTables>;

/** Accesses `storage_buckets`, `storage_files` and `storage_chunks`; every method is one transaction, or part of the open one. */
export function createStorageTables(database: DatabaseSync) {
  const sql = (text: string) => prepareStatement(database, text);
  const inTransaction = <T>(work: () => T): T =>
    database.isTransaction ? work() : runAtomically(database, work);
  const buckets = {
    find(id: string): Bucket | undefined {
      const row = sql('SELECT rowid, * FROM storage_buckets WHERE id = ?').get(id);
      return row && toBucket(row);
    },
    /** Adds the bucket or replaces its settings. */
    save(settings: BucketSchema): void {
      const now = formatDate(new Date());
      sql(
        `INSERT INTO storage_buckets (id, created, updated, settings) VALUES (?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET updated = excluded.updated, settings = excluded.settings
         WHERE settings <> excluded.settings`,
      ).run(settings.id, now, now, JSON.stringify(settings));
    },
    /** Returns the total size of the bucket's files in bytes, including the announced size of unfinished uploads. */
    totalSize(id: string): number {
      const sum = sql('SELECT coalesce(sum(size), 0) AS bytes FROM storage_files WHERE bucket_id = ?');
      return Number(sum.get(id)?.bytes);
    },
  };

  const select = (where: string, ...values: string[]): StoredFile[] =>
    Array.from(
      sql(`SELECT * FROM storage_files WHERE ${where} ORDER BY sequence`).all(...values),
      toStoredFile,
    );
  const insert = (file: NewFile): StoredFile => {
    const { $id, bucketId, $permissions, name, folder, sizeOriginal, chunksTotal } = file;
    const now = formatDate(new Date());
    const row = sql(
      `INSERT INTO storage_files (bucket_id, id, created, updated, permissions, name, folder, size, chunks_total)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
    ).get(bucketId, $id, now, now, JSON.stringify($permissions), name, folder, sizeOriginal, chunksTotal);
    return toStoredFile(row ?? {});
  };
  const findOrInsert = (file: NewFile) => files.find(file.bucketId, file.$id) ?? insert(file);
  const change = ({ sequence }: StoredFile, values: Readonly<Record<string, string | number>>) => {
    const changes = Object.keys(values).map((column) => `${column} = ?`);
    const update = sql(
      `UPDATE storage_files SET ${changes.join(', ')}, updated = ? WHERE sequence = ? RETURNING *`,
    );
    const row = update.get(...Object.values(values), formatDate(new Date()), sequence);
    if (!row) throw new Error('the row of a stored file was removed');
    return toStoredFile(row);
  };

  const files = {
    find: (bucketId: string, id: string) => select('bucket_id = ? AND id = ?', bucketId, id).at(0),
    /** Counts the chunks on the disk other than `index`. */
    countOtherChunks({ sequence }: StoredFile, index: number): number {
      const count = sql('SELECT count(*) AS chunks FROM storage_chunks WHERE file = ? AND chunk <> ?');
      return Number(count.get(sequence, index)?.chunks);
    },
    /** Records that a chunk is on the disk; recording it again changes only `$updatedAt`. The first chunk adds the row. */
    addChunk(file: NewFile, index: number): StoredFile {
      return inTransaction(() => {
        const row = findOrInsert(file);
        sql('INSERT OR IGNORE INTO storage_chunks (file, chunk) VALUES (?, ?)').run(row.sequence, index);
        return change(row, { chunks_uploaded: files.countOtherChunks(row, index) + 1 });
      });
    },
    /** Makes the file readable; adds its row if it has none. */
    complete(file: NewFile, content: Pick<StoredFile, 'mimeType' | 'signature' | 'sha256'>): StoredFile {
      return inTransaction(() => {
        const row = findOrInsert(file);
        sql('DELETE FROM storage_chunks WHERE file = ?').run(row.sequence);
        const { mimeType: mime_type, ...digests } = content;
        return change(row, { mime_type, ...digests, chunks_uploaded: row.chunksTotal });
      });
    },
    update(file: StoredFile, name: string, permissions: readonly string[]) {
      return change(file, { name, permissions: JSON.stringify(permissions) });
    },
    remove(file: StoredFile): void {
      sql('DELETE FROM storage_files WHERE sequence = ?').run(file.sequence);
    },
    /** Lists complete files by id, with only the columns that the library compares, because reading all columns is slower. */
    listComplete(bucketId: string): Map<string, { name: string; size: number; md5: string; sha256: string }> {
      const rows = sql(
        "SELECT id, name, size, signature, sha256 FROM storage_files WHERE bucket_id = ? AND sha256 <> ''",
      ).all(bucketId);
      return new Map(
        rows.map(({ id, name, size, signature, sha256 }) => [
          String(id),
          { name: String(name), size: Number(size), md5: String(signature), sha256: String(sha256) },
        ]),
      );
    },
    /** Returns the sizes of complete files in bytes, by id. */
    completeSizes: (bucketId: string): Map<string, number> =>
      new Map(
        sql("SELECT id, size FROM storage_files WHERE bucket_id = ? AND sha256 <> ''")
          .all(bucketId)
          .map(({ id, size }) => [String(id), Number(size)]),
      ),
    /** Lists files whose upload has not finished. */
    listUnfinished: () => select('chunks_uploaded < chunks_total'),
    listAll: () => select('TRUE'),
  };
  return { buckets, files };
}
