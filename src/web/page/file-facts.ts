const EXTENSION_LENGTH = '.pdf'.length;

/** Returns a file's name without its last 4 characters (docs/rules.md#the-library-on-a-page); names of up to 4 characters are unchanged. */
export function fileTitle(fileName: string): string {
  return fileName.length > EXTENSION_LENGTH ? fileName.slice(0, -EXTENSION_LENGTH) : fileName;
}

const KB = 1024;
const MB = 1024 * KB;
/** Number of bytes from which a size is shown in MB. */
const MIN_MB_BYTES = 10 * KB;

const oneDecimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats a size in bytes for both languages: under 10 KB in KB, else in MB with 2 decimals. Negative sizes and NaN count as 0. */
export function formatFileSize(bytes: number): string {
  const size = Number.isFinite(bytes) ? Math.max(0, bytes) : 0;
  return size < MIN_MB_BYTES ? `${oneDecimal.format(size / KB)} KB` : `${twoDecimals.format(size / MB)} MB`;
}

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Returns a row's address if it is safe (docs/rules.md#untrusted-rows): https, http between local hosts, or this site, as a path without
 * the fragment. Undefined for other addresses, and for those with a user name or password.
 *
 * @param origin the site's origin, for example `https://example.org`
 */
export function toSafeHref(url: string, origin: string): string | undefined {
  const baseUrl = new URL(origin);
  const parsedUrl = parseUrl(url, baseUrl);
  if (parsedUrl === undefined || parsedUrl.username !== '' || parsedUrl.password !== '') return undefined;
  if (parsedUrl.origin === baseUrl.origin)
    return isPathOrHttp(url) ? `${parsedUrl.pathname}${parsedUrl.search}` : undefined;
  // Only a complete address can lead to another site, not `//host` or `\\host`.
  if (!/^https?:\/\/[^/\\]/i.test(url)) return undefined;
  if (parsedUrl.protocol === 'https:') return parsedUrl.href;
  return parsedUrl.protocol === 'http:' &&
    localHosts.has(parsedUrl.hostname) &&
    localHosts.has(baseUrl.hostname)
    ? parsedUrl.href
    : undefined;
}

/** Replaces `URL.parse`, which older phones lack. */
function parseUrl(url: string, base: URL): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}

function isPathOrHttp(url: string): boolean {
  return /^\/(?![/\\])/.test(url) || /^https?:\/\//i.test(url);
}
