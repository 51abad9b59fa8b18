import { type Context, Hono } from 'hono';
import type { BackendEnv } from '../context.ts';
import { readableFileOf } from './file-access.ts';
import { answerBytes } from './file-bytes.ts';
import { bytesHeaders } from './file-headers.ts';
import { filePlace } from './file-layout.ts';
import type { Storage } from './storage.ts';

/** `…/{fileId}/view` and `…/download`: the bytes of a file (docs/rules.md#bytes-of-a-file). */
export function fileReadRoutes(storage: Storage): Hono<BackendEnv> {
  function answer(context: Context<BackendEnv>, type: 'inline' | 'attachment'): Response {
    const { bucket, file } = readableFileOf(storage, context);
    return answerBytes(context, {
      path: filePlace(storage.folders, bucket.id, file.id).path,
      size: file.size,
      etag: `"${file.sha256}"`,
      lastModified: new Date(file.created),
      headers: bytesHeaders(bucket, file, type),
    });
  }
  return new Hono<BackendEnv>()
    .get('/:fileId/view', (context) => answer(context, 'inline'))
    .get('/:fileId/download', (context) => answer(context, 'attachment'));
}
