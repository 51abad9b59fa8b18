import { Readable } from 'node:stream';
import { AppwriteException, type Client, Storage } from 'node-appwrite';
import { filePath } from '#contract/urls.ts';
import { retry, type Target, whenRefused } from './client.ts';
import { fetchPart, type Range, rangesOf } from './file-parts.ts';

/** A backend that answers does not give the bytes of this one file: its own disk refuses them. */
export class FileUnreadable extends Error {
  override name = 'FileUnreadable';
}

/** Returns a `catch` handler that yields a value if a backend cannot read a file and rethrows other errors. */
export function whenUnreadable<Value>(value: Value) {
  return (error: unknown): Value => {
    if (error instanceof FileUnreadable) return value;
    throw error;
  };
}

/** Statuses for a file whose bytes are gone: not found, or no such range. */
const gone = [404, 416];

/**
 * The bytes of a file, in parts of at most 8 MB: a part that fails or stalls is fetched again, the others are not. Null when there
 * is no such file, or its bytes are gone; `FileUnreadable` where they cannot be read there. The SDK would read the whole file into memory.
 */
export async function download(client: Client, target: Target, fileId: string, signal?: AbortSignal) {
  const { bucketId } = target;
  const begun = async () => {
    const file = await retry(() => new Storage(client).getFile({ bucketId, fileId }), signal);
    const ranges = rangesOf(file.sizeOriginal);
    const part = (range: Range) => fetchRange(client, target, fileId, range, signal);
    const first = await part(ranges.shift() ?? null);
    const bytes = async function* () {
      yield first;
      for (const range of ranges) yield await part(range);
    };
    return Readable.toWeb(Readable.from(bytes())) as ReadableStream<Uint8Array>;
  };
  return begun().catch(whenRefused(null, ...gone));
}

/** Whether the first bytes of a stored file of `size` bytes can be had. */
export async function opens(
  client: Client,
  target: Target,
  fileId: string,
  size: number,
  signal?: AbortSignal,
) {
  try {
    await fetchRange(client, target, fileId, size < 2 ? null : [0, 1], signal);
    return true;
  } catch (error) {
    return error instanceof FileUnreadable ? false : whenRefused(false, ...gone)(error);
  }
}

async function fetchRange(
  client: Client,
  target: Target,
  fileId: string,
  range: Range,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const { endpoint, bucketId, projectId, key } = target;
  const url = `${endpoint}${filePath(bucketId, fileId)}/download`;
  const headers = { 'x-appwrite-project': projectId, 'x-appwrite-key': key };
  const asSdk = ({ status, statusText }: Response) => new AppwriteException(statusText, status);
  try {
    return await retry(() => fetchPart(url, headers, range, signal, asSdk), signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof AppwriteException && error.code < 500) throw error;
    // Whether it is the file or the whole backend that cannot be reached.
    await retry(() => new Storage(client).getBucket({ bucketId }), signal);
    throw new FileUnreadable(fileId, { cause: error });
  }
}
