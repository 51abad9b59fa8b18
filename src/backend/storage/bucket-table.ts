import type { DatabaseSync } from 'node:sqlite';
import type { Json } from '../change.ts';
import { statement } from '../database/statements.ts';
import type { BucketSchema } from '../schema.ts';

/** A bucket as the database holds it: the settings of the schema file, or of the API call that made it. */
export interface Bucket extends BucketSchema {
  readonly created: string;
  readonly updated: string;
}

/** The bucket object of the API (docs/rules.md#storage); `totalSize` in bytes. */
export function bucketAnswer(bucket: Bucket, totalSize: number): { [key: string]: Json } {
  const { id, created, updated, permissions, ...settings } = bucket;
  return {
    $id: id,
    $createdAt: created,
    $updatedAt: updated,
    $permissions: [...permissions],
    ...settings,
    allowedFileExtensions: [...settings.allowedFileExtensions],
    totalSize,
  };
}

/** The table `storage_buckets`. */
export function createBucketTable(database: DatabaseSync) {
  const sql = (text: string) => statement(database, text);
  const find = (id: string): Bucket | undefined => {
    const row = sql('SELECT * FROM storage_buckets WHERE id = ?').get(id);
    if (!row) return undefined;
    const settings = JSON.parse(String(row.settings)) as BucketSchema;
    return { ...settings, created: String(row.created), updated: String(row.updated) };
  };
  return {
    find,
    /** Makes the bucket or replaces its settings. */
    save(settings: BucketSchema, now: string): Bucket {
      sql(
        `INSERT INTO storage_buckets (id, created, updated, settings) VALUES (?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET updated = excluded.updated, settings = excluded.settings
         WHERE settings <> excluded.settings`,
      ).run(settings.id, now, now, JSON.stringify(settings));
      return find(settings.id) as Bucket;
    },
    remove(id: string): void {
      sql('DELETE FROM storage_buckets WHERE id = ?').run(id);
    },
    /** Bytes of all files of the bucket together. */
    totalSize(id: string): number {
      const sum = sql('SELECT coalesce(sum(size), 0) AS bytes FROM storage_files WHERE bucket_id = ?');
      return Number(sum.get(id)?.bytes);
    },
  };
}
