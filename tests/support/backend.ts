import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Backend, type BackendOptions, openBackend } from '#backend/backend.ts';
import { isRealtime } from '#backend/realtime/realtime.ts';
import type { Schema } from '#backend/schema.ts';
import { readSchema, toSchema } from '#backend/schema.ts';
import { storeFolders } from '#backend/storage/files.ts';
import { createAdmission } from '#server/admission/admission.ts';
import { createListener } from '#server/listen.ts';
import { createPictureStore } from '#site/pictures/picture-store.ts';
import { createLessonApp } from './lesson-app.ts';

export const KEY = 'standard_a-key-of-the-tests-only';
export const projectSchema = readSchema(new URL('../../appwrite.config.json', import.meta.url).pathname);

/** Ids of the table of lesson pages in the project's schema. */
export const pagesOfProject = { databaseId: 'library', tableId: 'pages' };

/** Returns the project's schema with additional buckets, described as in `appwrite.config.json`. */
export function schemaWithBuckets(buckets: readonly { $id: string; [setting: string]: unknown }[]): Schema {
  const { projectId } = projectSchema;
  const additional = toSchema({ projectId, tablesDB: [], tables: [], buckets }).buckets;
  return { ...projectSchema, buckets: new Map([...projectSchema.buckets, ...additional]) };
}

export interface RunningBackend {
  readonly backend: Backend;
  readonly dataDir: string;
  /** The URL of the API, such as `http://localhost:12345/v1`. */
  readonly endpoint: string;
  stop(): Promise<void>;
}

/**
 * Starts a backend with the site's app on a free port. Unless `options` say otherwise, it has the project's schema and a temporary data
 * folder, which `stop` removes.
 */
export async function startBackend(options: Partial<BackendOptions> = {}): Promise<RunningBackend> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'minbar-'));
  const store = createPictureStore(storeFolders(dataDir).pictures, 1e9, 60);
  const backend = openBackend({
    schema: projectSchema,
    pagesTable: pagesOfProject,
    apiKeys: [KEY],
    ...options,
    dataDir,
  });
  const listener = createListener(createLessonApp(backend, options.schema?.projectId));
  const admission = createAdmission({ trustProxy: 'off', concurrency: 1, headers: {} });
  const server = createServer(admission.options);
  admission.guard(server, { respond: listener, isLive: isRealtime, openLive: backend.handleUpgrade });
  await once(server.listen(0, 'localhost'), 'listening');
  const endpoint = `http://localhost:${(server.address() as AddressInfo).port}/v1`;
  return {
    backend,
    dataDir,
    endpoint,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      store.close();
      admission.close();
      await backend.close();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
