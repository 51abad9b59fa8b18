import { type Context, Hono } from 'hono';
import * as v from 'valibot';
import { ApiError, invalidParam, missingParam } from '#http/api-error.ts';
import type { BackendEnv } from '../context.ts';
import { quoted } from '../db/sqlite.ts';
import { ownView } from '../db/tables.ts';
import { requireKey } from '../http/auth.ts';
import {
  type Body,
  checkId,
  flagParam,
  limitBody,
  MAX_JSON_BYTES,
  newId,
  permissionsParam,
  readBody,
} from '../http/params.ts';
import { EVERY_ROW_SQL } from '../query/sql.ts';
import type { BucketSchema } from '../schema.ts';
import { listPage } from './list-page.ts';
import type { Storage } from './storage.ts';
import { type Bucket, toBucket } from './storage-tables.ts';

/** Bytes of the largest file any bucket may take. */
const largestFileSize = 5 * 1024 ** 3;

const textRule = (most: number) =>
  `Value must be a valid string and at least 1 chars and no longer than ${most} chars`;
const listRule = `Value must a valid array no longer than 100 items and ${textRule(64)}`;
const compressionRule = 'Value must be one of (none): files are kept as they come';
const sizeRule = `Value must be a valid range between 1 and ${largestFileSize.toLocaleString('en')}`;

const extension = v.pipe(v.string(), v.regex(/^[A-Za-z0-9]{1,64}$/), v.toLowerCase());
const size = v.pipe(v.number(), v.safeInteger(), v.minValue(1), v.maxValue(largestFileSize));
const given = v.object({
  compression: v.nullish(v.literal('none', compressionRule), 'none'),
  allowedFileExtensions: v.nullish(v.message(v.pipe(v.array(extension), v.maxLength(100)), listRule), []),
  name: v.message(v.pipe(v.string(), v.nonEmpty(), v.maxLength(128)), textRule(128)),
  maximumFileSize: v.nullish(v.message(size, sizeRule), largestFileSize),
});

/** The settings of a bucket from the body of POST or PUT; what is left out gets its default (docs/rules.md#storage). */
function bucketSettings(id: string, body: Body): BucketSchema {
  const { success, output, issues } = v.safeParse(given, Object.fromEntries(body), { abortEarly: true });
  if (!success) {
    const name = String(issues[0].path?.[0].key);
    throw body.get(name) == null ? missingParam(name) : invalidParam(name, issues[0].message);
  }
  return {
    id,
    name: output.name,
    enabled: flagParam(body, 'enabled') ?? true,
    fileSecurity: flagParam(body, 'fileSecurity') ?? false,
    permissions: permissionsParam(body.get('permissions'), 'bucket') ?? [],
    maximumFileSize: output.maximumFileSize,
    allowedFileExtensions: output.allowedFileExtensions,
    compression: output.compression,
    encryption: false,
    antivirus: false,
    transformations: flagParam(body, 'transformations') ?? true,
  };
}

/** Settings that lists of buckets may be asked by. */
const listed = {
  name: 'text',
  enabled: 'boolean',
  fileSecurity: 'boolean',
  maximumFileSize: 'integer',
  transformations: 'boolean',
} as const;

/** The bucket a request names. A disabled one exists for keys only. Throws 404 as docs/rules.md#storage says. */
export function bucketOf(storage: Storage, context: Context<BackendEnv>): Bucket {
  const bucket = storage.buckets.find(checkId('bucketId', context.req.param('bucketId')));
  if (!bucket || (!bucket.enabled && context.get('caller') !== 'key')) {
    throw new ApiError('storage_bucket_not_found');
  }
  return bucket;
}

/** Buckets: for keys only (docs/rules.md#storage). A bucket of the schema file is set back to it at every start. */
export function bucketRoutes(storage: Storage): Hono<BackendEnv> {
  const { buckets, files } = storage;
  const limit = limitBody(MAX_JSON_BYTES);
  const answer = (bucket: Bucket) => ({ ...bucket, totalSize: buckets.totalSize(bucket.$id) });
  const settings = Object.keys(listed).map((key) => `settings ->> '${key}' AS ${quoted(key)}`);
  const bucketList = ownView(
    storage.database,
    'buckets',
    listed,
    `SELECT *, rowid AS _sequence, id AS _id, created AS _created, updated AS _updated, ${settings.join(', ')} FROM storage_buckets`,
  );
  return new Hono<BackendEnv>()
    .get('/', (context) => {
      requireKey(context, 'buckets.read');
      const { total, rows } = listPage(context, bucketList, 'Bucket', EVERY_ROW_SQL);
      return context.json({ total, buckets: rows.map((row) => answer(toBucket(row))) });
    })
    .post('/', limit, async (context) => {
      requireKey(context, 'buckets.write');
      const body = await readBody(context);
      if (!body.has('bucketId')) throw missingParam('bucketId');
      const id = newId('bucketId', body.get('bucketId'));
      const settings = bucketSettings(id, body);
      if (buckets.find(id)) throw new ApiError('storage_bucket_already_exists');
      return context.json(answer(buckets.save(settings)), 201);
    })
    .get('/:bucketId', (context) => {
      requireKey(context, 'buckets.read');
      return context.json(answer(bucketOf(storage, context)));
    })
    .put('/:bucketId', limit, async (context) => {
      requireKey(context, 'buckets.write');
      const settings = bucketSettings(bucketOf(storage, context).$id, await readBody(context));
      return context.json(answer(buckets.save(settings)));
    })
    .delete('/:bucketId', async (context) => {
      requireKey(context, 'buckets.write');
      const bucket = bucketOf(storage, context);
      for (const file of files.ofBucket(bucket.$id)) await storage.remove(bucket, file);
      buckets.remove(bucket.$id);
      return context.body(null, 204);
    });
}
