import { open, stat } from 'node:fs/promises';
import { type Client, type Models, Storage } from 'node-appwrite';
import { InputFile } from 'node-appwrite/file';
import { filePath } from '#contract/urls.ts';
import { retry } from './retry.ts';
import { isComplete, isMd5, SourceChanged, type SourceFile } from './stored-file.ts';
import { storedName } from './stored-name.ts';
import type { Target } from './target.ts';
import { whenRefused } from './when-refused.ts';

/** Bytes; fixed on Appwrite's side too. */
const chunkSize = 5 * 1024 * 1024;

/**
 * Stores a file under an id made from its content. The SDK's `createFile` begins anew after an interruption and keeps nine chunks in
 * memory; here the chunks go one after the other through the SDK's client, so that the count of those that arrived tells where to
 * go on, and memory does not grow with the file.
 */
export async function sendFile(
  client: Client,
  target: Target,
  fileId: string,
  source: SourceFile,
  sent: (bytes: number) => void,
  signal?: AbortSignal,
): Promise<void> {
  const storage = new Storage(client);
  const place = { bucketId: target.bucketId, fileId };
  const name = storedName(source.name);
  const chunks = Math.max(1, Math.ceil(source.size / chunkSize));
  const found = retry(() => storage.getFile(place), signal);
  let stored = await found.catch(whenRefused(null, 'storage_file_not_found'));
  if (stored && !fits(stored, source, chunks)) {
    await retry(() => storage.deleteFile(place), signal);
    stored = null;
  }
  if (stored && isComplete(stored)) {
    // It was kept under the name of a former time.
    if (stored.name !== name) await retry(() => storage.updateFile({ ...place, name }), signal);
    return sent(source.size);
  }

  const url = target.endpoint + filePath(target.bucketId);
  await using handle = await open(source.path);
  const sendChunk = async (index: number): Promise<Models.File> => {
    const start = index * chunkSize;
    const bytes = Buffer.alloc(Math.min(chunkSize, source.size - start));
    const { bytesRead } = await handle.read(bytes, { position: start });
    if (bytesRead < bytes.length) throw new SourceChanged(source.path);
    const headers = {
      'X-Appwrite-Project': target.projectId,
      'content-type': 'multipart/form-data',
      accept: 'application/json',
      ...(chunks > 1 && { 'content-range': `bytes ${start}-${start + bytes.length - 1}/${source.size}` }),
      ...(index > 0 && { 'x-appwrite-id': fileId }),
    };
    const file = await InputFile.fromBuffer(bytes, name).toFile();
    return retry(async () => {
      const made = client.call('post', new URL(url), { ...headers }, { fileId, file });
      // The answer to an earlier try was lost on its way.
      const stored = await made.catch(whenRefused(null, 'storage_file_already_exists'));
      return (stored as Models.File | null) ?? storage.getFile(place);
    }, signal);
  };
  for (let next = stored?.chunksUploaded ?? 0; next < chunks; next++) {
    sent(next * chunkSize);
    stored = await sendChunk(next);
  }
  // Chunks that arrived out of order by other hands leave gaps: send all of them once more, which harms nothing.
  for (let next = 0; stored && !isComplete(stored) && next < chunks; next++) stored = await sendChunk(next);
  if (!stored || !isComplete(stored)) throw new Error(`The backend did not complete the file ${fileId}.`);
  if (!(await isAsRead(stored, source))) {
    await retry(() => storage.deleteFile(place), signal);
    throw new SourceChanged(source.path);
  }
  sent(source.size);
}

function fits(stored: Models.File, source: SourceFile, chunks: number): boolean {
  if (stored.chunksTotal !== chunks || stored.sizeOriginal !== source.size) return false;
  return !isComplete(stored) || !isMd5(stored.signature) || stored.signature === source.md5;
}

/** On S3 the signature of a chunked file is no MD5 of the content; then the file must not have been touched since it was read. */
async function isAsRead(stored: Models.File, source: SourceFile): Promise<boolean> {
  if (isMd5(stored.signature)) return stored.signature === source.md5;
  const { size, mtimeMs } = await stat(source.path);
  return size === source.size && mtimeMs === source.modifiedAt;
}
