import { Hono } from 'hono';
import type { BackendContext, BackendEnv } from '../context.ts';
import { bucketRoutes } from './bucket-routes.ts';
import { fileRoutes } from './file-routes.ts';
import { fileViewRoutes } from './file-view-routes.ts';
import type { Storage } from './storage.ts';

/** Everything under `/storage` (docs/rules.md#storage). */
export function storageRoutes(storage: Storage, backend: BackendContext): Hono<BackendEnv> {
  return new Hono<BackendEnv>()
    .route('/buckets', bucketRoutes(storage, backend))
    .route('/buckets/:bucketId/files', fileRoutes(storage, backend))
    .route('/buckets/:bucketId/files', fileViewRoutes(storage));
}
