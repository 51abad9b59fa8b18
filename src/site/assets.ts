import { hash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { COMPRESSIBLE_CONTENT_TYPE_REGEX } from 'hono/utils/compress';
import { getMimeType } from 'hono/utils/mime';
import { renderSVG } from 'uqr';
import { assetPath } from '#contract/urls.ts';
import type { Encoding } from '#http/compression.ts';
import { readGlossaryFile } from '#settings/glossary-file.ts';
import type { CachedResponse } from './response-cache.ts';
import type { Headers } from './security-headers.ts';

/** `Cache-Control` header for addresses that change with their content. */
export const immutable = 'public, max-age=31536000, immutable';

/** A static file, held in memory, because reading it from the disk for each request is slower. */
export interface Asset {
  /** Path of its address. */
  path: string;
  type: string;
  bytes: Buffer;
  /** `bytes`, compressed with brotli by the build. */
  brotli?: Buffer;
}

/** Creates an asset whose address changes with its content, so that browsers can cache it permanently. */
function createAsset(name: string, extension: string, type: string, content: string): Asset {
  const version = hash('sha256', content).slice(0, 8);
  return { path: assetPath(`${name}-${version}.${extension}`), type, bytes: Buffer.from(content) };
}

/** Loads the built files of known types into memory, so that no path of a request reaches the disk. */
export function loadAssets(clientDir: string): Asset[] {
  const folder = join(clientDir, 'assets');
  const names = readdirSync(folder);
  const read = (name: string) => readFileSync(join(folder, name));
  return names.flatMap((name) => {
    const type = getMimeType(name);
    const compressedCopy = names.includes(`${name}.br`) && { brotli: read(`${name}.br`) };
    return type ? [{ path: assetPath(name), type, bytes: read(name), ...compressedCopy }] : [];
  });
}

/** Creates a function that finds an asset by its address and the client's encoding. */
export function createAssetFinder(assets: readonly Asset[], commonHeaders: Headers) {
  const responses = new Map<string, { plain: CachedResponse; brotli: CachedResponse }>();
  for (const { path, type, bytes, brotli = compressIfSmaller(type, bytes) } of assets) {
    const headers = {
      ...commonHeaders,
      'Content-Type': type,
      'Cache-Control': immutable,
      Vary: 'Accept-Encoding',
      // An SVG opened by itself is a document, which must not run scripts.
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      // Feed readers on other sites show the logo.
      ...(type.startsWith('image/') && { 'Cross-Origin-Resource-Policy': 'cross-origin' }),
    };
    const plain = toCachedResponse(headers, bytes);
    responses.set(path, {
      plain,
      brotli: brotli ? toCachedResponse({ ...headers, 'Content-Encoding': 'br' }, brotli) : plain,
    });
  }
  return (href: string, encoding: Encoding | undefined): CachedResponse | undefined => {
    if (!href.startsWith(assetPath(''))) return undefined;
    return responses.get(href.replace(/\?.*/, ''))?.[encoding === 'br' ? 'brotli' : 'plain'];
  };
}

/**
 * Compresses a file that the build did not compress, such as the owner's logo; undefined if its type is not text or it would not shrink.
 */
function compressIfSmaller(type: string, bytes: Buffer): Buffer | undefined {
  if (!COMPRESSIBLE_CONTENT_TYPE_REGEX.test(type)) return undefined;
  // The best quality takes 16 times as long: half a second for the largest logo.
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 };
  const brotli = brotliCompressSync(bytes, { params });
  return brotli.length < bytes.length ? brotli : undefined;
}

function toCachedResponse(headers: Headers, body: Buffer): CachedResponse {
  return { status: 200, headers: { ...headers, 'Content-Length': String(body.length) }, body };
}

/** Reads the owner's glossary and creates the asset that browsers load. Throws a `ConfigError` if it is invalid. */
export function readGlossary(contentDir: string) {
  const synonyms = readGlossaryFile(contentDir);
  const asset = createAsset('glossary', 'json', 'application/json; charset=utf-8', JSON.stringify(synonyms));
  return { synonyms, href: asset.path, asset };
}

/** Creates the site's address for printed pages, as text and as a QR code. */
export function createPrintedAddress(origin: string) {
  const asset = createAsset('address', 'svg', 'image/svg+xml', renderSVG(origin, { border: 0 }));
  return { picture: asset.path, address: removeScheme(origin), asset };
}

/** Returns an address without `https://` or `http://`, as people write it. */
export function removeScheme(address: string): string {
  return address.replace(/^https?:\/\//, '');
}
