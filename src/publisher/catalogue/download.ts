import { Readable } from 'node:stream';
import { AppwriteException, type Client, Storage } from 'node-appwrite';
import { filePath } from '#contract/file-path.ts';
import { fetchPart, type Range, rangesOf } from './file-parts.ts';
import { retry } from './retry.ts';
import type { Target } from './target.ts';
import { whenRefused } from './when-refused.ts';

/**
 * The bytes of a file, in parts of at most 8 MB: a part that fails or stalls is fetched again, the others are not. Null when there
 * is no such file, or its bytes are gone. The SDK would read the whole file into memory.
 */
export async function download(client: Client, target: Target, fileId: string, signal?: AbortSignal) {
  const { endpoint, bucketId, projectId, key } = target;
  const url = `${endpoint}${filePath(bucketId, fileId)}/download`;
  const headers = { 'x-appwrite-project': projectId, 'x-appwrite-key': key };
  const asSdk = ({ status, statusText }: Response) => new AppwriteException(statusText, status);
  const part = (range: Range) => retry(() => fetchPart(url, headers, range, signal, asSdk), signal);
  const begun = async () => {
    const file = await retry(() => new Storage(client).getFile({ bucketId, fileId }), signal);
    const ranges = rangesOf(file.sizeOriginal);
    const first = await part(ranges.shift() ?? null);
    const bytes = async function* () {
      yield first;
      for (const range of ranges) yield await part(range);
    };
    return Readable.toWeb(Readable.from(bytes())) as ReadableStream<Uint8Array>;
  };
  return begun().catch(whenRefused(null, 404));
}
