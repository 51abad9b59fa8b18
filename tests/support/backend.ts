import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Backend, type BackendOptions, openBackend } from '#backend/backend.ts';
import { isRealtime } from '#backend/realtime/realtime.ts';
import type { Schema } from '#backend/schema.ts';
import { readSchema, toSchema } from '#backend/schema.ts';
import { openLog } from '#library/store/log.ts';
import { createAdmission } from '#server/admission/admission.ts';
import { createListener } from '#server/listen.ts';
import { createLessonLinks } from '#site/find-lesson.ts';
import { createLibraryData } from '#site/library-data.ts';
import { createResponseCache } from '#site/response-cache.ts';
import { createSiteApp } from '#site/site-app.ts';
import { listenOnFreePort } from './free-port.ts';

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

const notFound = async () => undefined;

/** Creates the site's app over a backend, with the files of lessons. Its pages are empty and have status 404. */
function createLessonApp({ app: backend, readRows, cache, database }: Backend, projectId = 'minbar') {
  const ids = { projectId, databaseId: 'library', filesTableId: 'files', bucketId: 'pdfs' };
  const links = createLessonLinks(readRows, openLog(database), ids);
  const responses = createResponseCache(() => cache.version(), {});
  const page = { status: 404, language: 'en', text: '', type: 'text/plain', complete: true } as const;
  return createSiteApp({
    pages: {
      home: async () => page,
      lesson: notFound,
      poster: notFound,
      embed: notFound,
      follow: notFound,
      error: async () => page,
    },
    responses,
    assets: () => undefined,
    apps: [],
    headers: {},
    icon: '/',
    findLesson: async (id) => links.currentFile(id),
    findFile: notFound,
    data: createLibraryData({ links, backend, responses, origin: 'https://example.org', ids }),
  });
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
  const endpoint = `${await listenOnFreePort(server, 'localhost')}/v1`;
  return {
    backend,
    dataDir,
    endpoint,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      admission.close();
      await backend.close();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
