import type { DatabaseSync } from 'node:sqlite';
import { atomically } from '../database/atomically.ts';
import { statement } from '../database/statements.ts';
import { type StoredFile, toStoredFile } from './stored-file.ts';

/** What is known of a file when its first bytes arrive. */
export type NewFile = Omit<StoredFile, 'sequence' | 'chunksUploaded' | 'mimeType' | 'signature' | 'sha256'>;

export type FileTable = ReturnType<typeof createFileTable>;

/** The tables `storage_files` and `storage_chunks`; every method is one transaction. */
export function createFileTable(database: DatabaseSync) {
  const sql = (text: string) => statement(database, text);
  type Values = readonly (string | number)[];

  const find = (bucketId: string, id: string): StoredFile | undefined => {
    const row = sql('SELECT * FROM storage_files WHERE bucket_id = ? AND id = ?').get(bucketId, id);
    return row && toStoredFile(row);
  };
  const insert = (file: NewFile): StoredFile => {
    const { bucketId, id, created, updated, permissions, name, folder, size, chunksTotal } = file;
    const row = sql(
      `INSERT INTO storage_files (bucket_id, id, created, updated, permissions, name, folder, size, chunks_total)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING *`,
    ).get(bucketId, id, created, updated, JSON.stringify(permissions), name, folder, size, chunksTotal);
    return toStoredFile(row ?? {});
  };
  const change = ({ sequence }: Pick<StoredFile, 'sequence'>, changes: string, ...values: Values) => {
    const row = sql(`UPDATE storage_files SET ${changes} WHERE sequence = ? RETURNING *`).get(
      ...values,
      sequence,
    );
    if (!row) throw new Error('a stored file vanished while it was written');
    return toStoredFile(row);
  };

  return {
    find,
    insert,
    /** Notes that a chunk is safely on disk; noting it again changes nothing. */
    noteChunk(file: StoredFile, index: number, updated: string): StoredFile {
      return atomically(database, () => {
        sql('INSERT OR IGNORE INTO storage_chunks (file, chunk) VALUES (?, ?)').run(file.sequence, index);
        const counted = '(SELECT count(*) FROM storage_chunks WHERE file = sequence)';
        return change(file, `updated = ?, chunks_uploaded = ${counted}`, updated);
      });
    },
    /** Indexes of the chunks that are safely on disk. */
    chunksOf(file: StoredFile): Set<number> {
      const rows = sql('SELECT chunk FROM storage_chunks WHERE file = ?').all(file.sequence);
      return new Set(rows.map(({ chunk }) => Number(chunk)));
    },
    /** Makes the file readable; its row is made now when all its bytes came at once. */
    complete(file: NewFile, known: Pick<StoredFile, 'mimeType' | 'signature' | 'sha256'>, updated: string) {
      return atomically(database, () => {
        const row = find(file.bucketId, file.id) ?? insert(file);
        sql('DELETE FROM storage_chunks WHERE file = ?').run(row.sequence);
        const digest = 'mime_type = ?, signature = ?, sha256 = ?, chunks_uploaded = chunks_total';
        return change(row, `updated = ?, ${digest}`, updated, known.mimeType, known.signature, known.sha256);
      });
    },
    update(
      file: StoredFile,
      { name, permissions }: Pick<StoredFile, 'name' | 'permissions'>,
      updated: string,
    ) {
      return change(
        file,
        'updated = ?, name = ?, permissions = ?',
        updated,
        name,
        JSON.stringify(permissions),
      );
    },
    remove(file: StoredFile): void {
      sql('DELETE FROM storage_files WHERE sequence = ?').run(file.sequence);
    },
    /** Files whose upload has not finished. */
    unfinished(): StoredFile[] {
      return sql('SELECT * FROM storage_files WHERE chunks_uploaded < chunks_total').all().map(toStoredFile);
    },
    /** Every file of every bucket, or of one. */
    all(bucketId?: string): StoredFile[] {
      const where = bucketId === undefined ? '' : 'WHERE bucket_id = ?';
      const everything = sql(`SELECT * FROM storage_files ${where} ORDER BY sequence`);
      return everything.all(...(bucketId === undefined ? [] : [bucketId])).map(toStoredFile);
    },
  };
}
