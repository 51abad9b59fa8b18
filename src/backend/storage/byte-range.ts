/** Which bytes of a file an answer carries; `first` and `last` are inclusive offsets. */
export type ByteRange =
  | { kind: 'whole' }
  | { kind: 'part'; first: number; last: number }
  | { kind: 'unsatisfiable' };

const rangeSpec = /^(?:(\d+)-(\d*)|-(\d+))$/;

/**
 * Reads a `Range` header for a file of `size` bytes (RFC 9110 §14).
 * A malformed header, another unit and several ranges are answered with the whole file, which the RFC allows;
 * only a well-formed range that meets no byte of the file is unsatisfiable.
 */
export function parseByteRange(header: string | undefined, size: number): ByteRange {
  const set = /^bytes=(.*)$/i.exec(header?.trim() ?? '')?.[1];
  const specs = (set ?? '')
    .split(',')
    .map((spec) => spec.trim())
    .filter(Boolean);
  const match = specs.length === 1 ? rangeSpec.exec(specs[0] ?? '') : null;
  if (!match) return { kind: 'whole' };

  const [, firstText, lastText, suffixText] = match;
  if (suffixText !== undefined) {
    const length = Math.min(Number(suffixText), size);
    return length === 0 ? { kind: 'unsatisfiable' } : { kind: 'part', first: size - length, last: size - 1 };
  }
  const first = Number(firstText);
  const last = lastText ? Number(lastText) : Number.POSITIVE_INFINITY;
  if (last < first) return { kind: 'whole' };
  if (first >= size) return { kind: 'unsatisfiable' };
  return { kind: 'part', first, last: Math.min(last, size - 1) };
}
