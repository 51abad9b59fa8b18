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
import { awayNote } from './messages/visitor-texts.ts';
import type { Page } from './page.ts';
import type { Headers } from './security-headers.ts';

/** A response in one encoding, ready to be sent any number of times. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Buffer | null;
}

interface Entry extends Answer {
  /** The version of the library that it shows. */
  readonly version: string | number;
  /** Milliseconds of the monotonic clock. */
  readonly renderedAt: number;
  /** Rendered content, for answers that do not come from the backend. */
  readonly about?: Omit<Page, 'text'>;
  readonly encoding?: Encoding | undefined;
  /** Whether a newer one is being rendered; until then this one is sent. */
  isRenewing?: boolean;
  /** This page with a notice that the library is unavailable. */
  withNotice?: Promise<Answer>;
}

/** Renders a document, in the client's own slot of the main thread. */
type Render = () => Promise<Page | undefined> | Page | undefined;

/** Loads what a document needs, outside any slot. Returns undefined if there is no such document. */
export type Prepare = () => Promise<Render | undefined> | Render | undefined;

interface Rendering {
  readonly render: Render;
  readonly encoding: Encoding | undefined;
  readonly key: string;
  /** Settles when the main thread has done its part; absent while another client's rendering is joined. */
  slot?: Promise<unknown>;
}

export type Answers = ReturnType<typeof createAnswers>;

const MAX_BYTES = 6 * 1024 * 1024;
/** Size of an entry in addition to its body. */
const OVERHEAD_BYTES = 3 * 1024;
/** Time a visitor waits for a new page before the previous one is served. */
const PATIENCE_MS = 250;
/** Maximum age of an older page, sent only if no new one can be made. */
const MAX_STALE_MS = 600_000;
/** Time between attempts to reach a backend that does not respond. */
const RETRY_MS = 5000;
/** Browsers revalidate each time; a cache in between may answer for a minute (RFC 9111 section 5.2.2.10). */
const REVALIDATE = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';
/** Header for missing content, so that no cache serves the miss after the content exists. */
const REVALIDATE_ALWAYS = 'public, no-cache';

/** The home pages: rendered without a queue and never refused. They must fit into the first flight of a connection. */
const homes: ReadonlySet<string> = new Set([homeHref('en'), homeHref('ar')]);

/** The address and encoding that an answer is cached by. */
export const answerKey = (href: string, encoding: Encoding | undefined): string =>
  `${href}\n${encoding ?? ''}`;

export const encodingOf = ({ headers }: Request): Encoding | undefined =>
  acceptedEncodings(headers.get('accept-encoding') ?? undefined)[0];

/**
 * The cache of answers: pages, documents, rows and files as anonymous visitors get them. An entry is valid for one version; while
 * a new one is made, or cannot be made, the previous one is sent.
 * @param now names the state of the library; it changes with every write and every day
 * @param pageHeaders headers of every page
 */
