import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import { createGate } from '#backend/storage/gate.ts';
import { createTokenBuckets } from '#backend/token-buckets.ts';
import { createBoundedCache } from './bounded-cache.ts';
import type { Page } from './pages.ts';

/** A page ready to be sent. Never changed once made: a better one takes its place. */
export interface CachedPage {
  readonly status: Page['status'];
  readonly language: Page['language'];
  /** Strong: the same bytes have the same tag (RFC 9110 section 8.8.3). */
  readonly etag: string;
  readonly brotli: Buffer;
  /** The page itself is not kept beside it: few ask for it, and it is five times as large. */
  readonly gzip: Buffer;
  readonly complete: boolean;
  /** Whether `brotli` is as small as it gets. */
  readonly best: boolean;
  /** When its rendering began, in milliseconds of the cache's clock. */
  readonly begun: number;
  /** How many changes of the library came before that. */
  readonly generation: number;
}

export interface PageCache {
  /**
   * The cached page, or the one `render` makes; one render at a time for each key. A page past its freshness is
   * answered once more while `render` makes the next one, for as long as that is allowed.
   */
  get(key: string, render: () => Promise<Page>): Promise<CachedPage>;
  /** The cached page when it may be sent without waiting. */
  ready(key: string): CachedPage | undefined;
  /**
   * Says that the library has changed. Whoever asks for a page first waits for the new one; those who ask while it is
   * made, or waits for its turn, are given the one before. In a crowd during a publication nobody waits: after some
   * changes in a row the page before is given once more to the first one too, while the new one is made.
   */
  outdate(): void;
}

export interface PageCacheOptions {
  largestBytes: number;
  /**
   * Renderings at a time, which bounds the memory they take when everyone searches for something else. More than one
   * is for a backend elsewhere, whose answers are waited for: in this process nothing is gained by it.
   */
  mostRenderings?: number;
  /** Milliseconds after which a page is rendered anew; left out when `outdate` tells of every change. */
  freshFor?: number;
  /** Milliseconds for which such a page is still answered while the new one is made. */
  staleFor?: number;
  /** Milliseconds after which a page that is asked again is worth the best compression. */
  settlesAfter?: number;
  now?: () => number;
}

interface Rendering {
  readonly made: Promise<CachedPage>;
  /** How many changes it shows at least: all there are, as long as it has not begun. */
  readonly turn: { shows: number };
}

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const unzipped = promisify(gunzip);

/** How often a visitor waits for a page whose library has changed, page by page. */
const waits = { burst: 10, perMinute: 30 };

/** Level 11 costs 45 ms a page: a visitor gets level 5 at once, the next ones the best. */
const quickLevel = 5;
const bestLevel = 11;

/** A window of 2^18 bytes holds a page; the usual one of 2^22 costs 20 MB while compressing and gains nothing. */
const windowBits = 18;

async function compressed(html: Buffer, level: number): Promise<Buffer> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: level,
    [constants.BROTLI_PARAM_LGWIN]: windowBits,
    [constants.BROTLI_PARAM_SIZE_HINT]: html.length,
  };
  return copied(await brotli(html, { params }));
}

/** What zlib answers is the start of a larger buffer, and `Buffer.from` takes from one: all of it would be kept. */
const copied = (bytes: Buffer): Buffer => Buffer.from(new Uint8Array(bytes).buffer);

const sizeOf = ({ brotli, gzip }: CachedPage) => brotli.length + gzip.length;

/** Keeps rendered pages up to a number of bytes, the longest unused going first. */
export function createPageCache({
  largestBytes,
  mostRenderings = 1,
  freshFor = Number.POSITIVE_INFINITY,
  staleFor = 0,
  settlesAfter = 1000,
  now = () => performance.now(),
}: PageCacheOptions): PageCache {
  const pages = createBoundedCache<CachedPage>(largestBytes, sizeOf);
  /** The latest rendering of each page, under way or in line behind the one before. */
  const renderings = new Map<string, Rendering>();
  const rendering = createGate(mostRenderings);
  const improving = createGate(1);
  const patience = createTokenBuckets(waits);
  /** Tags of pages that will soon have the best compression. */
  const beingImproved = new Set<string>();
  let generation = 0;

  /** While lessons are being published pages live for milliseconds, and nobody gains by the best compression. */
  const improve = async (key: string, { etag, gzip }: CachedPage) => {
    if (beingImproved.has(etag)) return;
    beingImproved.add(etag);
    const best = await improving.pass(async () => compressed(await unzipped(gzip), bestLevel));
    beingImproved.delete(etag);
    const kept = pages.get(key);
    if (kept?.etag === etag) pages.set(key, { ...kept, brotli: best, best: true });
  };

  const make = async (key: string, render: () => Promise<Page>): Promise<CachedPage> => {
    const before = { begun: now(), generation };
    const { html, ...page } = await render();
    const identity = Buffer.from(html);
    const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
    const cached: CachedPage = {
      ...page,
      ...before,
      etag,
      best: false,
      brotli: await compressed(identity, quickLevel),
      gzip: copied(await gzipped(identity)),
    };
    const known = pages.get(key);
    if (!cached.complete || (known && known.generation > cached.generation)) return cached;
    // The same page again may have its best compression already.
    const kept = known?.etag === etag ? { ...known, ...before } : cached;
    pages.set(key, kept);
    return kept;
  };

  const newest = (key: string): Rendering | undefined => {
    const known = renderings.get(key);
    return known && known.turn.shows >= generation ? known : undefined;
  };

  /** One rendering of a page at a time: changes that come meanwhile share the next one. */
  const renderOnce = (key: string, render: () => Promise<Page>): Promise<CachedPage> => {
    const known = newest(key);
    if (known) return known.made;
    const before = renderings.get(key)?.made.catch(() => {});
    const turn = { shows: Number.POSITIVE_INFINITY };
    const made = (async () => {
      await before;
      try {
        return await rendering.pass(() => {
          turn.shows = generation;
          return make(key, render);
        });
      } finally {
        if (renderings.get(key)?.turn === turn) renderings.delete(key);
      }
    })();
    renderings.set(key, { made, turn });
    return made;
  };

  /** Whether a page may be sent as it is, or while the next one is made. */
  const stateOf = (page: CachedPage) => {
    const [age, current] = [now() - page.begun, page.generation === generation];
    return { age, fresh: current && age < freshFor, usable: !current || age < freshFor + staleFor };
  };

  const ready = (key: string) => {
    const page = pages.get(key);
    if (!page) return undefined;
    const { age, fresh, usable } = stateOf(page);
    if (fresh && age >= settlesAfter && !page.best) void improve(key, page);
    return fresh || (usable && newest(key)) ? page : undefined;
  };

  return {
    ready,
    async get(key, render) {
      const known = ready(key);
      if (known) return known;
      const made = renderOnce(key, render);
      const page = pages.get(key);
      if (!page || !stateOf(page).usable) return made;
      const isOutdated = page.generation !== generation;
      if (isOutdated && patience.take(key, now()).allowed) return made;
      // A backend that does not answer now may answer the next visitor's refresh; this one has a page.
      made.catch(() => {});
      return page;
    },
    outdate() {
      generation += 1;
    },
  };
}
