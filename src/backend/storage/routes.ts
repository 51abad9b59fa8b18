import { lstatSync } from 'node:fs';
import { type Context, Hono } from 'hono';
import { ApiError, invalidParam, unauthorizedError } from '#http/api-error.ts';
import type { BackendEnv } from '../context.ts';
import type { Sql } from '../db/sqlite.ts';
import { createInternalView, type OpenTable } from '../db/tables.ts';
import { queue, requireKey } from '../http/auth.ts';
import {
  checkId,
  limitBody,
  MAX_JSON_BYTES,
  parsePermissionsParam,
  parseUrlFlag,
  parseUrlQueries,
  readBody,
} from '../http/params.ts';
import { isAllowed, type PermissionAction } from '../permissions.ts';
import { listRows } from '../query/list.ts';
import { invalidQuery, parseQuery } from '../query/parse.ts';
import { planRows } from '../query/plan.ts';
import { createTerm } from '../query/sql.ts';
import { createReadFilter } from '../rows/view.ts';
import { contentDisposition, fileBody, respondWithBytes } from './bytes.ts';
import { type Bucket, fileLocation, fileView, isComplete, readersOf, toStoredFile } from './files.ts';
import type { Storage } from './store.ts';
import { checkFileName, MAX_UPLOAD_BYTES, readUploadHeaders, receiveUpload } from './upload.ts';

/** Attributes by which lists of files can be filtered and sorted, in addition to the system columns. */
const listColumns = {
  name: 'text',
  folder: 'text',
  signature: 'text',
  mimeType: 'text',
  sizeOriginal: 'integer',
  chunksTotal: 'integer',
  chunksUploaded: 'integer',
} as const;

/** Returns the bucket of a request. A disabled bucket exists only for callers with a key. Throws 404, see docs/rules.md#storage. */
function findBucket(storage: Storage, context: Context<BackendEnv>): Bucket {
  const bucket = storage.buckets.find(checkId('bucketId', context.req.param('bucketId')));
  if (!bucket || (!bucket.enabled && context.get('caller') !== 'key'))
    throw new ApiError('storage_bucket_not_found');
  return bucket;
}

/** Returns the file of a request if the caller may perform `action` on it. Throws 401 or 404, see docs/rules.md#storage. */
function fileOf(storage: Storage, context: Context<BackendEnv>, action: PermissionAction) {
  const bucket = findBucket(storage, context);
  const caller = context.get('caller');
  const id = checkId('fileId', context.req.param('fileId'));
  const byBucket = isAllowed(caller, action, bucket.$permissions);
  if (!byBucket && !bucket.fileSecurity) throw createRefusal(action);
  const file = storage.files.find(bucket.$id, id);
  const mayRead = byBucket || (file && isAllowed(caller, 'read', file.$permissions));
  if (!file || !mayRead) throw new ApiError('storage_file_not_found');
  if (!byBucket && !isAllowed(caller, action, file.$permissions)) throw createRefusal(action);
  return { bucket, file };
}

/** Creates the error for an action that the caller may not perform in a visible bucket. */
function createRefusal(action: PermissionAction): ApiError {
  return action === 'read'
    ? unauthorizedError()
    : unauthorizedError(`No permissions provided for action '${action}'`);
}

/** MIME types that a browser can show without running scripts in this site's origin. Other types are shown as plain text. */
const safeInlineType = /^(application\/pdf|image\/(?!svg)[\w.+-]+|audio\/[\w.+-]+|video\/(?!mp2t)[\w.+-]+)$/;

