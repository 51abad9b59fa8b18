import { createHash } from 'node:crypto';
import { constants, createReadStream, existsSync, openAsBlob } from 'node:fs';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Context } from 'hono';
import { getMimeType } from 'hono/utils/mime';
import { unsafeInNames } from '#contract/name.ts';
import { ApiError, invalidParam, missingParam } from '#http/api-error.ts';
import type { Json } from '../context.ts';
import { runAtomically } from '../db/sqlite.ts';
import { CUSTOM_ID_RULE, isId, parseNewId, parsePermissionsParam } from '../http/params.ts';
import { NO_FOLLOW } from './bytes.ts';
import {
  type Bucket,
  type FileLocation,
  FOLDER_MODE,
  fileLocation,
  hasSize,
  isComplete,
  mutateFile,
  type NewFile,
  type StoredFile,
} from './files.ts';
import type { Storage } from './store.ts';

/** Size of an upload chunk in bytes: 5 MiB in every SDK (docs/rules.md#uploads). */
const CHUNK_BYTES = 5 * 1024 * 1024;

/** Maximum size of an upload request in bytes; an SDK sends 5 MiB and a few headers. */
export const MAX_UPLOAD_BYTES = 12 * 1024 * 1024;

/**
 * Parses the `Content-Range` of an uploaded chunk. Returns its inclusive offsets, the file's size in bytes, the index of the chunk, and the
 * number of chunks. Undefined if the header is malformed or not exactly one chunk.
 */
function parseContentRange(header: string) {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/i.exec(header.trim());
  if (!match) return undefined;
  const [first, last, total] = match.slice(1).map(Number) as [number, number, number];
  const expectedLast = Math.min(first + CHUNK_BYTES, total) - 1;
  if (first % CHUNK_BYTES !== 0 || first >= total || last !== expectedLast) return undefined;
  return { first, last, total, index: first / CHUNK_BYTES, count: Math.ceil(total / CHUNK_BYTES) };
}

/**
 * Parses `Content-Range` and `X-Appwrite-ID`, the id that the server returned for the first chunk, before the body is read. A missing
 * header is undefined. `continued` is the upload that the request continues, if it has begun. Throws 400 for malformed headers and for a
 * file too large for the bucket.
 */
export function readUploadHeaders({ files }: Storage, context: Context, bucket: Bucket) {
  const range = context.req.header('content-range');
  const chunk = range === undefined ? undefined : parseContentRange(range);
  if (range !== undefined && !chunk) throw new ApiError('storage_invalid_content_range');
  if (chunk && chunk.total > bucket.maximumFileSize) throw new ApiError('storage_invalid_file_size');
  const fileId = context.req.header('x-appwrite-id') || undefined;
  if (fileId !== undefined && !isId(fileId)) throw new ApiError('storage_invalid_appwrite_id');
  return { bucket, chunk, fileId, continued: fileId && files.find(bucket.$id, fileId) };
}

type UploadHeaders = ReturnType<typeof readUploadHeaders>;

/**
 * Returns a file name that is well-formed and has no control characters or direction overrides. Throws 400 for others, and for names above
 * 255 characters in an upload or, as on Appwrite, 128 in a rename.
 */
export function checkFileName(name: Json, maxLength: 128 | 255): string {
  const hasValidLength = typeof name === 'string' && name !== '' && [...name].length <= maxLength;
  if (hasValidLength && name.isWellFormed() && !unsafeInNames.test(name)) return name;
  const rule = `Value must be a valid string and at least 1 chars and no longer than ${maxLength} chars`;
  throw invalidParam('name', rule);
}

/** Parses the multipart body of an upload and refuses what the bucket does not accept (docs/rules.md#uploads). */
async function readUpload(context: Context, { bucket, ...headers }: UploadHeaders) {
  // As on Appwrite, a body that is not a form counts as empty.
  const form = await context.req.raw.formData().catch(() => new FormData());
  const requestedId = headers.fileId ?? form.get('fileId');
  if (typeof requestedId !== 'string') throw missingParam('fileId');
  const $id = headers.fileId ?? parseNewId('fileId', requestedId);
  const [bytes, folder] = [form.get('file'), form.get('folder')];
  if (!(bytes instanceof File) || bytes.size === 0) throw new ApiError('storage_file_empty');
  const name = checkFileName(bytes.name, 255);
  const entries = [...form]
    .filter(([key]) => /^permissions(\[\d*\])?$/.test(key))
    .map(([, value]) => String(value));
  const $permissions = parsePermissionsParam(entries, 'file') ?? [];
  const chunk = headers.chunk ?? { first: 0, last: bytes.size - 1, total: bytes.size, index: 0, count: 1 };

  checkFits(bucket, name, chunk.total);
  if (bytes.size !== chunk.last - chunk.first + 1) throw new ApiError('storage_invalid_content_range');
  if (chunk.index === 0) await checkPdf(name, bytes);
  const ids = { $id, bucketId: bucket.$id, folder: typeof folder === 'string' ? folder : '' };
  const file: NewFile = { ...ids, $permissions, name, sizeOriginal: chunk.total, chunksTotal: chunk.count };
  return { file, bytes, chunk };
}

