import { lstatSync } from 'node:fs';
import { type Context, Hono } from 'hono';
import { ApiError, unauthorized } from '#http/api-error.ts';
import type { BackendEnv } from '../context.ts';
import { ownView } from '../db/tables.ts';
import { clientOf, queue } from '../http/auth.ts';
import { checkId, limitBody, MAX_JSON_BYTES, permissionsParam, readBody } from '../http/params.ts';
import type { PermissionAction } from '../permissions.ts';
import { isAllowed } from '../permissions.ts';
import { readableSql } from '../rows/view.ts';
import { refuseUnbound } from '../rows/write-routes.ts';
import { answerBytes } from './answer-bytes.ts';
import { bucketOf } from './bucket-routes.ts';
import { contentDisposition } from './content-disposition.ts';
import { filePlace } from './file-layout.ts';
import { listPage } from './list-page.ts';
import { readPreviewRequest } from './preview.ts';
import type { Storage } from './storage.ts';
import { fileAnswer, isComplete, readersOf, toStoredFile } from './storage-tables.ts';
import { checkFileName, readUploadHeaders, receiveUpload, uploadBodyLimit } from './upload.ts';

/** What lists of files may be asked by. */
const listed = {
  name: 'text',
  folder: 'text',
  signature: 'text',
  mimeType: 'text',
  sizeOriginal: 'integer',
  chunksTotal: 'integer',
  chunksUploaded: 'integer',
} as const;

/** The file a request names, if the caller may do `action` on it. Throws 401 or 404 as docs/rules.md#storage says. */
function fileOf(storage: Storage, context: Context<BackendEnv>, action: PermissionAction) {
  const bucket = bucketOf(storage, context);
  const caller = context.get('caller');
  const id = checkId('fileId', context.req.param('fileId'));
  const byBucket = isAllowed(caller, action, bucket.$permissions);
  if (!byBucket && !bucket.fileSecurity) throw refusal(action);
  const file = storage.files.find(bucket.$id, id);
  const mayRead = byBucket || (file && isAllowed(caller, 'read', file.$permissions));
  if (!file || !mayRead) throw new ApiError('storage_file_not_found');
  if (!byBucket && !isAllowed(caller, action, file.$permissions)) throw refusal(action);
  return { bucket, file };
}

/** Why a caller may not do something in a bucket that it may know of. */
function refusal(action: PermissionAction): ApiError {
  return action === 'read' ? unauthorized() : unauthorized(`No permissions provided for action '${action}'`);
}

/** What a browser may show by itself without running anything as a page of ours; the rest is shown as text. */
const shownInline = /^(application\/pdf|image\/(?!svg)[\w.+-]+|audio\/[\w.+-]+|video\/(?!mp2t)[\w.+-]+)$/;

/**
 * Files of a bucket: create, list, get, update, delete (docs/rules.md#storage), and what is seen of one: its bytes, and a picture of a
 * PDF's first page or of an image (docs/rules.md#bytes-of-a-file).
 */
