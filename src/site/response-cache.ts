import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants, gunzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { namesTag } from '#backend/storage/bytes.ts';
import { homeHref } from '#contract/urls.ts';
import { acceptedEncodings, type Encoding } from '#http/compression.ts';
import type { RequestContext } from '#http/request-context.ts';
import { withTimeout } from '#web/library/query-failure.ts';
import { unavailableNotice } from './messages/visitor-texts.ts';
import type { Page, RenderPage } from './page.ts';
import type { Headers } from './security-headers.ts';

/** A response in one encoding, ready to be sent any number of times. */
export interface CachedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer | null;
}

interface Entry extends CachedResponse {
  /** The library version from which it was made. */
  readonly version: string | number;
  /** Time of rendering, in milliseconds of the monotonic clock. */
  readonly renderedAt: number;
  /** The rendered page without its text; absent for responses of the backend. */
  readonly page?: Omit<Page, 'text'>;
  readonly encoding?: Encoding | undefined;
  /** This page with a notice that the library is unavailable. */
  withNotice?: Promise<CachedResponse>;
}

/** Loads a document's data before rendering, outside any slot. Returns undefined if there is no such document. */
export type Prepare = () => Promise<RenderPage | undefined> | RenderPage | undefined;

/** A document that is being rendered in one client's slot. Other clients that request it get the same entry. */
interface Rendering {
  /** The library version from which it is made. */
  readonly version: string | number;
  /** Settles when the document is rendered, before it is compressed. */
  readonly rendered: Promise<unknown>;
  readonly entry: Promise<Entry | undefined>;
}

export type ResponseCache = ReturnType<typeof createResponseCache>;

/** Default maximum size of all entries, in bytes. */
const MAX_BYTES = 6 * 1024 * 1024;
/** Estimated memory of an entry in addition to its key and body, in bytes. */
const OVERHEAD_BYTES = 3 * 1024;
/** Time that a visitor waits for a new page before the previous one is sent, in milliseconds. */
const MAX_WAIT_MS = 250;
/** Age in milliseconds from which a visitor waits for the new page however long it takes, unless another visitor already does. */
const MAX_STALE_MS = 600_000;
/** Time after a failure of the backend in which cached pages are sent without a new attempt, in milliseconds. */
const RETRY_INTERVAL_MS = 5000;
/**
 * `Cache-Control` header of a page: stale immediately in browsers, and after a minute in shared caches (RFC 9111). Caches may send a stale
 * page for ten more minutes while they revalidate it (RFC 5861).
 */
const REVALIDATE = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';
/**
 * `Cache-Control` header of a complete page with an error status, such as 404. Caches must revalidate it, because the content can appear
 * later.
 */
const REVALIDATE_ALWAYS = 'public, no-cache';

/**
 * Addresses of the home pages, which are never queued, refused or evicted, and are compressed to fit into a connection's first round trip.
 */
const homeHrefs: ReadonlySet<string> = new Set([homeHref('en'), homeHref('ar')]);

/** Returns the cache key of an address in an encoding. */
export const cacheKey = (href: string, encoding: Encoding | undefined): string =>
  `${href}\n${encoding ?? ''}`;

/** Returns the encoding of the response to a request; undefined if it is sent uncompressed. */
export const encodingOf = ({ headers }: Request): Encoding | undefined =>
  acceptedEncodings(headers.get('accept-encoding') ?? undefined)[0];

/**
 * Caches responses to anonymous visitors: pages, documents, rows and files. An entry is valid for one version of the library; the previous
 * page or document is sent while its replacement is being made or cannot be made.
 * @param readVersion returns the library version
 * @param pageHeaders headers of pages that have no others
 */