/** Refuses a file that is too large for the bucket or has an extension that the bucket does not allow. */
function checkFits(bucket: Bucket, name: string, size: number): void {
  if (size > bucket.maximumFileSize) throw new ApiError('storage_invalid_file_size');
  const extensions = bucket.allowedFileExtensions;
  if (extensions.length > 0 && !extensions.includes(extname(name).slice(1).toLowerCase()))
    throw new ApiError('storage_file_type_unsupported', 'File extension not allowed');
}

/** Refuses a file named `.pdf` whose content does not begin like a PDF. */
async function checkPdf(name: string, bytes: Blob): Promise<void> {
  if (extname(name).toLowerCase() !== '.pdf') return;
  // Acrobat and PDFium accept other bytes before `%PDF-` up to this offset.
  if (/%PDF-[12]\.\d/.test(Buffer.from(await bytes.slice(0, 1024).bytes()).toString('latin1'))) return;
  throw new ApiError(
    'storage_file_type_unsupported',
    'The file is named .pdf but is not a PDF: "%PDF-" is not within its first 1024 bytes.',
  );
}

/**
 * Writes bytes into a part file at an offset and waits until they are on the disk. The first request creates the file, or empties that of
 * an interrupted upload. Later requests fail without the file, because earlier chunks would be missing.
 */
export async function writePart({ partPath }: FileLocation, bytes: Blob, offset: number, isFirst: boolean) {
  const flags = constants.O_WRONLY | NO_FOLLOW | (isFirst ? constants.O_CREAT | constants.O_TRUNC : 0);
  const handle = await open(partPath, flags, 0o640);
  await pipeline(bytes.stream(), handle.createWriteStream({ start: offset, flush: true }));
}

/** Computes MD5 and SHA-256 (hex) of a file, read in chunks. */
async function digestFile(path: string) {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')];
  const handle = await open(path, constants.O_RDONLY | NO_FOLLOW);
  for await (const chunk of handle.createReadStream({ highWaterMark: 256 * 1024 })) {
    md5.update(chunk);
    sha256.update(chunk);
  }
  return { signature: md5.digest('hex'), sha256: sha256.digest('hex') };
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder, and does not need to: NTFS journals the rename.
  if (process.platform === 'win32') return;
  await using handle = await open(path, constants.O_RDONLY);
  await handle.sync();
}

/** Moves a complete part file to its final path, so that the file survives a power cut. */
async function moveToFinalPath(path: string, partPath: string): Promise<void> {
  const folder = dirname(path);
  const firstNewFolder = await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
  if (firstNewFolder !== undefined) await syncFolder(dirname(folder));
  await rename(partPath, path);
  await syncFolder(folder);
}

const mimeTypeOf = (name: string) => getMimeType(name)?.split(';')[0] ?? 'application/octet-stream';

/** Moves a complete part file to its final path, and only then makes the file readable. */
async function finishUpload(
  files: Storage['files'],
  { path, partPath }: FileLocation,
  file: NewFile,
): Promise<StoredFile> {
  const digest = await digestFile(partPath);
  try {
    await moveToFinalPath(path, partPath);
    return files.complete(file, { mimeType: mimeTypeOf(file.name), ...digest });
  } catch (error) {
    // The disk or the database failed: moves the file back, so that an upload in chunks can be resumed.
    if (!existsSync(partPath)) await rename(path, partPath);
    throw error;
  }
}

/** A path, or the bytes. */
export type FileSource = string | Uint8Array | AsyncIterable<Uint8Array>;

/** A file that this process stores in a bucket without an upload. */
export interface NewStoredFile {
  readonly bucketId: string;
  readonly fileId: string;
  readonly name: string;
  readonly permissions?: readonly string[];
}

