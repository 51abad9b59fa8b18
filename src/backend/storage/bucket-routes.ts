import { Hono } from 'hono';
import type { BackendEnv } from '../context.ts';
import { quoted } from '../database/names.ts';
import { ownView } from '../database/open-table.ts';
import { dateText } from '../date-text.ts';
import { ApiError, missingParam } from '../errors.ts';
import { requireKey } from '../identity.ts';
import { newId } from '../request/ids.ts';
import { readBody } from '../request/json-body.ts';
import { JSON_BODY_LIMIT, limitBody } from '../request-limits.ts';
import type { BucketSchema } from '../schema.ts';
import { EVERY_ROW_SQL } from '../search/term-sql.ts';
import { bucketSettings } from './bucket-settings.ts';
import { type Bucket, bucketAnswer } from './bucket-table.ts';
import { bucketOf } from './file-access.ts';
import { removeFile } from './file-removal.ts';
import { listPage } from './list-page.ts';
import type { Storage } from './storage.ts';

/** Settings that lists of buckets may be asked by. */
const listed = {
  name: 'text',
  enabled: 'boolean',
  fileSecurity: 'boolean',
  maximumFileSize: 'integer',
  transformations: 'boolean',
} as const;

/** Buckets: for keys only (docs/rules.md#storage). A bucket of the schema file is set back to it at every start. */
export function bucketRoutes(storage: Storage): Hono<BackendEnv> {
  const { buckets, files } = storage;
  const limit = limitBody(JSON_BODY_LIMIT);
  const answer = (bucket: Bucket) => bucketAnswer(bucket, buckets.totalSize(bucket.id));
  const save = (settings: BucketSchema) => buckets.save(settings, dateText(new Date()));
  const settings = Object.keys(listed).map((key) => `settings ->> '${key}' AS ${quoted(key)}`);
  const bucketList = ownView(
    storage.database,
    'buckets',
    listed,
    `SELECT rowid AS _sequence, id AS _id, created AS _created, updated AS _updated, ${settings.join(', ')} FROM storage_buckets`,
  );
  return new Hono<BackendEnv>()
    .get('/', (context) => {
      requireKey(context.get('caller'), 'buckets.read');
      const { total, rows } = listPage(context, bucketList, 'Bucket', EVERY_ROW_SQL);
      const found = rows.map((row) => buckets.find(String(row._id))).filter((bucket) => bucket !== undefined);
      return context.json({ total, buckets: found.map(answer) });
    })
    .post('/', limit, async (context) => {
      requireKey(context.get('caller'), 'buckets.write');
      const body = await readBody(context);
      if (!body.has('bucketId')) throw missingParam('bucketId');
      const id = newId('bucketId', body.get('bucketId'));
      const settings = bucketSettings(id, body);
      if (buckets.find(id)) throw new ApiError('storage_bucket_already_exists');
      return context.json(answer(save(settings)), 201);
    })
    .get('/:bucketId', (context) => {
      requireKey(context.get('caller'), 'buckets.read');
      return context.json(answer(bucketOf(storage, context)));
    })
    .put('/:bucketId', limit, async (context) => {
      requireKey(context.get('caller'), 'buckets.write');
      const settings = bucketSettings(bucketOf(storage, context).id, await readBody(context));
      return context.json(answer(save(settings)));
    })
    .delete('/:bucketId', async (context) => {
      requireKey(context.get('caller'), 'buckets.write');
      const bucket = bucketOf(storage, context);
      for (const file of files.all(bucket.id)) await removeFile(storage, bucket, file);
      buckets.remove(bucket.id);
      return context.body(null, 204);
    });
}