export function createResponseCache(
  readVersion: () => string | number,
  pageHeaders: Headers,
  maxBytes = MAX_BYTES,
) {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }, key) => OVERHEAD_BYTES + 2 * key.length + (body?.length ?? 0),
    // The home pages are never evicted.
    disposeAfter: (entry, key, reason) => {
      if (reason === 'evict' && isHome(key)) entries.set(key, entry);
    },
  });
  /** The latest rendering of each document that is not cached yet. */
  const renderings = new Map<string, Rendering>();
  /** Time of the last incomplete list of the library, in milliseconds of the monotonic clock; undefined while the backend is available. */
  let unavailableSince: number | undefined;
  let versionOfTick: string | number | undefined;

  /** Reads the version once per tick, which suffices because responses to writes are sent in a later tick. */
  const version = () => {
    if (versionOfTick !== undefined) return versionOfTick;
    setImmediate(() => {
      versionOfTick = undefined;
    }).unref();
    versionOfTick = readVersion();
    return versionOfTick;
  };

  const encode = async (
    document: Page,
    encoding: Encoding | undefined,
    isSmall: boolean,
  ): Promise<CachedResponse> => {
    const { status, language, text, type = 'text/html; charset=utf-8', headers = pageHeaders } = document;
    const isCacheable = document.complete && status === 200;
    const body = await compress(text, encoding, isSmall ? 11 : 5);
    const tag = hash('sha256', text, 'base64url').slice(0, 22);
    return {
      status,
      body,
      headers: {
        'Content-Length': String(body.length),
        ...headers,
        // Each encoding has its own bytes, so it has its own strong tag (RFC 9110 section 8.8.3).
        ...(isCacheable && { ETag: encoding ? `"${tag}-${encoding}"` : `"${tag}"` }),
        ...(encoding && { 'Content-Encoding': encoding }),
        'Cache-Control': isCacheable ? REVALIDATE : document.complete ? REVALIDATE_ALWAYS : 'no-store',
        'Content-Language': language,
        'Content-Type': type,
        Vary: 'Accept-Encoding',
      },
    };
  };

  /** Returns the page of an entry with a notice that the library is unavailable. Returns other documents unchanged. */
  const withNotice = (entry: Entry): Promise<CachedResponse> | CachedResponse => {
    const { page, encoding, body } = entry;
    if (!page || page.type) return entry;
    entry.withNotice ??= decompress(body ?? Buffer.alloc(0), encoding).then((html) => {
      const notice = unavailableNotice(page.language);
      const text = html.toString().replace('<div id="root">', (root) => notice + root);
      return encode({ ...page, text, complete: false }, encoding, false);
    });
    return entry.withNotice;
  };

  const find = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    if (!entry) return undefined;
    const isCurrent = entry.version === version();
    return isCurrent || (renderings.has(key) && unavailableSince === undefined) ? entry : undefined;
  };

  const startRendering = (key: string, encoding: Encoding | undefined, render: RenderPage): Rendering => {
    const stamp = { version: readVersion(), renderedAt: performance.now() };
    const rendered = (async () => render())();
    const finish = async (): Promise<Entry | undefined> => {
      const document = await rendered;
      if (!document) {
        entries.delete(key);
        return undefined;
      }
      const { text: _, ...page } = document;
      if (page.status === 200 && (page.complete || isPlainList(key)))
        unavailableSince = page.complete ? undefined : performance.now();
      const entry = { ...stamp, ...(await encode(document, encoding, isHome(key))), page, encoding };
      if (page.complete && isLatest()) entries.set(key, entry);
      return entry;
    };
    const entry = finish().finally(() => isLatest() && renderings.delete(key));
    // Each client handles a failure itself, but possibly only in a later tick.
    entry.catch(() => undefined);
    const rendering = { version: stamp.version, rendered, entry };
    const isLatest = () => renderings.get(key) === rendering;
    renderings.set(key, rendering);
    return rendering;
  };

  /**
   * Renders a document in the client's own slot, so that no client gets another client's refusal. Uses an entry that is current, or being
   * made, when the slot begins.
   */
  const renderInSlot = async (
    key: string,
    encoding: Encoding | undefined,
    render: RenderPage,
    client: RequestContext | undefined,
  ): Promise<Entry | undefined> => {
    let entry: Entry | Promise<Entry | undefined> | undefined;
    const work = async (): Promise<void> => {
      const [cached, running, current] = [entries.get(key), renderings.get(key), readVersion()];
      if (cached?.version === current) entry = cached;
      else if (running?.version === current) entry = running.entry;
      else {
        const rendering = startRendering(key, encoding, render);
        entry = rendering.entry;
        // The slot is free during compression, which runs in another thread.
        await rendering.rendered.catch(() => undefined);
      }
    };
    await (client && !isHome(key) ? client.queue(work) : work());
    return entry;
  };

  return {
    /** Returns the current library version. */
    version: readVersion,
    /** Returns a cached response that can be sent immediately; undefined if there is none. */
    find: find as (key: string) => CachedResponse | undefined,
    /** Stores a response; `libraryVersion` is the version before the response was made. */
    store(key: string, response: CachedResponse, libraryVersion: string | number): void {
      entries.set(key, { ...response, version: libraryVersion, renderedAt: performance.now() });
    },
    /**
     * Returns the cached response of an address, or makes it; the previous one if that is slow or fails. Undefined if there is no such
     * document. Rejects if the response cannot be made and there is no previous one.
     */
    async get(
      href: string,
      encoding: Encoding | undefined,
      prepare: Prepare,
      client?: RequestContext,
    ): Promise<CachedResponse | undefined> {
      const key = cacheKey(href, encoding);
      const cached = find(key);
      if (cached) return cached;
      const previous = entries.get(key);
      const isUnavailable = () =>
        unavailableSince !== undefined && performance.now() - unavailableSince < RETRY_INTERVAL_MS;
      if (previous && isUnavailable()) return withNotice(previous);
      const make = async () => {
        const render = await prepare();
        if (render) return renderInSlot(key, encoding, render, client);
        entries.delete(key);
        return undefined;
      };
      if (!previous) return make();
      const isOld = unavailableSince === undefined && performance.now() - previous.renderedAt >= MAX_STALE_MS;
      const latest = await (isOld ? make() : withTimeout(make(), MAX_WAIT_MS)).catch(() => previous);
      // The previous page is complete, so it is the better response.
      const response = latest?.page?.complete === false ? previous : latest;
      return response === previous && unavailableSince !== undefined ? withNotice(previous) : response;
    },
  };
}

