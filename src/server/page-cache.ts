import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { createBoundedCache } from './bounded-cache.ts';
import type { Page } from './pages.ts';

/** A page ready to be sent, in every encoding. Never changed once made: a better one takes its place. */
export interface CachedPage {
  readonly status: Page['status'];
  readonly language: Page['language'];
  /** Strong: the same bytes have the same tag (RFC 9110 section 8.8.3). */
  readonly etag: string;
  readonly identity: Buffer;
  readonly brotli: Buffer;
  readonly gzip: Buffer;
  readonly complete: boolean;
  /** When its rendering began, in milliseconds of the cache's clock. */
  readonly begun: number;
}

export interface PageCache {
  /**
   * The cached page, or the one `render` makes; one render at a time for each key. A page past its freshness is
   * answered once more while `render` makes the next one, for as long as that is allowed.
   */
  get(key: string, render: () => Promise<Page>): Promise<CachedPage>;
  /** The cached page when it may be sent without asking anybody. */
  fresh(key: string): CachedPage | undefined;
  /** Forgets everything, because the library has changed. */
  clear(): void;
}

export interface PageCacheOptions {
  largestBytes: number;
  /** Milliseconds after which a page is rendered anew; left out when `clear` tells of every change. */
  freshFor?: number;
  /** Milliseconds for which such a page is still answered while the new one is made. */
  staleFor?: number;
  /** Milliseconds a page stays unchanged before it is worth the best compression. */
  settlesAfter?: number;
  now?: () => number;
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Level 11 costs 45 ms a page: a visitor gets level 5 at once, the next ones the best. */
const quickLevel = 5;
const bestLevel = 11;

const compressed = (html: Buffer, level: number) =>
  brotli(html, {
    params: { [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_SIZE_HINT]: html.length },
  });

const sizeOf = (page: CachedPage) => page.identity.length + page.brotli.length + page.gzip.length;

/** Keeps rendered pages up to a number of bytes, the longest unused going first. */
export function createPageCache({
  largestBytes,
  freshFor = Number.POSITIVE_INFINITY,
  staleFor = 0,
  settlesAfter = 1000,
  now = () => performance.now(),
}: PageCacheOptions): PageCache {
  const pages = createBoundedCache<CachedPage>(largestBytes, sizeOf);
  const rendering = new Map<string, Promise<CachedPage>>();
  let generation = 0;

  /** While lessons are being published pages live for milliseconds, and nobody gains by the best compression. */
  const improve = (key: string, page: CachedPage) => {
    const timer = setTimeout(async () => {
      const current = () => {
        const kept = pages.get(key);
        return kept?.etag === page.etag ? kept : undefined;
      };
      if (!current()) return;
      const best = await compressed(page.identity, bestLevel);
      const kept = current();
      if (kept) pages.set(key, { ...kept, brotli: best });
    }, settlesAfter);
    timer.unref();
  };

  const make = async (key: string, render: () => Promise<Page>): Promise<CachedPage> => {
    const [inGeneration, begun] = [generation, now()];
    const { html, ...page } = await render();
    const identity = Buffer.from(html);
    const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
    const cached: CachedPage = {
      ...page,
      etag,
      identity,
      begun,
      brotli: await compressed(identity, quickLevel),
      gzip: await gzipped(identity),
    };
    // A change of the library while this was rendered would be missing from it.
    if (!cached.complete || inGeneration !== generation) return cached;
    const known = pages.get(key);
    // The same page again has its best compression already.
    const kept = known?.etag === etag ? { ...known, begun } : cached;
    pages.set(key, kept);
    if (kept === cached) improve(key, cached);
    return kept;
  };

  const renderOnce = (key: string, render: () => Promise<Page>): Promise<CachedPage> => {
    const known = rendering.get(key);
    if (known) return known;
    const made = make(key, render).finally(() => {
      if (rendering.get(key) === made) rendering.delete(key);
    });
    rendering.set(key, made);
    return made;
  };

  const fresh = (key: string) => {
    const page = pages.get(key);
    return page && now() - page.begun < freshFor ? page : undefined;
  };

  return {
    fresh,
    async get(key, render) {
      const page = pages.get(key);
      if (!page || now() - page.begun >= freshFor + staleFor) return renderOnce(key, render);
      // A backend that does not answer now may answer the next visitor's refresh; this one has a page.
      if (!fresh(key)) renderOnce(key, render).catch(() => {});
      return page;
    },
    clear() {
      generation += 1;
      pages.clear();
      rendering.clear();
    },
  };
}
