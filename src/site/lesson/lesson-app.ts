import { getPath } from 'hono/utils/url';
import { contentDisposition } from '#backend/storage/content-disposition.ts';
import {
  downloadParameter,
  embeddedEndpoint,
  filePath,
  lessonPagePath,
  parsePdfPath,
  pdfPath,
} from '#contract/urls.ts';
import type { BackendSettings } from '#settings/config.ts';
import type { LessonLinks } from './links.ts';

export interface FetchApp {
  fetch(request: Request, env: unknown): Response | Promise<Response>;
}

export interface LessonAppOptions {
  links: LessonLinks;
  backend: FetchApp;
  /** The site's pages, also for a lesson that is not there. */
  site: FetchApp;
  /** The site's public origin. */
  origin: string;
  ids: Pick<BackendSettings, 'projectId' | 'bucketId'>;
}

/** Asked each time: the address stays when a new edition takes the place of the bytes. */
const revalidated = 'public, no-cache';
/** Dates tell editions apart by the second only, and backwards when an edition is taken back: the tag is what counts. */
const byDate = ['if-modified-since', 'if-unmodified-since'];

/**
 * The site and its embedded backend, with the addresses that stay: a lesson's own one answers the bytes of its current edition, and the
 * addresses of a file that a lesson has left lead there: it is kept for the owner alone.
 */
export function createLessonApp({ links, backend, site, origin, ids }: LessonAppOptions): FetchApp {
  const files = `${embeddedEndpoint}${filePath(ids.bucketId)}/`;

  const lesson = async (id: string, request: Request, env: unknown) => {
    const edition = ['GET', 'HEAD', 'OPTIONS'].includes(request.method) ? links.edition(id) : undefined;
    if (edition === undefined || edition === 'gone') return site.fetch(request, env);
    const { fileId, fileName } = edition;
    const address = new URL(`${embeddedEndpoint}${filePath(ids.bucketId, fileId)}/view`, request.url);
    address.searchParams.set('project', ids.projectId);
    const headers = new Headers(request.headers);
    for (const name of byDate) headers.delete(name);
    const response = await backend.fetch(new Request(address, { method: request.method, headers }), env);
    if (response.status === 404) return site.fetch(request, env);
    response.headers.delete('Last-Modified');
    if (response.status === 416) return response;
    // Who finds the PDF in a search engine is led to the lesson's page (RFC 8288, RFC 6596).
    response.headers.set('Link', `<${origin}${lessonPagePath(id)}>; rel="canonical"`);
    response.headers.set('Cache-Control', revalidated);
    const how = new URL(request.url).searchParams.has(downloadParameter) ? 'attachment' : 'inline';
    response.headers.set('Content-Disposition', contentDisposition(how, fileName));
    return response;
  };

  /** The lesson that left the file a visitor asks for, whatever is asked of it: its bytes, a picture of it, or what is known of it. */
  const formerFile = (request: Request): string | undefined => {
    if (!['GET', 'HEAD'].includes(request.method) || request.headers.has('x-appwrite-key')) return undefined;
    // Read as the backend reads it: a letter may be written as an escape.
    const path = getPath(request);
    const fileId =
      path.startsWith(files) &&
      /^([A-Za-z0-9._-]+)(?:\/(?:view|download|preview))?$/.exec(path.slice(files.length))?.[1];
    return (fileId && links.formerlyOf(fileId)) || undefined;
  };

  return {
    fetch(request, env) {
      const { pathname } = new URL(request.url);
      const id = parsePdfPath(pathname);
      if (id !== undefined) return lesson(id, request, env);
      if (!pathname.startsWith(`${embeddedEndpoint}/`)) return site.fetch(request, env);
      const formerly = formerFile(request);
      if (formerly === undefined) return backend.fetch(request, env);
      // A browser may remember it for an hour: taken back, the old edition has the lesson's address too.
      const headers = { Location: pdfPath(formerly), 'Cache-Control': 'public, max-age=3600' };
      return new Response(null, { status: 301, headers });
    },
  };
}
