import type { Context } from 'hono';
import type { BackendEnv } from '../context.ts';
import { ApiError, unauthorized } from '../errors.ts';
import { may } from '../identity.ts';
import type { PermissionAction } from '../permissions.ts';
import { checkId } from '../request/ids.ts';
import type { Storage } from './storage.ts';
import type { Bucket } from './storage-tables.ts';

/** The bucket a request names. A disabled one exists for keys only. Throws 404 as docs/rules.md#storage says. */
export function bucketOf(storage: Storage, context: Context<BackendEnv>): Bucket {
  const bucket = storage.buckets.find(checkId('bucketId', context.req.param('bucketId')));
  if (!bucket || (!bucket.enabled && context.get('caller').kind !== 'key')) {
    throw new ApiError('storage_bucket_not_found');
  }
  return bucket;
}

/** The file a request names, if the caller may do `action` on it. Throws 401 or 404 as docs/rules.md#storage says. */
export function fileOf(storage: Storage, context: Context<BackendEnv>, action: PermissionAction) {
  const bucket = bucketOf(storage, context);
  const caller = context.get('caller');
  const id = checkId('fileId', context.req.param('fileId'));
  const byBucket = may(caller, action, bucket.$permissions);
  if (!byBucket && !bucket.fileSecurity) throw refusal(action);
  const file = storage.files.find(bucket.$id, id);
  const mayRead = byBucket || (file && may(caller, 'read', file.$permissions));
  if (!file || !mayRead) throw new ApiError('storage_file_not_found');
  if (!byBucket && !may(caller, action, file.$permissions)) throw refusal(action);
  return { bucket, file };
}

/** Why a caller may not do something in a bucket that it may know of. */
export function refusal(action: PermissionAction): ApiError {
  return action === 'read' ? unauthorized() : unauthorized(`No permissions provided for action '${action}'`);
}
