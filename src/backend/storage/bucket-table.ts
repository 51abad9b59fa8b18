import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { BucketSchema } from '../schema.ts';
import type { Bucket } from './bucket.ts';

export interface BucketTable {
  find(id: string): Bucket | undefined;
  all(): Bucket[];
  /** Makes the bucket or replaces its settings. */
  save(settings: BucketSchema, now: string): Bucket;
  remove(id: string): void;
  /** Bytes of all files of the bucket together. */
  totalSize(id: string): number;
}

function toBucket(row: Record<string, SQLOutputValue>): Bucket {
  const settings = JSON.parse(String(row.settings)) as BucketSchema;
  return { ...settings, created: String(row.created), updated: String(row.updated) };
}

/** The table `storage_buckets`. */
export function createBucketTable(database: DatabaseSync): BucketTable {
  const byId = database.prepare('SELECT * FROM storage_buckets WHERE id = ?');
  const everything = database.prepare('SELECT * FROM storage_buckets ORDER BY created, id');
  const save = database.prepare(
    `INSERT INTO storage_buckets (id, created, updated, settings) VALUES (?, ?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET updated = excluded.updated, settings = excluded.settings
     WHERE settings <> excluded.settings
     RETURNING *`,
  );
  const remove = database.prepare('DELETE FROM storage_buckets WHERE id = ?');
  const total = database.prepare(
    'SELECT coalesce(sum(size), 0) AS bytes FROM storage_files WHERE bucket_id = ?',
  );

  function find(id: string): Bucket | undefined {
    const row = byId.get(id);
    return row && toBucket(row);
  }
  return {
    find,
    all: () => everything.all().map(toBucket),
    save(settings, now) {
      const row = save.get(settings.id, now, now, JSON.stringify(settings)) ?? byId.get(settings.id);
      if (!row) throw new Error(`the bucket ${settings.id} was not saved`);
      return toBucket(row);
    },
    remove: (id) => void remove.run(id),
    totalSize: (id) => Number(total.get(id)?.bytes),
  };
}