const isHome = (key: string): boolean => homeHrefs.has(key.slice(0, key.indexOf('\n')));
/** Whether an address is the library's list without a search. If that page is incomplete, the backend is unavailable. */
const isPlainList = (key: string): boolean => /^\/(?:\?|\n)/.test(key) && !/[?&]search=/.test(key);

/** Returns the cached response, or a 304 if the client's copy is current. */
export function toResponse(request: Request, { status, headers, body }: CachedResponse): Response {
  const { ETag = '' } = headers;
  const clientTags = ETag && request.headers.get('if-none-match');
  // A CDN that compresses the response turns its tag into a weak one.
  if (!clientTags || ![ETag, `W/${ETag}`].some((tag) => namesTag(clientTags, tag))) {
    const content = request.method === 'HEAD' ? null : (body as Uint8Array<ArrayBuffer> | null);
    return new Response(content, { status, headers });
  }
  const {
    'Content-Length': _length,
    'Content-Type': _type,
    'Content-Encoding': _encoding,
    ...shared
  } = headers;
  return new Response(null, { status: 304, headers: shared });
}

/** Limits concurrent compressions: each takes megabytes, and pages are rendered faster than they are compressed. */
const limitCompressions = pLimit(2);
const [brotli, unbrotli] = [promisify(brotliCompress), promisify(brotliDecompress)];
const [zip, unzip] = [promisify(gzip), promisify(gunzip)];
/** Pages repeat text within 2^16 bytes, so a larger window saves nothing and takes more memory. */
const WINDOW_BITS = 16;

async function compress(text: string, encoding: Encoding | undefined, quality: number): Promise<Buffer> {
  if (!encoding) return Buffer.from(text);
  const compressed = await limitCompressions(() => {
    // Created here so that a waiting page is in memory only once, as text.
    const bytes = Buffer.from(text);
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    };
    return encoding === 'br' ? brotli(bytes, { params }) : zip(bytes);
  });
  // Copied, because zlib returns a view that keeps a larger buffer in memory.
  return Buffer.from(new Uint8Array(compressed).buffer);
}

async function decompress(bytes: Buffer, encoding: Encoding | undefined): Promise<Buffer> {
  return encoding === 'br' ? unbrotli(bytes) : encoding === 'gzip' ? unzip(bytes) : bytes;
}
