import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { type Context, Hono, type HonoRequest } from 'hono';
import { LRUCache } from 'lru-cache';
import { errorResponse } from '#backend/app.ts';
import { chunksOf, contentDisposition, type ReadChunks } from '#backend/storage/bytes.ts';
import {
  downloadParameter,
  embeddedEndpoint,
  filePath,
  lessonPagePath,
  parsePdfPath,
  pdfPath,
  pdfPattern,
} from '#contract/urls.ts';
import { unauthorizedError } from '#http/api-error.ts';
import { createTickScheduler } from '#http/tick-scheduler.ts';
import type { BackendSettings } from '#settings/config.ts';
import type { LessonLinks } from './find-lesson.ts';
import type { CachedResponse, ResponseCache } from './response-cache.ts';
import type { SiteEnv } from './site-env.ts';

interface FetchApp {
  fetch(request: Request, env: unknown): Response | Promise<Response>;
}

export interface LibraryDataOptions {
  links: LessonLinks;
  backend: FetchApp;
  responses: Pick<ResponseCache, 'find' | 'store' | 'version'>;
  /** The site's public origin. */
  origin: string;
  ids: Pick<BackendSettings, 'projectId' | 'bucketId'>;
}

export type LibraryData = ReturnType<typeof createLibraryData>;

/** Request headers on which the backend's responses depend, in addition to method, URL and `conditionalHeaders`; part of the cache key. */
export const cacheKeyHeaders = [
  'host',
  'origin',
  'accept-encoding',
  'x-appwrite-project',
  'x-appwrite-key',
  'x-appwrite-response-format',
  'x-appwrite-locale',
] as const;
/** Headers of conditional and range requests (RFC 9110 sections 13 and 14). */
export const conditionalHeaders = [
  'range',
  'if-range',
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
] as const;

/** Maximum size in bytes of a response that is cached at its first request; larger lists of rows are usually requested only once. */
const MAX_CACHED_BYTES = 256 * 1024;
/** Maximum size in bytes of a file that is cached at its second request, such as a new lesson for a whole congregation. */
const MAX_POPULAR_BYTES = 1024 * 1024;
/** Maximum total size in bytes of popular files being sent from the cache: a slow client keeps its file in memory even after eviction. */
const MAX_SENT_BYTES = 16 * 1024 * 1024;
/** Maximum number of file pieces copied by the main thread in one tick. */
const PIECES_PER_TICK = 8;
const rowsAddress = /^\/v1\/tablesdb\/[^/?]+\/tables\/[^/?]+\/rows(?:\?|$)/;
const fileAddress =
  /^\/(?:v1\/storage\/buckets\/[^/?]+\/files\/[^/?]+\/(?:view|download)|lesson\/[^/?]+\.pdf)(?:\?|$)/;
/** `Cache-Control` header for an address whose file can change. */
const REVALIDATE_ALWAYS = 'public, no-cache';
/**
 * Headers ignored for a lesson's current file, in favor of the `ETag`: dates are exact to a second, and an undo brings back an earlier one.
 */
const dateHeaders = ['if-modified-since', 'if-unmodified-since'];

/**
 * Creates the routes of the embedded backend on the site's origin, and of permanent lesson addresses, which return a lesson's current file.
 * Visitors' lists of rows, small files and popular files are cached; `findCached` returns them.
 */
