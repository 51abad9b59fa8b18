import { rename } from 'node:fs/promises';
import { extname } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { dateText } from '../date-text.ts';
import { ApiError } from '../errors.ts';
import type { Bucket } from './bucket-table.ts';
import { digestFile, settlePart, writePart } from './file-disk.ts';
import { type FilePlace, filePlace, inTurnOfFile } from './file-layout.ts';
import type { NewFile } from './file-table.ts';
import type { Storage } from './storage.ts';
import { isComplete, type StoredFile, tellOfFile } from './stored-file.ts';
import type { Upload } from './upload-request.ts';

/** The extension of a file name, lower case, without the dot. */
function extensionOf(name: string): string {
  return extname(name).slice(1).toLowerCase();
}

/** Refuses a file by its size or name before its bytes are looked at (docs/rules.md#storage). */
function checkAcceptable(bucket: Bucket, name: string, size: number): void {
  if (size > bucket.maximumFileSize) throw new ApiError('storage_invalid_file_size');
  const allowed = bucket.allowedFileExtensions;
  if (allowed.length > 0 && !allowed.includes(extensionOf(name))) {
    throw new ApiError('storage_file_type_unsupported', { message: 'File extension not allowed' });
  }
}

async function checkContent({ name, bytes, chunk }: Upload): Promise<void> {
  if (chunk.index !== 0 || extensionOf(name) !== 'pdf') return;
  // Acrobat and PDFium accept leading junk up to here.
  if (/%PDF-[12]\.\d/.test(Buffer.from(await bytes.slice(0, 1024).bytes()).toString('latin1'))) return;
  throw new ApiError('storage_file_type_unsupported', {
    message: 'The file is named .pdf but is no PDF: "%PDF-" is not within its first 1024 bytes.',
  });
}

/** All bytes are in the part: checks them, moves them to their place, and only then makes the file readable. */
async function finish(storage: Storage, place: FilePlace, file: NewFile): Promise<StoredFile> {
  const { md5, sha256 } = await digestFile(place.partPath);
  await settlePart(storage.folders, place);
  try {
    const mimeType = getMimeType(file.name)?.split(';')[0] ?? 'application/octet-stream';
    const digest = { mimeType, signature: md5, sha256 };
    return storage.files.complete(file, digest, dateText(new Date()));
  } catch (error) {
    // The database refused the row: the upload can go on.
    await rename(place.path, place.partPath);
    throw error;
  }
}

/**
 * Takes in one request of an upload and returns the file as it stands now; when its last bytes have come it is whole,
 * on disk, and told to the listeners. `isNew` is false for a chunk of a file that was finished before (docs/rules.md#uploads).
 */
export async function receiveUpload(storage: Storage, bucket: Bucket, upload: Upload) {
  const { fileId, name, folder, permissions, bytes, chunk, inChunks } = upload;
  checkAcceptable(bucket, name, chunk.total);
  if (bytes.size !== chunk.last - chunk.first + 1) throw new ApiError('storage_invalid_content_range');
  await checkContent(upload);

  const { files, folders } = storage;
  const place = filePlace(folders, bucket.id, fileId);
  return inTurnOfFile(place, async () => {
    const started = files.find(bucket.id, fileId);
    if (started && !inChunks) throw new ApiError('storage_file_already_exists');
    if (started && isComplete(started)) return { file: started, isNew: false };
    if (started && started.size !== chunk.total) throw new ApiError('storage_invalid_content_range');

    const now = dateText(new Date());
    const { total: size, count: chunksTotal } = chunk;
    const dates = { created: now, updated: now };
    const asNew = { bucketId: bucket.id, id: fileId, ...dates, permissions, name, folder, size, chunksTotal };
    await writePart(place, bytes.stream(), { offset: chunk.first, fresh: !started });
    const present = started ? files.chunksOf(started) : new Set<number>();
    present.add(chunk.index);
    // The last chunk is noted together with the finished file, so that a kill in between leaves it to be sent again.
    const file =
      present.size === chunk.count
        ? await finish(storage, place, started ?? asNew)
        : files.noteChunk(started ?? files.insert(asNew), chunk.index, dateText(new Date()));
    if (isComplete(file)) tellOfFile(storage.changes, bucket, file, 'create');
    return { file, isNew: true };
  });
}
