import { Hono } from 'hono';
import type { BackendEnv } from '../context.ts';
import { quoted } from '../database/names.ts';
import { ApiError, missingParam } from '../errors.ts';
import { requireKey } from '../identity.ts';
import { ownView } from '../own-table.ts';
import { newId } from '../request/ids.ts';
import { readBody } from '../request/json-body.ts';
import { JSON_BODY_LIMIT, limitBody } from '../request-limits.ts';
import { EVERY_ROW_SQL } from '../search/term-sql.ts';
import { bucketSettings } from './bucket-settings.ts';
import { bucketOf } from './file-access.ts';
import { listPage } from './list-page.ts';
import type { Storage } from './storage.ts';
import { type Bucket, toBucket } from './storage-tables.ts';

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
      requireKey(context.get('caller'), 'buckets.read');
      const { total, rows } = listPage(context, bucketList, 'Bucket', EVERY_ROW_SQL);
      return context.json({ total, buckets: rows.map((row) => answer(toBucket(row))) });
    })
    .post('/', limit, async (context) => {
      requireKey(context.get('caller'), 'buckets.write');
      const body = await readBody(context);
      if (!body.has('bucketId')) throw missingParam('bucketId');
      const id = newId('bucketId', body.get('bucketId'));
      const settings = bucketSettings(id, body);
      if (buckets.find(id)) throw new ApiError('storage_bucket_already_exists');
      return context.json(answer(buckets.save(settings)), 201);
    })
    .get('/:bucketId', (context) => {
      requireKey(context.get('caller'), 'buckets.read');
      return context.json(answer(bucketOf(storage, context)));
    })
    .put('/:bucketId', limit, async (context) => {
      requireKey(context.get('caller'), 'buckets.write');
      const settings = bucketSettings(bucketOf(storage, context).$id, await readBody(context));
      return context.json(answer(buckets.save(settings)));
    })
    .delete('/:bucketId', async (context) => {
      requireKey(context.get('caller'), 'buckets.write');
      const bucket = bucketOf(storage, context);
      for (const file of files.ofBucket(bucket.$id)) await storage.remove(bucket, file);
      buckets.remove(bucket.$id);
      return context.body(null, 204);
    });
}
