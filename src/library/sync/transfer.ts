import { type FileHandle, open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { AppwriteException, type Client, type Models, Storage } from 'node-appwrite';
import { InputFile } from 'node-appwrite/file';
import { filePath } from '#contract/urls.ts';
import { storedName } from '../plan/names.ts';
import { retry, type Target, whenRefused } from './client.ts';
import { fetchPart, isMd5, type Range, rangesOf } from './file-parts.ts';

/** Bytes; fixed on Appwrite's side too. */
const CHUNK_BYTES = 5 * 1024 * 1024;

/** A file on this machine that is sent. */
export interface FileToSend {
  id: string;
  name: string;
  path: string;
  /** Bytes. */
  size: number;
  md5: string;
}

/**
 * Stores a file in a project, and continues where an earlier try stopped. The SDK's `createFile` would begin again after an
 * interruption and keep nine chunks in memory. Rejects if the project received other bytes, and leaves no such file.
 */
export async function sendFile(
  client: Client,
  target: Target,
  file: FileToSend,
  signal?: AbortSignal,
): Promise<void> {
  const storage = new Storage(client);
  const place = { bucketId: target.bucketId, fileId: file.id };
  const chunks = Math.max(1, Math.ceil(file.size / CHUNK_BYTES));
  const find = retry(() => storage.getFile(place), signal);
  let remoteFile = await find.catch(whenRefused(null, 'storage_file_not_found'));
  if (remoteFile && !fits(remoteFile, file, chunks)) {
    await retry(() => storage.deleteFile(place), signal);
    remoteFile = null;
  }
  await using handle = await open(file.path);
  const send = async (index: number) => {
    remoteFile = await sendChunk(client, target, file, { handle, index, chunks }, signal);
  };
  for (let next = remoteFile?.chunksUploaded ?? 0; next < chunks; next++) await send(next);
  // Chunks that another program sent out of order leave gaps: sends all of them again, which is harmless.
  for (let next = 0; remoteFile && !isComplete(remoteFile) && next < chunks; next++) await send(next);
  if (!remoteFile || !isComplete(remoteFile))
    throw new Error(`The project did not complete the file ${file.id}.`);
  if (isMd5(remoteFile.signature) && remoteFile.signature !== file.md5) {
    await retry(() => storage.deleteFile(place), signal);
    throw new Error(`The project received other bytes of the file ${file.id}.`);
  }
}

async function sendChunk(
  client: Client,
  target: Target,
  { id: fileId, name, size, path }: FileToSend,
  { handle, index, chunks }: { handle: FileHandle; index: number; chunks: number },
  signal?: AbortSignal,
): Promise<Models.File> {
  const start = index * CHUNK_BYTES;
  const bytes = Buffer.alloc(Math.min(CHUNK_BYTES, size - start));
  const { bytesRead } = await handle.read(bytes, { position: start });
  if (bytesRead < bytes.length) throw new Error(`${path} is shorter than it was stored.`);
  const headers = {
    'X-Appwrite-Project': target.projectId,
    'content-type': 'multipart/form-data',
    accept: 'application/json',
    ...(chunks > 1 && { 'content-range': `bytes ${start}-${start + bytes.length - 1}/${size}` }),
    ...(index > 0 && { 'x-appwrite-id': fileId }),
  };
  const url = new URL(target.endpoint + filePath(target.bucketId));
  const file = await InputFile.fromBuffer(bytes, storedName(name)).toFile();
  return retry(async () => {
    const sending = client.call('post', url, { ...headers }, { fileId, file });
    // The answer to an earlier try was lost on its way.
    const remoteFile = await sending.catch(whenRefused(null, 'storage_file_already_exists'));
    const place = { bucketId: target.bucketId, fileId };
    return (remoteFile as Models.File | null) ?? new Storage(client).getFile(place);
  }, signal);
}

/** Whether all of it has arrived. */
export function isComplete(file: Models.File): boolean {
  return file.chunksUploaded >= file.chunksTotal;
}

function fits(remoteFile: Models.File, file: FileToSend, chunks: number): boolean {
  if (remoteFile.chunksTotal !== chunks || remoteFile.sizeOriginal !== file.size) return false;
  return !isComplete(remoteFile) || !isMd5(remoteFile.signature) || remoteFile.signature === file.md5;
}

/** A responding backend cannot read the bytes of this file from its disk. */
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
const MISSING_STATUSES = [404, 416];

/**
 * The bytes of a file, in parts of at most 8 MB: a part that fails or stalls is fetched again, the others are not. Null when there
 * is no such file, or its bytes are gone; `FileUnreadable` where they cannot be read there. The SDK would read the whole file into memory.
 */
export async function download(client: Client, target: Target, fileId: string, signal?: AbortSignal) {
  const { bucketId } = target;
  const start = async () => {
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
  return start().catch(whenRefused(null, ...MISSING_STATUSES));
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
    return error instanceof FileUnreadable ? false : whenRefused(false, ...MISSING_STATUSES)(error);
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
