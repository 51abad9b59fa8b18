import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Page } from './pages.ts';

/** A page ready to be sent, in every encoding asked so far. */
export interface CachedPage {
  status: Page['status'];
  language: Page['language'];
  /** Strong: the same bytes have the same tag (RFC 9110 section 8.8.3). */
  etag: string;
  identity: Buffer;
  brotli: Buffer;
  gzip: Buffer;
  complete: boolean;
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

export interface PageCache {
  /** The cached page, or the one `render` makes; one render at a time for each key. */
  get(key: string, render: () => Promise<Page>): Promise<CachedPage>;
  /** Forgets everything, because the library has changed. */
  clear(): void;
}

/** Keeps rendered pages up to a number of bytes, the longest unused going first. */
export function createPageCache(largestBytes: number): PageCache {
  const pages = new Map<string, CachedPage>();
  const rendering = new Map<string, Promise<CachedPage>>();
  let bytes = 0;
  let generation = 0;

  const sizeOf = (page: CachedPage) => page.identity.length + page.brotli.length + page.gzip.length;
  const forget = (key: string, page: CachedPage) => {
    pages.delete(key);
    bytes -= sizeOf(page);
  };
  const keep = (key: string, page: CachedPage) => {
    pages.set(key, page);
    bytes += sizeOf(page);
    for (const [oldest, unused] of pages) {
      if (bytes <= largestBytes) break;
      forget(oldest, unused);
    }
  };

  const make = async (key: string, render: () => Promise<Page>): Promise<CachedPage> => {
    const begun = generation;
    const { html, ...page } = await render();
    const identity = Buffer.from(html);
    const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`;
    const cached: CachedPage = {
      ...page,
      etag,
      identity,
      brotli: await compressed(identity, quickLevel),
      gzip: await gzipped(identity),
    };
    // A change of the library while this was rendered would be missing from it.
    if (!cached.complete || begun !== generation) return cached;
    keep(key, cached);
    void compressed(identity, bestLevel).then((best) => {
      if (pages.get(key) !== cached) return;
      bytes += best.length - cached.brotli.length;
      cached.brotli = best;
    });
    return cached;
  };

  return {
    async get(key, render) {
      const cached = pages.get(key);
      if (cached) {
        // A Map keeps its order: put last what was used last.
        pages.delete(key);
        pages.set(key, cached);
        return cached;
      }
      const begun = rendering.get(key) ?? make(key, render).finally(() => rendering.delete(key));
      rendering.set(key, begun);
      return begun;
    },
    clear() {
      generation += 1;
      pages.clear();
      rendering.clear();
      bytes = 0;
    },
  };
}
