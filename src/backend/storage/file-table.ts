import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import { atomically } from '../database/atomically.ts';
import type { StoredFile } from './stored-file.ts';

/** What is known of a file when its first bytes arrive. */
export type NewFile = Omit<StoredFile, 'sequence' | 'chunksUploaded' | 'mimeType' | 'signature' | 'sha256'>;

/** What is known once all bytes are here. */
export type FileDigest = Pick<StoredFile, 'mimeType' | 'signature' | 'sha256'>;

export interface FileTable {
  find(bucketId: string, id: string): StoredFile | undefined;
  insert(file: NewFile): StoredFile;
  /** Notes that a chunk is safely on disk; noting it again changes nothing. */
  noteChunk(file: StoredFile, index: number, updated: string): StoredFile;
  /** Indexes of the chunks that are safely on disk. */
  chunksOf(file: StoredFile): Set<number>;
  /** Makes the file readable; its row is made now when all its bytes came at once. */
  complete(file: NewFile, digest: FileDigest, updated: string): StoredFile;
  update(file: StoredFile, values: Pick<StoredFile, 'name' | 'permissions'>, updated: string): StoredFile;
  remove(file: StoredFile): void;
  /** Files whose upload has not finished. */
  unfinished(): StoredFile[];
  /** Every file of every bucket, or of one. */
  all(bucketId?: string): IterableIterator<StoredFile>;
}

type SqlRow = Record<string, SQLOutputValue>;

/** A row of `storage_files` as the rest of the program sees it. */
export function toStoredFile(row: SqlRow): StoredFile {
  const text = (key: string) => String(row[key]);
  const number = (key: string) => Number(row[key]);
  return {
    sequence: number('sequence'),
    bucketId: text('bucket_id'),
    id: text('id'),
    created: text('created'),
    updated: text('updated'),
    permissions: JSON.parse(text('permissions')),
    name: text('name'),
    folder: text('folder'),
    size: number('size'),
    chunksTotal: number('chunks_total'),
    chunksUploaded: number('chunks_uploaded'),
    mimeType: text('mime_type'),
    signature: text('signature'),
    sha256: text('sha256'),
  };
}

/** The tables `storage_files` and `storage_chunks`; every method is one transaction. */
export function createFileTable(database: DatabaseSync): FileTable {
  const byId = database.prepare('SELECT * FROM storage_files WHERE bucket_id = ? AND id = ?');
  const everywhere = database.prepare('SELECT * FROM storage_files ORDER BY sequence');
  const unfinished = database.prepare('SELECT * FROM storage_files WHERE chunks_uploaded < chunks_total');
  const inBucket = database.prepare('SELECT * FROM storage_files WHERE bucket_id = ? ORDER BY sequence');
  const insert = database.prepare(
    `INSERT INTO storage_files (bucket_id, id, created, updated, permissions, name, folder, size, chunks_total)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const addChunk = database.prepare('INSERT OR IGNORE INTO storage_chunks (file, chunk) VALUES (?, ?)');
  const countChunks = database.prepare(
    `UPDATE storage_files SET updated = ?, chunks_uploaded = (SELECT count(*) FROM storage_chunks WHERE file = sequence)
     WHERE sequence = ?`,
  );
  const chunks = database.prepare('SELECT chunk FROM storage_chunks WHERE file = ?');
  const forgetChunks = database.prepare('DELETE FROM storage_chunks WHERE file = ?');
  const complete = database.prepare(
    `UPDATE storage_files SET updated = ?, mime_type = ?, signature = ?, sha256 = ?, chunks_uploaded = chunks_total
     WHERE bucket_id = ? AND id = ?`,
  );
  const update = database.prepare(
    'UPDATE storage_files SET updated = ?, name = ?, permissions = ? WHERE sequence = ?',
  );
  const remove = database.prepare('DELETE FROM storage_files WHERE sequence = ?');

  function find(bucketId: string, id: string): StoredFile | undefined {
    const row = byId.get(bucketId, id);
    return row && toStoredFile(row);
  }
  function reread({ bucketId, id }: { bucketId: string; id: string }): StoredFile {
    const file = find(bucketId, id);
    if (!file) throw new Error(`the file ${bucketId}/${id} vanished while it was written`);
    return file;
  }

  function insertRow(file: NewFile): void {
    const { bucketId, id, created, updated, permissions, name, folder, size, chunksTotal } = file;
    const rights = JSON.stringify(permissions);
    insert.run(bucketId, id, created, updated, rights, name, folder, size, chunksTotal);
  }

  return {
    find,
    insert(file) {
      insertRow(file);
      return reread(file);
    },
    noteChunk(file, index, updated) {
      atomically(database, () => {
        addChunk.run(file.sequence, index);
        countChunks.run(updated, file.sequence);
      });
      return reread(file);
    },
    chunksOf: (file) => new Set(chunks.all(file.sequence).map((row) => Number(row.chunk))),
    complete(file, { mimeType, signature, sha256 }, updated) {
      atomically(database, () => {
        if (!find(file.bucketId, file.id)) insertRow(file);
        complete.run(updated, mimeType, signature, sha256, file.bucketId, file.id);
        forgetChunks.run(reread(file).sequence);
      });
      return reread(file);
    },
    update(file, { name, permissions }, updated) {
      update.run(updated, name, JSON.stringify(permissions), file.sequence);
      return reread(file);
    },
    remove: (file) => void remove.run(file.sequence),
    unfinished: () => unfinished.all().map(toStoredFile),
    *all(bucketId) {
      const rows = bucketId === undefined ? everywhere.iterate() : inBucket.iterate(bucketId);
      for (const row of rows) yield toStoredFile(row);
    },
  };
}
