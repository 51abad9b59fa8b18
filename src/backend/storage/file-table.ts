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
  const change = ({ sequence }: StoredFile, values: Readonly<Record<string, string | number>>) => {
    const changes = Object.keys(values).map((column) => `${column} = ?`);
    const update = sql(`UPDATE storage_files SET ${changes.join(', ')} WHERE sequence = ? RETURNING *`);
    const row = update.get(...Object.values(values), sequence);
    if (!row) throw new Error('a stored file vanished while it was written');
    return toStoredFile(row);
  };

  /** Indexes of the chunks that are safely on disk. */
  const chunksOf = ({ sequence }: StoredFile) => {
    const rows = sql('SELECT chunk FROM storage_chunks WHERE file = ?').all(sequence);
    return new Set(rows.map(({ chunk }) => Number(chunk)));
  };

  return {
    find,
    insert,
    chunksOf,
    /** Notes that a chunk is safely on disk; noting it again changes nothing. */
    noteChunk(file: StoredFile, index: number, updated: string): StoredFile {
      return atomically(database, () => {
        sql('INSERT OR IGNORE INTO storage_chunks (file, chunk) VALUES (?, ?)').run(file.sequence, index);
        return change(file, { updated, chunks_uploaded: chunksOf(file).size });
      });
    },
    /** Makes the file readable; its row is made now when all its bytes came at once. */
    complete(file: NewFile, known: Pick<StoredFile, 'mimeType' | 'signature' | 'sha256'>, updated: string) {
      return atomically(database, () => {
        const row = find(file.bucketId, file.id) ?? insert(file);
        sql('DELETE FROM storage_chunks WHERE file = ?').run(row.sequence);
        const { mimeType: mime_type, signature, sha256 } = known;
        return change(row, { updated, mime_type, signature, sha256, chunks_uploaded: row.chunksTotal });
      });
    },
    update(file: StoredFile, name: string, permissions: readonly string[], updated: string) {
      return change(file, { updated, name, permissions: JSON.stringify(permissions) });
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
