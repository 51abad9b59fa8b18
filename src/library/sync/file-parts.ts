/** Bytes of one answer: Appwrite lets longer ones stall now and then. */
const PART_BYTES = 8_000_000;
/** Milliseconds without a single byte, after which a part is given up. */
const STALL_TIMEOUT_MS = 30_000;

/** A range of bytes, both ends included; `null` is the whole file. */
export type Range = readonly [first: number, last: number] | null;

/** Parts of nearly the same size: Appwrite refuses a range of one byte, and one that goes beyond the end. */
export function rangesOf(size: number, partBytes = PART_BYTES, from = 0): Range[] {
  if (size < 2) return [null];
  const parts = Math.ceil(size / partBytes);
  const start = (part: number) => from + Math.floor((part * size) / parts);
  return Array.from({ length: parts }, (_, part) => [start(part), start(part + 1) - 1] as const);
}

/** Fetches a part of a stored file. Rejects with a `refusal` where the server gives none, and with a `TypeError` when it breaks off. */
export async function fetchPart(
  url: string,
  headers: Record<string, string>,
  range: Range,
  signal?: AbortSignal,
  refusal = ({ statusText }: Response) => new Error(statusText),
): Promise<Uint8Array> {
  const stalled = new AbortController();
  const timer = setTimeout(
    () => stalled.abort(new TypeError('no byte came for 30 s', { cause: 'ETIMEDOUT' })),
    STALL_TIMEOUT_MS,
  );
  try {
    const answer = await fetch(url, {
      headers: range ? { ...headers, range: `bytes=${range[0]}-${range[1]}` } : headers,
      signal: AbortSignal.any([stalled.signal, ...(signal ? [signal] : [])]),
    });
    if (!answer.ok) {
      await answer.body?.cancel();
      throw refusal(answer);
    }
    const pieces: Uint8Array[] = [];
    for await (const piece of answer.body ?? []) {
      timer.refresh();
      pieces.push(piece);
    }
    const bytes = Buffer.concat(pieces);
    if (!range) return bytes;
    // A proxy may answer with the whole file.
    const part = answer.status === 200 ? bytes.subarray(range[0], range[1] + 1) : bytes;
    if (part.length !== range[1] - range[0] + 1)
      throw new TypeError('an answer was cut short', { cause: 'ECONNRESET' });
    return part;
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a signature is the MD5 of the content: of a file in chunks on S3 it is not. */
export function isMd5(signature: string): boolean {
  return /^[0-9a-f]{32}$/.test(signature);
}
