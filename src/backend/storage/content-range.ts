/** Bytes of one upload request go out and come in by pieces of this size: 5 MiB, fixed in every SDK (docs/rules.md#uploads). */
export const chunkSize = 5 * 1024 * 1024;

/** One piece of an upload: `first` and `last` are inclusive offsets, `total` the size of the whole file in bytes. */
export interface UploadChunk {
  first: number;
  last: number;
  total: number;
  /** 0 for the chunk that starts the file. */
  index: number;
  count: number;
}

/** The chunk that is the whole file, sent without a `Content-Range`. */
export function onlyChunk(size: number): UploadChunk {
  return { first: 0, last: size - 1, total: size, index: 0, count: 1 };
}

/**
 * Reads the `Content-Range` of an uploaded chunk. Undefined when it is malformed, runs past the end, or does not
 * lie exactly on the 5 MiB grid: only then is it certain that all chunks together are the whole file.
 */
export function parseContentRange(header: string): UploadChunk | undefined {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/i.exec(header.trim());
  if (!match) return undefined;
  const [first, last, total] = match.slice(1).map(Number) as [number, number, number];
  const expectedLast = Math.min(first + chunkSize, total) - 1;
  if (first % chunkSize !== 0 || first >= total || last !== expectedLast) return undefined;
  return { first, last, total, index: first / chunkSize, count: Math.ceil(total / chunkSize) };
}
