import { Hono } from 'hono';
import type { BackendContext, BackendEnv } from '../context.ts';
import { bucketRoutes } from './bucket-routes.ts';
import { fileReadRoutes } from './file-read-routes.ts';
import { fileRoutes } from './file-routes.ts';
import { openStorage } from './storage.ts';

/** Everything under `/storage`; opens the store on the data folder (contract 7). */
export function storageRoutes(backend: BackendContext): Hono<BackendEnv> {
  const storage = openStorage(backend);
  return new Hono<BackendEnv>()
    .route('/buckets', bucketRoutes(storage, backend))
    .route('/buckets/:bucketId/files', fileRoutes(storage, backend))
    .route('/buckets/:bucketId/files', fileReadRoutes(storage));
}