/**
 * Stores a file under its id and waits until it is on the disk. Runs `alongside` in the transaction of its row. Storing the same bytes
 * again only restores bytes that are gone or truncated. Replaces an unfinished upload of the id. Throws the errors of an upload, and 409
 * if a complete file of this id has other bytes.
 */
export async function storeFile(
  storage: Storage,
  { bucketId, fileId, name, permissions }: NewStoredFile,
  source: FileSource,
  alongside: () => void = () => {},
): Promise<void> {
  const bucket = storage.buckets.find(bucketId);
  if (!bucket) throw new ApiError('storage_bucket_not_found');
  checkFileName(name, 255);
  if (!isId(fileId)) throw invalidParam('fileId', CUSTOM_ID_RULE);
  const location = fileLocation(storage.folders, bucketId, fileId);
  // A separate part file, so that chunks of an upload in progress are kept.
  const partPath = `${location.partPath}.own`;
  await mutateFile(location, async () => {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | NO_FOLLOW;
    const handle = await open(partPath, flags, 0o640);
    try {
      // A stream that is opened earlier could emit an error before `pipeline` listens, which would end the process.
      const bytes = typeof source === 'string' ? createReadStream(source) : source;
      const chunks = bytes instanceof Uint8Array ? [bytes] : bytes;
      await pipeline(chunks, handle.createWriteStream({ flush: true }));
      const { size } = await stat(partPath);
      if (size === 0) throw new ApiError('storage_file_empty');
      checkFits(bucket, name, size);
      await checkPdf(name, await openAsBlob(partPath));
      const file: NewFile = {
        $id: fileId,
        bucketId,
        folder: '',
        $permissions: parsePermissionsParam([...(permissions ?? [])], 'file') ?? [],
        name,
        sizeOriginal: size,
        chunksTotal: Math.ceil(size / CHUNK_BYTES),
      };
      const digest = await digestFile(partPath);
      const existing = storage.files.find(bucketId, fileId);
      const isStored = existing !== undefined && isComplete(existing);
      if (isStored && existing.sha256 !== digest.sha256) throw new ApiError('storage_file_already_exists');
      if (!isStored || !hasSize(location.path, size)) await moveToFinalPath(location.path, partPath);
      const newFile = runAtomically(storage.database, () => {
        alongside();
        if (isStored) return undefined;
        // An unfinished upload may have another name, size and permissions.
        if (existing) storage.files.remove(existing);
        return storage.files.complete(file, { mimeType: mimeTypeOf(name), ...digest });
      });
      if (newFile) storage.emit(bucket, newFile, 'create');
      await storage.log.flush();
    } finally {
      await rm(partPath, { force: true });
      // Deletes the bytes without a row after a failure, otherwise the chunks of a replaced upload.
      await storage.deleteUnused(bucketId, fileId);
    }
  });
}

/**
 * Receives one request of an upload and returns the file. The last chunk to arrive completes the file and emits its change. `isNew` is
 * false if the file was already complete. Throws the errors of docs/rules.md#uploads.
 */
export async function receiveUpload(storage: Storage, context: Context, headers: UploadHeaders) {
  const { file, bytes, chunk } = await readUpload(context, headers);
  const { files, folders } = storage;
  const location = fileLocation(folders, file.bucketId, file.$id);
  return mutateFile(location, async () => {
    const upload = files.find(file.bucketId, file.$id);
    if (upload && !headers.chunk) throw new ApiError('storage_file_already_exists');
    if (upload && isComplete(upload)) return { file: upload, isNew: false };
    // The upload was deleted while the chunk arrived. The chunk would begin another upload, which would never be completed.
    if (headers.continued && headers.continued.sequence !== upload?.sequence)
      throw new ApiError('storage_file_not_found');
    if (upload && upload.sizeOriginal !== chunk.total) throw new ApiError('storage_invalid_content_range');

    await writePart(location, bytes, chunk.first, !upload);
    const otherChunks = upload ? files.countOtherChunks(upload, chunk.index) : 0;
    // The last chunk is recorded only with the finished file. If the process is killed before, the client sends the chunk again.
    if (otherChunks + 1 < chunk.count) return { file: files.addChunk(file, chunk.index), isNew: true };
    const completeFile = await finishUpload(files, location, upload ?? file);
    storage.emit(headers.bucket, completeFile, 'create');
    return { file: completeFile, isNew: true };
  }).catch(async (error) => {
    // A first request that fails, as on a full disk, leaves no row: without this, its bytes would take space until the next start.
    await storage.deleteBytes(file.bucketId, file.$id);
    throw error;
  });
}
