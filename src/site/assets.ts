import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { renderSVG } from 'uqr';
import { assetPath } from '#contract/urls.ts';
import type { Encoding } from '#http/compression.ts';
import { readGlossaryFile } from '#settings/glossary-file.ts';
import type { CachedResponse } from './response-cache.ts';
import type { Headers } from './security-headers.ts';

/** Header for addresses that change with their content. */
export const immutable = 'public, max-age=31536000, immutable';

/** A file that is sent unchanged, cached in memory because reading it each time is ten times slower. */
export interface Asset {
  /** Its address. */
  path: string;
  type: string;
  bytes: Buffer;
  /** The same, brotli-compressed; absent for what does not shrink. */
  brotli?: Buffer;
}

/** An asset whose address changes with its content, so that browsers may cache it permanently; `name` has no extension. */
function assetOf(name: string, ending: string, type: string, content: string): Asset {
  const version = hash('sha256', content).slice(0, 8);
  return { path: assetPath(`${name}-${version}.${ending}`), type, bytes: Buffer.from(content) };
}

/** Loads the built files. Only these are served: no path of a request reaches the disk. */
export function loadAssets(clientDir: string): Asset[] {
  const folder = join(clientDir, 'assets');
  const names = readdirSync(folder);
  const read = (name: string) => readFileSync(join(folder, name));
  return names.flatMap((name) => {
    const type = getMimeType(name);
    const packed = names.includes(`${name}.br`) && { brotli: read(`${name}.br`) };
    return type ? [{ path: assetPath(name), type, bytes: read(name), ...packed }] : [];
  });
}

/** Finds an asset by its address and the encoding that a client takes. */
export function findAsset(assets: readonly Asset[], every: Headers) {
  const responses = new Map<string, { plain: CachedResponse; brotli: CachedResponse }>();
  for (const { path, type, bytes, brotli } of assets) {
    const headers = {
      ...every,
      'Content-Type': type,
      'Cache-Control': immutable,
      Vary: 'Accept-Encoding',
      // An SVG opened by itself is a document, which must not run scripts.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      // Feed readers on other sites show the logo.
      ...(type.startsWith('image/') && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
    };
    const plain = cachedResponse(headers, bytes);
    responses.set(path, {
      plain,
      brotli: brotli ? cachedResponse({ ...headers, 'Content-Encoding': 'br' }, brotli) : plain,
    });
  }
  return (href: string, encoding: Encoding | undefined): CachedResponse | undefined => {
    if (!href.startsWith(assetPath(''))) return undefined;
    return responses.get(href.replace(/\?.*/, ''))?.[encoding === 'br' ? 'brotli' : 'plain'];
  };
}

function cachedResponse(headers: Headers, body: Buffer): CachedResponse {
  return { status: 200, headers: { ...headers, 'Content-Length': String(body.length) }, body };
}

/** The owner's glossary, and the file that browsers fetch it from. Throws a `ConfigError`. */
export function readGlossary(contentDir: string) {
  const words = readGlossaryFile(contentDir);
  const asset = assetOf('glossary', 'json', 'application/json; charset=utf-8', JSON.stringify(words));
  return { words, href: asset.path, asset };
}

/** Returns the site's address as a printed page shows it, in letters and as a QR code. */
export function printedAddress(origin: string) {
  const asset = assetOf('address', 'svg', 'image/svg+xml', renderSVG(origin, { border: 0 }));
  return { picture: asset.path, address: origin.replace(/^https?:\/\//, ''), asset };
}
