import type { Backend } from '#backend/backend.ts';
import { createLessonApp, type FetchApp } from '#site/lesson/lesson-app.ts';
import { createLessonLinks } from '#site/lesson/links.ts';

/** A backend as the site has it, with the addresses of lessons; the site has no page but a status. */
export function lessonAppOf(
  { app, ownRows }: Pick<Backend, 'app' | 'ownRows'>,
  projectId = 'minbar',
): FetchApp {
  const ids = { projectId, databaseId: 'library', filesTableId: 'files', bucketId: 'pdfs' };
  const links = createLessonLinks(ownRows, ids);
  const site = { fetch: () => new Response(null, { status: 404 }) };
  return createLessonApp({ links, backend: app, site, origin: 'https://example.org', ids });
}