export function createLibraryData({ links, backend, responses, origin, ids }: LibraryDataOptions) {
  const app = new Hono<SiteEnv>();
  const files = `${embeddedEndpoint}${filePath(ids.bucketId)}/`;

  const keyOf = ({ headers }: Request, href: string): string => {
    let key = href;
    // Line breaks separate the parts, because no header contains one (RFC 9110 section 5.5).
    for (const name of cacheKeyHeaders) key += `\n${headers.get(name) ?? ''}`;
    return key;
  };
  /** Whether the response can be cached for all visitors: a list of rows or a whole file, requested without a key. */
  const isShared = ({ method, headers }: Request, href: string): boolean => {
    if (method !== 'GET' || !/^\/(?:v1|lesson)\//.test(href) || headers.has('x-appwrite-key')) return false;
    if (fileAddress.test(href)) return !conditionalHeaders.some((name) => headers.has(name));
    return rowsAddress.test(href);
  };
  /** Number of clients to which each popular file is being sent from the cache. */
  const clientCounts = new Map<Buffer, number>();
  const findCached = (
    request: Request,
    href: string,
    outgoing?: ServerResponse,
  ): CachedResponse | undefined => {
    const response = isShared(request, href) ? responses.find(keyOf(request, href)) : undefined;
    const body = response?.body;
    if (!body || body.length <= MAX_CACHED_BYTES) return response;
    const clients = clientCounts.get(body) ?? 0;
    const bytes = [...clientCounts.keys()].reduce((sum, { length }) => sum + length, body.length);
    // Without a cached response, the file is sent in pieces, so that a slow client keeps only one piece in memory.
    if (!outgoing || (clients === 0 && bytes > MAX_SENT_BYTES)) return undefined;
    clientCounts.set(body, clients + 1);
    outgoing.once('close', () => {
      const otherClients = (clientCounts.get(body) ?? 0) - 1;
      if (otherClients > 0) clientCounts.set(body, otherClients);
      else clientCounts.delete(body);
    });
    return response;
  };
  const recentRequests = new LRUCache<string, true>({ max: 100 });
  /** Whether a file that is small enough and not cached yet was requested recently. Records the request. */
  const isPopular = (key: string, length: number): boolean => {
    if (length > MAX_POPULAR_BYTES || responses.find(key)) return false;
    const wasRequested = recentRequests.has(key);
    recentRequests.set(key, true);
    return wasRequested;
  };

  const send = async (
    { req, env }: Context<SiteEnv>,
    fetchResponse: () => Response | Promise<Response>,
  ): Promise<Response> => {
    const version = responses.version();
    const response = await fetchResponse();
    const pieces = chunksOf(response);
    const headers = Object.fromEntries(response.headers);
    const { pathname, search, searchParams } = new URL(req.url);
    const href = pathname + search;
    const key = keyOf(req.raw, href);
    // A list inside a transaction can contain uncommitted rows.
    const isCacheable =
      response.status === 200 && isShared(req.raw, href) && !searchParams.has('transactionId');
    if (pieces && !(isCacheable && isPopular(key, Number(headers['content-length'])))) {
      if (!env?.outgoing) return response;
      await sendPieces(env.outgoing as ServerResponse, response.status, headers, pieces());
      return RESPONSE_ALREADY_SENT;
    }
    if (!isCacheable) return response;
    const body = Buffer.from(await response.arrayBuffer());
    const cached = { status: 200, headers: { ...headers, 'content-length': String(body.length) }, body };
    if (pieces || body.length <= MAX_CACHED_BYTES) responses.store(key, cached, version);
    return new Response(body, cached);
  };

  app.on(['GET', 'HEAD', 'OPTIONS'], pdfPattern, (context, next) => {
    const { req, env } = context;
    const id = parsePdfPath(req.path) ?? '';
    const current = links.currentFile(id);
    if (current === undefined || current === 'gone') return next();
    const { fileId, fileName } = current;
    const address = new URL(`${embeddedEndpoint}${filePath(ids.bucketId, fileId)}/view`, req.url);
    address.searchParams.set('project', ids.projectId);
    const headers = new Headers(req.raw.headers);
    for (const name of dateHeaders) headers.delete(name);
    return send(context, async () => {
      const response = await backend.fetch(new Request(address, { method: req.method, headers }), env);
      response.headers.delete('Last-Modified');
      if (response.status === 416) return response;
      // Names the lesson's page as the one that search engines should show (RFC 8288, RFC 6596).
      response.headers.set('Link', `<${origin}${lessonPagePath(id)}>; rel="canonical"`);
      response.headers.set('Cache-Control', REVALIDATE_ALWAYS);
      const disposition = req.query(downloadParameter) === undefined ? 'inline' : 'attachment';
      response.headers.set('Content-Disposition', contentDisposition(disposition, fileName));
      return response;
    });
  });

  /** Returns the id of the lesson to which a former file belonged, if a visitor requests this file's bytes, preview or metadata. */
  const requestedFormerLesson = (req: HonoRequest): string | undefined => {
    if (!['GET', 'HEAD'].includes(req.method) || req.header('x-appwrite-key') !== undefined) return undefined;
    const fileId =
      req.path.startsWith(files) &&
      /^([A-Za-z0-9._-]+)(?:\/(?:view|download|preview))?\/?$/.exec(req.path.slice(files.length))?.[1];
    return (fileId && links.formerLesson(fileId)) || undefined;
  };
  /** Whether a visitor requests the list of files. The list also contains files of removed and replaced lessons, which an undo needs. */
  const isVisitorsFileList = (req: HonoRequest): boolean =>
    ['GET', 'HEAD'].includes(req.method) &&
    req.path.replace(/\/*$/, '/') === files &&
    !req.header('x-appwrite-key');
  /** Replaces a list with Appwrite's refusal, which pages of allowed origins can read. */
  const refuseList = (context: Context<SiteEnv>, list: Response) => {
    for (const [name, value] of list.headers)
      if (/^(?:access-control-.*|vary)$/.test(name)) context.header(name, value);
    return errorResponse(unauthorizedError(), context);
  };
  app.all(`${embeddedEndpoint}/:path{.*}`, async (context): Promise<Response> => {
    const { req, env } = context;
    if (isVisitorsFileList(req)) {
      const response = await backend.fetch(req.raw, env);
      return response.ok ? refuseList(context, response) : response;
    }
    const formerLessonId = requestedFormerLesson(req);
    if (formerLessonId === undefined) return send(context, () => backend.fetch(req.raw, env));
    // Cached for an hour only, because an undo can make a former file current again.
    return context.body(null, 301, {
      Location: pdfPath(formerLessonId),
      'Cache-Control': 'public, max-age=3600',
    });
  });

  return { app, findCached };
}

/** Shared by all downloads. */
const scheduleInTick = createTickScheduler(() => PIECES_PER_TICK);

/**
 * Sends pieces one after another, without web streams, which take much CPU time. Stops if the client disconnects. Rejects if the first
 * piece cannot be read, so that another response can be sent; closes the connection if a later one cannot.
 */
export async function sendPieces(
  response: ServerResponse,
  status: number,
  headers: Record<string, string>,
  pieces: ReturnType<ReadChunks>,
): Promise<void> {
  let wake = () => {};
  response.once('close', () => wake());
  try {
    for await (const piece of pieces) {
      await new Promise<void>((begin) => scheduleInTick(begin));
      if (!response.headersSent) response.writeHead(status, headers);
      await new Promise<void>((resolve) => {
        wake = resolve;
        response.write(piece, () => resolve());
      });
      if (response.destroyed) return;
    }
    response.end();
  } catch (error) {
    if (!response.headersSent) throw error;
    // The length was already sent, so only closing the connection shows the client that bytes are missing.
    console.error('A file could not be sent completely:', error);
    response.destroy();
  }
}