/** Serves the files of a bucket (docs/rules.md#storage) and their bytes (docs/rules.md#bytes-of-a-file). */
export function createFileRoutes(storage: Storage): Hono<BackendEnv> {
  const limit = limitBody(MAX_UPLOAD_BYTES);
  const lists = new Map<number, OpenTable>();

  /** Returns the files of a bucket as a table. The bucket's number is internal, so no request data is in the SQL. */
  const listOf = ({ number }: Bucket): OpenTable => {
    const list =
      lists.get(number) ??
      createInternalView(
        storage.database,
        `files:${number}`,
        listColumns,
        `SELECT *, sequence AS _sequence, id AS _id, created AS _created, updated AS _updated, mime_type AS mimeType,
         size AS sizeOriginal, chunks_total AS chunksTotal, chunks_uploaded AS chunksUploaded
         FROM storage_files WHERE bucket_id = (SELECT id FROM storage_buckets WHERE rowid = ${number})`,
      );
    lists.set(number, list);
    return list;
  };

  const serveBytes = (type: 'inline' | 'attachment') => (context: Context<BackendEnv>) => {
    const { bucket, file } = fileOf(storage, context, 'read');
    // An unfinished upload has no readable bytes.
    if (!isComplete(file)) throw new ApiError('storage_file_not_found');
    const { path } = fileLocation(storage.folders, bucket.$id, file.$id);
    const isPublic = readersOf(bucket, file).includes('any');
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat?.isFile() || stat.size !== file.sizeOriginal) throw new ApiError('storage_file_not_found');
    const etag = `"${file.sha256}"`;
    const keepsType = type === 'attachment' || safeInlineType.test(file.mimeType);
    const isPdf = file.mimeType === 'application/pdf';
    return respondWithBytes(context, {
      size: file.sizeOriginal,
      etag,
      lastModified: new Date(file.$createdAt),
      part: (first, last) => fileBody({ path, stat, first, last }),
      headers: {
        'Content-Type': keepsType ? file.mimeType : 'text/plain; charset=utf-8',
        'Content-Disposition': contentDisposition(type, file.name),
        // No `sandbox`, and no `default-src` for a PDF: with them, Safari and older Chrome show an empty page.
        'Content-Security-Policy': `${isPdf ? '' : "default-src 'none'; "}frame-ancestors 'none'`,
        // The file can be renamed or deleted, so caches revalidate after an hour. Files that are not public stay out of shared caches.
        'Cache-Control': isPublic ? 'public, max-age=3600, must-revalidate' : 'private, no-cache',
        'Cross-Origin-Resource-Policy': 'cross-origin',
        // Search engines may find lessons, unlike the rest of the API.
        'X-Robots-Tag': 'all',
      },
    });
  };

  return new Hono<BackendEnv>()
    .post('/', (context) => {
      const bucket = findBucket(storage, context);
      if (!isAllowed(context.get('caller'), 'create', bucket.$permissions)) throw createRefusal('create');
      const headers = readUploadHeaders(storage, context, bucket);
      const receive = async () => {
        await limit(context, async () => undefined);
        const { file, isNew } = await receiveUpload(storage, context, headers);
        // Flushes before the queue continues: the body stays in memory until the response, so the next upload must wait for the disk too.
        await storage.log.flush();
        context.set('isDurable', true);
        return context.json(fileView(file), isNew ? 201 : 200);
      };
      // Queued bodies wait in their sockets instead of in memory: an SDK sends eight at once.
      return context.env?.client ? context.env.client.queueBody(receive) : receive();
    })

    .get('/', queue, (context) => {
      const bucket = findBucket(storage, context);
      const permissionsColumn = bucket.fileSecurity && 'permissions';
      const readFilter = createReadFilter(context.get('caller'), bucket.$permissions, permissionsColumn);
      const { total, rows } = listPage(context, listOf(bucket), readFilter);
      return context.json({ total, files: rows.map((row) => fileView(toStoredFile(row))) });
    })
    .get('/:fileId', (context) => context.json(fileView(fileOf(storage, context, 'read').file)))
    .put('/:fileId', limitBody(MAX_JSON_BYTES), async (context) => {
      // Refuses a caller before the body is read.
      fileOf(storage, context, 'update');
      const body = await readBody(context);
      // Another request may have changed or deleted the file while the body arrived.
      const { bucket, file } = fileOf(storage, context, 'update');
      const newName = body.get('name') ?? undefined;
      const name = newName === undefined ? file.name : checkFileName(newName, 128);
      const permissions = parsePermissionsParam(body.get('permissions'), 'file') ?? file.$permissions;
      const newFile = storage.files.update(file, name, permissions);
      storage.emit(bucket, newFile, 'update');
      return context.json(fileView(newFile));
    })
    .delete('/:fileId', async (context) => {
      const { bucket, file } = fileOf(storage, context, 'delete');
      await storage.remove(bucket, file);
      return context.body(null, 204);
    })
    .get('/:fileId/view', serveBytes('inline'))
    .get('/:fileId/download', serveBytes('attachment'));
}

/**
 * Lists the files that the `queries`, `search` and `total` of a request select, with their total. An invalid query is 400
 * `general_argument_invalid`, unlike for rows (docs/rules.md#query-errors).
 */
function listPage(context: Context, list: OpenTable, readFilter: Sql) {
  const search = context.req.query('search');
  try {
    const queries = parseUrlQueries(context).map(parseQuery);
    if (queries.some((query) => query.method === 'select'))
      throw invalidQuery('Invalid query method: select');
    const query = planRows(queries, list);
    const byName = search ? [createTerm(list, 'contains', 'name', [search])] : [];
    const withTotal = parseUrlFlag(context, 'total', true);
    const terms = [...query.terms, ...byName];
    return listRows(list, { ...query, terms, withTotal }, readFilter, context.get('caller'));
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    // As on Appwrite, a refused `search` keeps the error type of row queries.
    if (error.message.startsWith('Searching by attribute')) throw error;
    if (error.type === 'general_query_invalid') throw invalidParam('queries', error.message);
    if (error.type !== 'general_cursor_not_found') throw error;
    throw new ApiError('general_cursor_not_found', { message: error.message.replace(/^Row/, 'File') });
  }
}

/** Serves a bucket of `appwrite.config.json` to callers with a key (docs/rules.md#storage). */
export function createBucketRoutes(storage: Storage): Hono<BackendEnv> {
  return new Hono<BackendEnv>().get('/:bucketId', (context) => {
    requireKey(context, 'buckets.read');
    const { number: _, ...bucket } = findBucket(storage, context);
    return context.json({ ...bucket, totalSize: storage.buckets.totalSize(bucket.$id) });
  });
}
