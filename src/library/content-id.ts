import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/**
 * The name of a content: the first 144 bits of its SHA-256 in hex. As long as an id of Appwrite may be (36 characters), so that
 * a stored file's id is its content: sending it twice changes nothing, and no table of hashes is needed.
 */
function contentId(sha256Hex: string): string {
  return sha256Hex.slice(0, 36);
}

/** Whether a file id is a content's name; files that were there before us have other ids. */
export function isContentId(fileId: string): boolean {
  return /^[0-9a-f]{36}$/.test(fileId);
}

/** The content identity of a stored file; null when there is none. */
export async function storedContent(
  library: { open(fileId: string): Promise<ReadableStream<Uint8Array> | null> },
  fileId: string,
): Promise<string | null> {
  const stream = await library.open(fileId);
  if (!stream) return null;
  const sha256 = createHash('sha256');
  for await (const bytes of stream) sha256.update(bytes);
  return contentId(sha256.digest('hex'));
}

/** Reads a file once, in pieces: its size, hashes and content identity. Rejects as the file system does. */
export async function readFileContent(path: string, signal?: AbortSignal) {
  const [sha256, md5] = [createHash('sha256'), createHash('md5')];
  let size = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 16, ...(signal && { signal }) })) {
    const bytes = chunk as Buffer;
    sha256.update(bytes);
    md5.update(bytes);
    size += bytes.length;
  }
  const hex = sha256.digest('hex');
  return { size, contentId: contentId(hex), md5: md5.digest('hex'), sha256: hex };
}