export function createAnswers(now: () => string | number, pageHeaders: Headers, maxBytes = MAX_BYTES) {
  const cache = new LRUCache<string, Entry, Rendering>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }, key) => OVERHEAD_BYTES + 2 * key.length + (body?.length ?? 0),
    fetchMethod: async (_key, before, { context }) => renew(context, before),
    // The home pages are never evicted.
    disposeAfter: (entry, key, reason) => {
      if (reason === 'evict' && isHome(key)) cache.set(key, entry);
    },
    ignoreFetchAbort: true,
    allowStaleOnFetchAbort: true,
  });
  /** Set while the backend leaves pages incomplete. */
  let awaySince: number | undefined;
  let versionOfTick: string | number | undefined;

  /** The version, read once per tick: a write is answered in a later one. */
  const version = () => {
    if (versionOfTick !== undefined) return versionOfTick;
    setImmediate(() => {
      versionOfTick = undefined;
    }).unref();
    versionOfTick = now();
    return versionOfTick;
  };

  const renew = async (rendering: Rendering, before: Entry | undefined): Promise<Entry | undefined> => {
    const { render, encoding, key } = rendering;
    if (before) before.isRenewing = true;
    try {
      const stamp = { version: now(), renderedAt: performance.now() };
      const job = (async () => render())();
      rendering.slot = job;
      const document = await job;
      if (!document) return undefined;
      const { text: _, ...about } = document;
      if (about.status === 200 && (about.complete || isPlainList(key)))
        awaySince = about.complete ? undefined : performance.now();
      // The previous page is the better answer.
      if (!about.complete && before) throw new Error('The backend does not answer');
      return { ...stamp, ...(await encode(document, encoding, isHome(key))), about, encoding };
    } finally {
      if (before) before.isRenewing = false;
    }
  };

  const encode = async (document: Page, encoding: Encoding | undefined, small: boolean): Promise<Answer> => {
    const { status, language, text, type = 'text/html; charset=utf-8', headers = pageHeaders } = document;
    const isLasting = document.complete && status === 200;
    const body = await compress(text, encoding, small ? 11 : 5);
    const tag = hash('sha256', text, 'base64url').slice(0, 22);
    return {
      status,
      body,
      headers: {
        'Content-Length': String(body.length),
        ...headers,
        // Each encoding has its own bytes, so it has its own strong tag (RFC 9110 section 8.8.3).
        ...(isLasting && { ETag: encoding ? `"${tag}-${encoding}"` : `"${tag}"` }),
        ...(encoding && { 'Content-Encoding': encoding }),
        'Cache-Control': isLasting ? REVALIDATE : document.complete ? REVALIDATE_ALWAYS : 'no-store',
        'Content-Language': language,
        'Content-Type': type,
        Vary: 'Accept-Encoding',
      },
    };
  };

  /** The page of an entry, with the note that it may be an older one. */
  const withNotice = (entry: Entry): Promise<Answer> | Answer => {
    const { about, encoding, body } = entry;
    if (!about || about.type) return entry;
    entry.withNotice ??= decompress(body ?? Buffer.alloc(0), encoding).then((html) => {
      const note = awayNote(about.language);
      const text = html.toString().replace('<div id="root">', (root) => note + root);
      return encode({ ...about, text, complete: false }, encoding, false);
    });
    return entry.withNotice;
  };

  const find = (key: string): Entry | undefined => {
    const entry = cache.get(key, { allowStale: true });
    if (!entry) return undefined;
    return entry.version === version() || (entry.isRenewing && awaySince === undefined) ? entry : undefined;
  };

  /** Renders in the client's own slot unless the page is cached by then, so that no client gets the refusal of another. */
  const renderInSlot = (
    rendering: Rendering,
    client: RequestContext | undefined,
  ): Promise<Entry | undefined> =>
    new Promise((resolve, reject) => {
      const { key } = rendering;
      const startVersion = now();
      const work = async (): Promise<void> => {
        const cached = cache.get(key);
        const forceRefresh = cached?.version !== now();
        const allowStaleOnFetchRejection = cached !== undefined;
        cache.fetch(key, { forceRefresh, allowStaleOnFetchRejection, context: rendering }).then((entry) => {
          // Another client's rendering may have begun before the library changed.
          const isOld = rendering.slot === undefined && entry !== undefined && entry.version !== startVersion;
          if (isOld && entry.version !== now()) return resolve(renderInSlot(rendering, client));
          if (!entry?.about?.complete) cache.delete(key);
          return resolve(entry);
        }, reject);
        // The slot is free during compression, which runs in another thread.
        await rendering.slot?.catch(() => undefined);
      };
      const queued = client && !isHome(key) ? client.queue(work) : work();
      queued.catch(reject);
    });

  return {
    /** The version of the library now. */
    version: now,
    /** The answer that may be sent at once. */
    find: find as (key: string) => Answer | undefined,
    /** Stores an answer made from a version of the library. */
    keep(key: string, answer: Answer, of: string | number): void {
      cache.set(key, { ...answer, version: of, renderedAt: performance.now() });
    },
    /** Returns the cached answer of an address or makes it; undefined when there is no such document. */
    async get(
      href: string,
      encoding: Encoding | undefined,
      prepare: Prepare,
      client?: RequestContext,
    ): Promise<Answer | undefined> {
      const key = answerKey(href, encoding);
      const cached = find(key);
      if (cached) return cached;
      const before = cache.get(key, { allowStale: true });
      const isAway = () => awaySince !== undefined && performance.now() - awaySince < RETRY_MS;
      if (before && isAway()) return withNotice(before);
      const make = async () => {
        const render = await prepare();
        if (render) return renderInSlot({ render, encoding, key }, client);
        cache.delete(key);
        return undefined;
      };
      if (!before) return make();
      const isOld = awaySince === undefined && performance.now() - before.renderedAt >= MAX_STALE_MS;
      const fresh = await (isOld ? make() : withTimeout(make(), PATIENCE_MS)).catch(() => before);
      return fresh === before && awaySince !== undefined ? withNotice(before) : fresh;
    },
  };
}

const isHome = (key: string): boolean => homes.has(key.slice(0, key.indexOf('\n')));
/**
 * Whether an address is the library's list without a search: only then an incomplete page means that the backend is unavailable.
 */
const isPlainList = (key: string): boolean => /^\/(?:\?|\n)/.test(key) && !/[?&]search=/.test(key);

/** Makes the response to a request: the answer, or 304 when the client has it. */
export function toResponse(request: Request, { status, headers, body }: Answer): Response {
  const { ETag = '' } = headers;
  const clientTags = ETag && request.headers.get('if-none-match');
  // A CDN that compresses weakens the tag.
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

/** Limits concurrent brotli compressions: each takes megabytes, and many pages are rendered faster than compressed. */
const compressing = pLimit(2);
const [brotli, unbrotli] = [promisify(brotliCompress), promisify(brotliDecompress)];
const [zip, unzip] = [promisify(gzip), promisify(gunzip)];
/** Pages repeat text within 2^16 bytes. 2^18 saves no byte and takes three times as long; the default 2^22 takes 20 MB. */
const WINDOW_BITS = 16;

async function compress(text: string, encoding: Encoding | undefined, quality: number): Promise<Buffer> {
  if (!encoding) return Buffer.from(text);
  const bytes = await compressing(() => {
    // Pages that wait are held once, as text.
    const plain = Buffer.from(text);
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
    };
    return encoding === 'br' ? brotli(plain, { params }) : zip(plain);
  });
  // zlib returns a view of a larger buffer, and the view would keep the whole buffer in memory.
  return Buffer.from(new Uint8Array(bytes).buffer);
}

async function decompress(bytes: Buffer, encoding: Encoding | undefined): Promise<Buffer> {
  return encoding === 'br' ? unbrotli(bytes) : encoding === 'gzip' ? unzip(bytes) : bytes;
}
