const extensionLength = '.pdf'.length;

/** Returns a file's name without its last 4 characters (docs/rules.md#the-library-on-a-page); shorter names are whole. */
export function fileTitle(fileName: string): string {
  return fileName.length > extensionLength ? fileName.slice(0, -extensionLength) : fileName;
}

const kilobyte = 1024;
const megabyte = 1024 * kilobyte;
const largestInKilobytes = 10 * kilobyte;

const short = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const twoDecimals = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** Formats a size in bytes: KB under 10 KB, otherwise MB with 2 decimals; the same in both languages. */
export function fileSize(bytes: number): string {
  const size = Number.isFinite(bytes) ? Math.max(0, bytes) : 0;
  return size < largestInKilobytes
    ? `${short.format(size / kilobyte)} KB`
    : `${twoDecimals.format(size / megabyte)} MB`;
}

const local = new Set(['localhost', '127.0.0.1', '[::1]']);

/**
 * Checks every address from a row (docs/rules.md#untrusted-rows): https, this site's paths, or plain http if the site runs on
 * this machine; else undefined.
 * @param origin the site's own origin, for example `https://example.org`
 */
export function safeHref(url: string, origin: string): string | undefined {
  const base = new URL(origin);
  const parsed = parsedUrl(url, base);
  if (parsed === undefined || parsed.username !== '' || parsed.password !== '') return undefined;
  if (parsed.origin === base.origin) return isOwnPath(url) ? `${parsed.pathname}${parsed.search}` : undefined;
  // Only a complete address may leave the site, not `//host` or `\\host`.
  if (!/^https?:\/\/[^/\\]/i.test(url)) return undefined;
  if (parsed.protocol === 'https:') return parsed.href;
  return parsed.protocol === 'http:' && local.has(parsed.hostname) && local.has(base.hostname)
    ? parsed.href
    : undefined;
}

/** `URL.canParse` is younger than many phones. */
function parsedUrl(url: string, base: URL): URL | undefined {
  try {
    return new URL(url, base);
  } catch {
    return undefined;
  }
}

function isOwnPath(url: string): boolean {
  return /^\/(?![/\\])/.test(url) || /^https?:\/\//i.test(url);
}
