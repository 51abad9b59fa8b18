import { AppwriteException, Compression, type Storage } from 'node-appwrite';
import type { BucketSchema } from '#backend/schema.ts';
import { retry } from '../catalogue/retry.ts';
import type { Target } from '../catalogue/target.ts';
import { comparePermissions, make, type ProvisionReport } from './part.ts';

/** Bytes; the largest file a self-hosted Appwrite allows unless `_APP_STORAGE_LIMIT` is raised. */
const appwriteLimit = 30_000_000;

/**
 * Makes the bucket with the largest files the server allows; one made for fewer is raised, where the server allows it by now. Returns
 * the bytes of the largest file, where they are less than the schema wants, else null.
 */
export async function makeBucket(
  storage: Storage,
  target: Target,
  bucket: BucketSchema,
  report: ProvisionReport,
): Promise<number | null> {
  const { bucketId } = target;
  const what = `bucket ${bucketId}`;
  const { maximumFileSize: wanted, ...described } = bucket;
  const permissions = [...bucket.permissions];
  const allowedFileExtensions = [...bucket.allowedFileExtensions];
  const compression = Compression.None;
  const settings = { ...described, bucketId, permissions, allowedFileExtensions, compression };
  let largest = wanted;
  const made = async () => {
    if (await isTaken(() => storage.createBucket({ ...settings, maximumFileSize: wanted }))) return;
    largest = Math.min(wanted, appwriteLimit);
    await storage.createBucket({ ...settings, maximumFileSize: largest });
  };
  const there = await make(what, report, () => storage.getBucket({ bucketId }), made);
  if (there) {
    comparePermissions(what, there.$permissions, permissions, report);
    largest = there.maximumFileSize;
  }
  if (there && largest < wanted && !report.isDryRun) {
    // Everything else stays as it is there.
    const { $permissions, compression, ...rest } = there;
    const raised = { ...rest, permissions: $permissions, compression: compression as Compression };
    const raise = () => storage.updateBucket({ ...raised, bucketId, maximumFileSize: wanted });
    if (await isTaken(() => retry(raise))) {
      report.created(`${what}: files of up to ${wanted} bytes`);
      largest = wanted;
    }
  }
  return largest < wanted ? largest : null;
}

/** Whether the server takes a size; false when it refuses the number. */
async function isTaken(action: () => Promise<unknown>): Promise<boolean> {
  try {
    await action();
    return true;
  } catch (error) {
    if (error instanceof AppwriteException && error.code === 400 && error.message.includes('maximumFileSize'))
      return false;
    throw error;
  }
}
