import { Hono } from 'hono';
import { inTurn } from '../caller.ts';
import type { BackendEnv } from '../context.ts';
import { ownView } from '../database/open-table.ts';
import { dateText } from '../date-text.ts';
import { unauthorized } from '../errors.ts';
import { may } from '../identity.ts';
import { permissionsParam, readBody } from '../request/json-body.ts';
import { JSON_BODY_LIMIT, limitBody } from '../request-limits.ts';
import { refuseUnbound } from '../rows/row-request.ts';
import { readableSql } from '../rows/table-access.ts';
import { bucketOf, fileOf } from './file-access.ts';
import { removeFile } from './file-removal.ts';
import { listPage } from './list-page.ts';
import type { Storage } from './storage.ts';
import { fileAnswer, tellOfFile, toStoredFile } from './stored-file.ts';
import { receiveUpload } from './upload.ts';
import { checkFileName, readUpload, readUploadHeaders, uploadBodyLimit } from './upload-request.ts';

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

/** Files of a bucket: create, list, get, update, delete (docs/rules.md#storage). */
export function fileRoutes(storage: Storage): Hono<BackendEnv> {
  const limit = limitBody(uploadBodyLimit);
  return new Hono<BackendEnv>()
    .post('/', (context) => {
      const bucket = bucketOf(storage, context);
      if (!may(context.get('caller'), 'create', bucket.permissions))
        throw unauthorized("No permissions provided for action 'create'");
      const headers = readUploadHeaders(context, bucket);
      const receive = async () => {
        await limit(context, async () => undefined);
        const upload = await readUpload(context, headers);
        const { file, isNew } = await receiveUpload(storage, bucket, upload);
        // Until it is answered its body is in memory, so the next one waits for the disk too.
        await storage.log.synced();
        context.set('isDurable', true);
        return context.json(fileAnswer(file), isNew ? 201 : 200);
      };
      // Bodies wait for their turn in their sockets: an SDK sends eight at once.
      return context.env?.visit ? context.env.visit.receiving(receive) : receive();
    })

    .get('/', inTurn, (context) => {
      const { id, permissions, fileSecurity } = bucketOf(storage, context);
      const visible = readableSql(context.get('caller'), permissions, fileSecurity && 'permissions');
      // A colon is in no id, so no table of a schema has this name; and an id holds no quote.
      const list = ownView(
        storage.database,
        `files:${id}`,
        listed,
        `SELECT *, sequence AS _sequence, id AS _id, created AS _created, updated AS _updated, mime_type AS mimeType,
         size AS sizeOriginal, chunks_total AS chunksTotal, chunks_uploaded AS chunksUploaded
         FROM storage_files WHERE bucket_id = '${id}'`,
      );
      const { total, rows } = listPage(context, list, 'File', visible);
      return context.json({ total, files: rows.map((row) => fileAnswer(toStoredFile(row))) });
    })
    .get('/:fileId', (context) => context.json(fileAnswer(fileOf(storage, context, 'read').file)))
    .put('/:fileId', limitBody(JSON_BODY_LIMIT), async (context) => {
      const { bucket, file } = fileOf(storage, context, 'update');
      const body = await readBody(context);
      const given = body.get('name') ?? undefined;
      const name = given === undefined ? file.name : checkFileName(given, 128);
      const permissions = permissionsParam(body.get('permissions'), 'file') ?? file.permissions;
      refuseUnbound(storage, context);
      const updated = storage.files.update(file, name, permissions, dateText(new Date()));
      return context.json(tellOfFile(storage.changes, bucket, updated, 'update'));
    })
    .delete('/:fileId', async (context) => {
      const { bucket, file } = fileOf(storage, context, 'delete');
      await removeFile(storage, bucket, file, () => refuseUnbound(storage, context));
      return context.body(null, 204);
    });
}