export function fileRoutes(storage: Storage): Hono<BackendEnv> {
  const limit = limitBody(uploadBodyLimit);

  /** The file a request may see, where it lies, and what every answer says of it. An upload that is not finished has no bytes yet. */
  const seenFile = (context: Context<BackendEnv>) => {
    const { bucket, file } = fileOf(storage, context, 'read');
    if (!isComplete(file)) throw new ApiError('storage_file_not_found');
    const { path } = filePlace(storage.folders, bucket.$id, file.$id);
    const isPublic = readersOf(bucket, file).includes('any');
    const headers = {
      // The bytes under an id never change (a new content needs a new file), but its name may, and it may be deleted: so an hour,
      // then a 304 by ETag that costs no bytes and brings the new name. `immutable` would hide both. What not everyone may read
      // stays out of shared caches.
      'Cache-Control': isPublic ? 'public, max-age=3600, must-revalidate' : 'private, no-cache',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      // Lessons are to be found by search engines, unlike the rest of the API.
      'X-Robots-Tag': 'all',
    };
    return { bucket, file, path, lastModified: new Date(file.$createdAt), headers };
  };

  const bytes = (type: 'inline' | 'attachment') => (context: Context<BackendEnv>) => {
    const { file, path, lastModified, headers } = seenFile(context);
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (!stat?.isFile() || stat.size !== file.sizeOriginal) throw new ApiError('storage_file_not_found');
    const etag = `"${file.sha256}"`;
    const shown = type === 'attachment' || shownInline.test(file.mimeType);
    const isPdf = file.mimeType === 'application/pdf';
    return answerBytes(context, {
      size: file.sizeOriginal,
      etag,
      lastModified,
      part: (first, last) => storage.bodyOf({ path, etag, stat, first, last }),
      headers: {
        'Content-Type': shown ? file.mimeType : 'text/plain; charset=utf-8',
        'Content-Disposition': contentDisposition(type, file.name),
        // No `sandbox`, and for a PDF no `default-src`: Safari and older Chrome then show an empty page instead of it.
        'Content-Security-Policy': `${isPdf ? '' : "default-src 'none'; "}frame-ancestors 'none'`,
        ...headers,
      },
    });
  };

  const preview = async (context: Context<BackendEnv>) => {
    const { bucket, file, path, lastModified, headers } = seenFile(context);
    const isOffered = bucket.transformations || context.get('caller') === 'key';
    if (!isOffered || !storage.findPreview) throw new ApiError('storage_bucket_transformations_disabled');
    const request = readPreviewRequest(context);
    const { bytes, tag, kept } = await storage.findPreview(file, path, request, clientOf(context));
    return answerBytes(context, {
      size: bytes.length,
      etag: `"${tag}"`,
      lastModified,
      part: (first, last) => bytes.subarray(first, last + 1) as Buffer<ArrayBuffer>,
      headers: {
        'Content-Type': `image/${request.format}`,
        ...headers,
        'X-Appwrite-Cache': kept ? 'hit' : 'miss',
      },
    });
  };

  return new Hono<BackendEnv>()
    .post('/', (context) => {
      const bucket = bucketOf(storage, context);
      if (!isAllowed(context.get('caller'), 'create', bucket.$permissions)) throw refusal('create');
      const headers = readUploadHeaders(context, bucket);
      const receive = async () => {
        await limit(context, async () => undefined);
        const { file, isNew } = await receiveUpload(storage, context, headers);
        // Until it is answered its body is in memory, so the next one waits for the disk too.
        await storage.log.synced();
        context.set('isDurable', true);
        return context.json(fileAnswer(file), isNew ? 201 : 200);
      };
      // Bodies wait for their turn in their sockets: an SDK sends eight at once.
      return context.env?.client ? context.env.client.queueBody(receive) : receive();
    })

    .get('/', queue, (context) => {
      const { $id, $permissions, fileSecurity } = bucketOf(storage, context);
      const visible = readableSql(context.get('caller'), $permissions, fileSecurity && 'permissions');
      // A colon is in no id, so no table of a schema has this name; and an id holds no quote.
      const list = ownView(
        storage.database,
        `files:${$id}`,
        listed,
        `SELECT *, sequence AS _sequence, id AS _id, created AS _created, updated AS _updated, mime_type AS mimeType,
         size AS sizeOriginal, chunks_total AS chunksTotal, chunks_uploaded AS chunksUploaded
         FROM storage_files WHERE bucket_id = '${$id}'`,
      );
      const { total, rows } = listPage(context, list, 'File', visible);
      return context.json({ total, files: rows.map((row) => fileAnswer(toStoredFile(row))) });
    })
    .get('/:fileId', (context) => context.json(fileAnswer(fileOf(storage, context, 'read').file)))
    .put('/:fileId', limitBody(MAX_JSON_BYTES), async (context) => {
      const { bucket, file } = fileOf(storage, context, 'update');
      const body = await readBody(context);
      const given = body.get('name') ?? undefined;
      const name = given === undefined ? file.name : checkFileName(given, 128);
      const permissions = permissionsParam(body.get('permissions'), 'file') ?? file.$permissions;
      refuseUnbound(storage, context);
      const updated = storage.files.update(file, name, permissions);
      storage.tell(bucket, updated, 'update');
      return context.json(fileAnswer(updated));
    })
    .delete('/:fileId', async (context) => {
      const { bucket, file } = fileOf(storage, context, 'delete');
      await storage.remove(bucket, file, () => refuseUnbound(storage, context));
      return context.body(null, 204);
    })
    .get('/:fileId/view', bytes('inline'))
    .get('/:fileId/download', bytes('attachment'))
    .get('/:fileId/preview', preview);
}
