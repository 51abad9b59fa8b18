import { brotliCompressSync, constants } from 'node:zlib';
import type { ServedFile } from '../harness/nginx.ts';

const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

/** A file for nginx as a careful owner would put it there: compressed at its best beforehand, fonts as they are. */
export function packed(
  path: string,
  content: string | Uint8Array,
  extension = path.split('.').at(-1) ?? '',
): ServedFile {
  const bytes = Buffer.from(content);
  const type = { 'content-type': types[extension] ?? 'application/octet-stream' };
  if (extension === 'woff2')
    return { path, bytes, headers: { ...type, 'cache-control': 'max-age=31536000' } };
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 11,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
  };
  return {
    path,
    bytes: brotliCompressSync(bytes, { params }),
    headers: { ...type, 'content-encoding': 'br' },
  };
}
