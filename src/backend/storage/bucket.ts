import type { Json } from '../change.ts';
import { rolesFor } from '../permissions.ts';
import type { BucketSchema } from '../schema.ts';
import type { StoredFile } from './stored-file.ts';

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

/** The roles that may read a file: those of its bucket and, with file security, its own. */
export function readersOf(bucket: Bucket, file: Pick<StoredFile, 'permissions'>): string[] {
  const permissions = bucket.fileSecurity ? [...bucket.permissions, ...file.permissions] : bucket.permissions;
  return [...new Set(rolesFor(permissions, 'read'))];
}
