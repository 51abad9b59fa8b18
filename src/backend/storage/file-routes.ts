import { Hono } from 'hono';
import type { BackendContext, BackendEnv } from '../context.ts';
import { unauthorized } from '../errors.ts';
import { may } from '../identity.ts';
import { limitBody } from '../request-limits.ts';
import { readersOf } from './bucket.ts';
import { bucketOf, fileOf } from './file-access.ts';
import { discardFile } from './file-disk.ts';
import { filePlace } from './file-layout.ts';
import { createGate } from './gate.ts';
import type { Storage } from './storage.ts';
import { fileAnswer } from './stored-file.ts';
import { receiveUpload } from './upload.ts';
import { readUpload, readUploadHeaders, uploadBodyLimit } from './upload-request.ts';

/** Upload bodies held in memory at the same time; an SDK sends eight at once, the others wait in their sockets. */
const uploadsAtOnce = 2;

/** Files of a bucket: create, get, update, delete (contract 7.2). */
export function fileRoutes(storage: Storage, { changes }: BackendContext): Hono<BackendEnv> {
  const gate = createGate(uploadsAtOnce);
  const limit = limitBody(uploadBodyLimit);
  return new Hono<BackendEnv>()
    .post('/', (context) => {
      const bucket = bucketOf(storage, context);
      if (!may(context.get('caller'), 'create', bucket.permissions)) throw unauthorized();
      const headers = readUploadHeaders(context, bucket);
      return gate.pass(async () => {
        await limit(context, async () => undefined);
        const upload = await readUpload(context, headers);
        const { file, news } = await receiveUpload(storage, changes, bucket, upload);
        return context.json(fileAnswer(file), news ? 201 : 200);
      });
    })
    .get('/:fileId', (context) => context.json(fileAnswer(fileOf(storage, context, 'read').file)))
    .delete('/:fileId', async (context) => {
      const { bucket, file } = fileOf(storage, context, 'delete');
      const place = filePlace(storage.folders, bucket.id, file.id);
      await storage.turns.take(place.path, async () => {
        storage.files.remove(file);
        await discardFile(place);
      });
      const payload = fileAnswer(file);
      const readers = readersOf(bucket, file);
      changes.emit({
        kind: 'file',
        action: 'delete',
        bucketId: bucket.id,
        fileId: file.id,
        payload,
        readers,
      });
      return context.body(null, 204);
    });
}
