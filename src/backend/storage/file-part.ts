import type { Stats } from 'node:fs';

/** The bytes `first`..`last` (inclusive) of a file on disk, as it was when its row was read. */
export interface FilePart {
  readonly path: string;
  /** Strong: whatever has this tag has the same bytes. */
  readonly etag: string;
  readonly stat: FileStat;
  readonly first: number;
  readonly last: number;
}

/** By what a file is told from another one that took its place. */
export type FileStat = Pick<Stats, 'ino' | 'size' | 'mtimeMs'>;

export function isSameFile(one: FileStat, other: FileStat): boolean {
  return one.ino === other.ino && one.size === other.size && one.mtimeMs === other.mtimeMs;
}

/** A file that is not what its row says. */
export function tooShort(missing: number): Error {
  return new Error(`a stored file ends ${missing} bytes early`);
}

const parts = new WeakMap<ReadableStream, FilePart>();

/** Notes what a stream would read, so that a server of Node's own can send it past web streams. */
export function streamOfPart(part: FilePart, stream: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  parts.set(stream, part);
  return stream;
}

/** The part of a file that an answer's body would read; `undefined` for every other answer. */
export function partOf(response: Response): FilePart | undefined {
  // Asking for the body makes one, where a server makes do without.
  if (!response.headers.has('accept-ranges') || !response.body) return undefined;
  return parts.get(response.body);
}
