import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/**
 * Returns the id of a content: the first 36 hex digits of its SHA-256, which is the maximum length of an Appwrite id. A file is
 * stored under this id, so storing it twice changes nothing.
 */
export function contentIdOf(sha256Hex: string): string {
  return sha256Hex.slice(0, 36);
}

/** Whether a file id is a content id. Files that other programs stored have other ids. */
export function isContentId(fileId: string): boolean {
  return /^[0-9a-f]{36}$/.test(fileId);
}

/** Thrown if a file no longer has the content that was read before. */
export class SourceChanged extends Error {
  override name = 'SourceChanged';
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

/** Computes the content id of bytes. */
export async function computeContentId(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  let contentId = '';
  for await (const _ of hashWhileReading(bytes, (id) => (contentId = id)));
  return contentId;
}

/** Reads a file once, in chunks; returns its size, hash and content id. Rejects with errors of the file system. */
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
