/** One range; a list of one may have empty members. */
const oneRange = /^bytes=[\s,]*(?:(\d+)-(\d*)|-(\d+))[\s,]*$/i;

/**
 * Reads a `Range` header for a file of `size` bytes (RFC 9110 §14): inclusive offsets, or undefined for the whole file.
 * A malformed header, another unit and several ranges are answered with that, which the RFC allows;
 * only a well-formed range that meets no byte of the file is unsatisfiable.
 */
export function parseByteRange(header: string | undefined, size: number) {
  const match = oneRange.exec(header?.trim() ?? '');
  if (!match) return undefined;
  const [, firstText, lastText, suffixText] = match;
  if (suffixText !== undefined) {
    const length = Math.min(Number(suffixText), size);
    return length === 0 ? 'unsatisfiable' : { first: size - length, last: size - 1 };
  }
  const first = Number(firstText);
  const last = lastText ? Number(lastText) : Number.POSITIVE_INFINITY;
  if (last < first) return undefined;
  return first >= size ? 'unsatisfiable' : { first, last: Math.min(last, size - 1) };
}
