import { gunzipSync } from 'node:zlib';
import { type Answer, answerOf } from './answer.ts';
import type { Asset } from './assets.ts';
import type { CachedPage } from './page-cache.ts';
import { everyAnswer } from './security-headers.ts';

/** Names of everything under /assets/ change with their content. */
const forEver = 'public, max-age=31536000, immutable';
/** Browsers ask again each time; a cache in between may answer for a minute (rule E4). */
const revalidate = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600';

const encodings = ['br', 'gzip'] as const;
type Encoding = (typeof encodings)[number];

/** What a request says that its answer depends on; both headers as they came. */
export interface Asked {
  acceptEncoding: string | undefined;
  ifNoneMatch: string | undefined;
}

/** The best encoding a request accepts of those there are; `undefined` means none (RFC 9110 section 12.5.3). */
function acceptedEncoding(header = '', available: readonly Encoding[]): Encoding | undefined {
  const refused = /;\s*q=0(?:\.0*)?\s*$/;
  const accepted = header.split(',').filter((part) => !refused.test(part));
  return available.find((encoding) => accepted.some((part) => part.trim().split(';')[0] === encoding));
}

interface PageAnswer {
  etag: string;
  whole: Answer;
  unchanged: Answer;
}

function pageAnswer(page: CachedPage, encoding: Encoding | undefined, headers: Record<string, string>) {
  // Each encoding is its own bytes, so it has its own strong tag.
  const etag = encoding ? page.etag.replace(/"$/, `-${encoding}"`) : page.etag;
  const shared = {
    ...headers,
    ETag: etag,
    Vary: 'Accept-Encoding',
    'Content-Language': page.language,
    'Cache-Control': page.complete ? revalidate : 'no-store',
  };
  const described = {
    ...shared,
    'Content-Type': 'text/html; charset=utf-8',
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  };
  const body = encoding === 'br' ? page.brotli : encoding === 'gzip' ? page.gzip : gunzipSync(page.gzip);
  return { etag, whole: answerOf(page.status, described, body), unchanged: answerOf(304, shared) };
}

function assetAnswer(asset: Asset, encoded: boolean): Answer {
  const headers = {
    ...everyAnswer,
    'Content-Type': asset.type,
    'Cache-Control': forEver,
    Vary: 'Accept-Encoding',
    // An SVG opened by itself is a document: it gets to run nothing.
    'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    ...(encoded ? { 'Content-Encoding': 'br' } : {}),
  };
  return answerOf(200, headers, encoded ? asset.brotli : asset.bytes);
}

export interface SiteAnswers {
  page(page: CachedPage, asked: Asked): Answer;
  asset(asset: Asset, asked: Asked): Answer;
}

/** Makes the answers of pages and assets, each once for as long as its bytes are kept. `headers` go with every page. */
export function createSiteAnswers(headers: Record<string, string>): SiteAnswers {
  const pages = new WeakMap<CachedPage, Map<Encoding, PageAnswer>>();
  const assets = new WeakMap<Asset, Map<boolean, Answer>>();
  // Visitors' browsers say one of a few things; whoever invents more is read anew each time.
  const read = new Map<string, Encoding | undefined>();

  const encodingOf = (header = '') => {
    if (read.has(header)) return read.get(header);
    const encoding = acceptedEncoding(header, encodings);
    if (read.size < 100) read.set(header, encoding);
    return encoding;
  };

  return {
    page(page, { acceptEncoding, ifNoneMatch }) {
      const encoding = encodingOf(acceptEncoding);
      const made = keptIn(pages, page, () => new Map<Encoding, PageAnswer>());
      const make = () => pageAnswer(page, encoding, headers);
      // What is not packed is not kept either: it is large, and hardly any browser asks for it.
      const { etag, whole, unchanged } = encoding ? keptIn(made, encoding, make) : make();
      const known = ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
      return known && page.status === 200 ? unchanged : whole;
    },
    asset(asset, { acceptEncoding }) {
      const encoded = asset.brotli !== undefined && encodingOf(acceptEncoding) === 'br';
      const made = keptIn(assets, asset, () => new Map<boolean, Answer>());
      return keptIn(made, encoded, () => assetAnswer(asset, encoded));
    },
  };
}

interface Kept<Key, Value> {
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

function keptIn<Key, Value>(kept: Kept<Key, Value>, key: Key, make: () => Value): Value {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make();
  kept.set(key, made);
  return made;
}
