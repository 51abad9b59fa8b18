import type { Hono } from 'hono';
import type { Backend } from '#backend/backend.ts';
import { openLog } from '#library/store/log.ts';
import { createLessonLinks } from '#site/find-lesson.ts';
import { createLibraryData } from '#site/library-data.ts';
import { createResponseCache } from '#site/response-cache.ts';
import { createSiteApp } from '#site/site-app.ts';
import type { SiteEnv } from '#site/site-env.ts';

const notFound = async () => undefined;

/** Creates the site's app over a backend, with the files of lessons. Its pages are empty and have status 404. */
export function createLessonApp(
  { app: backend, readRows, cache, database }: Pick<Backend, 'app' | 'readRows' | 'cache' | 'database'>,
  projectId = 'minbar',
): Hono<SiteEnv> {
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
    findFile: async () => undefined,
    data: createLibraryData({ links, backend, responses, origin: 'https://example.org', ids }),
  });
}
