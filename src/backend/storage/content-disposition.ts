/** What a header or a file name must not carry: control characters, bidi overrides, path separators. */
const unsafe = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069/\\]/gu;

/**
 * The `Content-Disposition` of a file (RFC 6266): a name in any script arrives whole by `filename*`,
 * with an ASCII name for clients that read only `filename`.
 */
export function contentDisposition(type: 'inline' | 'attachment', fileName: string): string {
  const name = fileName.toWellFormed().replace(unsafe, '').trim() || 'lesson';
  // `%` and `"` are read differently by different browsers inside a quoted string.
  if (/^[\x20-\x7e]+$/.test(name) && !/["%]/.test(name)) return `${type}; filename="${name}"`;
  const extension = /\.[A-Za-z0-9]{1,8}$/.exec(name)?.[0] ?? '';
  // RFC 8187 `ext-value`: UTF-8, percent-encoded outside `attr-char`.
  const encoded = encodeURIComponent(name).replace(/[*'()]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
  return `${type}; filename="lesson${extension}"; filename*=UTF-8''${encoded}`;
}
