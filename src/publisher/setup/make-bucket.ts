import { AppwriteException, Compression, type Storage } from 'node-appwrite';
import type { BucketSchema } from '#backend/schema.ts';
import type { Target } from '../catalogue/target.ts';
import { comparePermissions, make, type ProvisionReport } from './part.ts';

/** Bytes; the largest file a self-hosted Appwrite allows unless `_APP_STORAGE_LIMIT` is raised. */
const appwriteLimit = 30_000_000;

/** Makes the bucket, with the largest files the server allows. */
export async function makeBucket(
  storage: Storage,
  target: Target,
  bucket: BucketSchema,
  report: ProvisionReport,
): Promise<void> {
  const { bucketId } = target;
  const what = `bucket ${bucketId}`;
  const permissions = [...bucket.permissions];
  const { name, enabled, fileSecurity, encryption, antivirus, transformations } = bucket;
  const allowedFileExtensions = [...bucket.allowedFileExtensions];
  const compression = Compression.None;
  const create = (maximumFileSize: number) =>
    storage.createBucket({
      bucketId,
      name,
      permissions,
      fileSecurity,
      enabled,
      maximumFileSize,
      allowedFileExtensions,
      compression,
      encryption,
      antivirus,
      transformations,
    });
  let smaller = false;
  const made = async () => {
    try {
      await create(bucket.maximumFileSize);
    } catch (error) {
      if (
        !(error instanceof AppwriteException) ||
        error.code !== 400 ||
        bucket.maximumFileSize <= appwriteLimit
      )
        throw error;
      await create(appwriteLimit);
      smaller = true;
    }
  };
  const there = await make(what, report, () => storage.getBucket({ bucketId }), made);
  if (smaller) {
    report.differs(
      what,
      `largest file ${appwriteLimit} bytes, not ${bucket.maximumFileSize}: the server allows no more (_APP_STORAGE_LIMIT)`,
    );
  }
  if (there) comparePermissions(what, there.$permissions, permissions, report);
}
