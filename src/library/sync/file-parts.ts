/** Maximum size of one response in bytes; longer ones from Appwrite sometimes stall. */
const PART_BYTES = 8_000_000;
/** Time without data after which the download of a part is aborted. */
const STALL_TIMEOUT_MS = 30_000;

/** A range of bytes, including both ends; `null` is the whole file. */
export type Range = readonly [first: number, last: number] | null;

/**
 * Splits a file of `size` bytes into nearly equal parts. Returns the whole file for fewer than 2 bytes, because Appwrite rejects ranges of
 * one byte, and ranges beyond the end.
 */
export function splitIntoRanges(size: number): Range[] {
  if (size < 2) return [null];
  const parts = Math.ceil(size / PART_BYTES);
  const start = (part: number) => Math.floor((part * size) / parts);
  return Array.from({ length: parts }, (_, part) => [start(part), start(part + 1) - 1] as const);
}

/** Fetches a part of a stored file. Rejects with `toError(response)` for an error response, or a `TypeError` if it stalls or ends early. */
export async function fetchPart(
  url: string,
  headers: Record<string, string>,
  range: Range,
  signal?: AbortSignal,
  toError = ({ statusText }: Response) => new Error(statusText),
): Promise<Uint8Array> {
  const stallAbort = new AbortController();
  const timer = setTimeout(
    () => stallAbort.abort(new TypeError('no data for 30 s', { cause: 'ETIMEDOUT' })),
    STALL_TIMEOUT_MS,
  );
  try {
    const response = await fetch(url, {
      headers: range ? { ...headers, range: `bytes=${range[0]}-${range[1]}` } : headers,
      signal: AbortSignal.any([stallAbort.signal, ...(signal ? [signal] : [])]),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw toError(response);
    }
    const pieces: Uint8Array[] = [];
    for await (const piece of response.body ?? []) {
      timer.refresh();
      pieces.push(piece);
    }
    const bytes = Buffer.concat(pieces);
    if (!range) return bytes;
    // Some proxies respond with the whole file.
    const part = response.status === 200 ? bytes.subarray(range[0], range[1] + 1) : bytes;
    if (part.length !== range[1] - range[0] + 1)
      throw new TypeError('a response was cut off', { cause: 'ECONNRESET' });
    return part;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a signature is an MD5 hash. The signature of a file uploaded to S3 in chunks is not. */
export function isMd5(signature: string): boolean {
  return /^[0-9a-f]{32}$/.test(signature);
}
