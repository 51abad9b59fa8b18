import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/**
 * Returns the content id of a file: the first 36 hex digits of its SHA-256, because Appwrite's ids have at most 36 characters. New files
 * are stored under this id, so storing the same content twice changes nothing.
 */
export function contentIdOf(sha256Hex: string): string {
  return sha256Hex.slice(0, 36);
}

/** Whether a file id has the form of a content id. Files that other programs stored usually have other ids. */
export function isContentId(fileId: string): boolean {
  return /^[0-9a-f]{36}$/.test(fileId);
}

/** Thrown if a file no longer has the content that was read before. */
export class SourceChanged extends Error {
  override name = 'SourceChanged';
}

/** Reads a file in chunks. Opens it only for the first chunk: a stream that failed before it was read would end the process. */
export async function* readChunks(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}

/** Passes bytes through, and calls `onContent` with their content id at the end. */
export async function* hashWhileReading(
  bytes: AsyncIterable<Uint8Array>,
  onContent: (contentId: string) => void,
): AsyncGenerator<Uint8Array> {
  const sha256 = createHash('sha256');
  for await (const chunk of bytes) {
    sha256.update(chunk);
    yield chunk;
  }
  onContent(contentIdOf(sha256.digest('hex')));
}

export async function computeContentId(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  let contentId = '';
  for await (const _ of hashWhileReading(bytes, (id) => (contentId = id)));
  return contentId;
}

/** Reads a file once, in chunks; returns its size in bytes, its content id, and its SHA-256 in hex. Rejects if the signal aborts. */
export async function readFileContent(path: string, signal?: AbortSignal) {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(path, signal && { signal })) {
    const bytes = chunk as Buffer;
    hash.update(bytes);
    size += bytes.length;
  }
  const sha256 = hash.digest('hex');
  return { size, contentId: contentIdOf(sha256), sha256 };
}
