import type { Context } from 'hono';
import { unsafeInNames } from '#contract/name.ts';
import type { Json } from '../change.ts';
import { ApiError, invalidParam, missingParam } from '../errors.ts';
import { isId, newId } from '../request/ids.ts';
import { permissionsParam } from '../request/json-body.ts';
import type { Bucket } from './bucket-table.ts';

/** Bytes of one upload request go out and come in by pieces of this size: 5 MiB, fixed in every SDK (docs/rules.md#uploads). */
export const chunkSize = 5 * 1024 * 1024;

/**
 * Reads the `Content-Range` of an uploaded chunk: `first` and `last` are inclusive offsets, `total` the size of the whole file in bytes, and
 * `index` is 0 for the chunk that starts the file. Undefined when it is malformed, runs past the end, or does not
 * lie exactly on the 5 MiB grid: only then is it certain that all chunks together are the whole file.
 */
export function parseContentRange(header: string) {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/i.exec(header.trim());
  if (!match) return undefined;
  const [first, last, total] = match.slice(1).map(Number) as [number, number, number];
  const expectedLast = Math.min(first + chunkSize, total) - 1;
  if (first % chunkSize !== 0 || first >= total || last !== expectedLast) return undefined;
  return { first, last, total, index: first / chunkSize, count: Math.ceil(total / chunkSize) };
}

/** Bytes of one upload request; the contract's 12 MiB (1.5), of which an SDK uses 5 MiB and a few headers. */
export const uploadBodyLimit = 12 * 1024 * 1024;

/** One request of an upload: a whole file, or a chunk of one. */
export type Upload = Awaited<ReturnType<typeof readUpload>>;

/**
 * Reads `Content-Range` and `X-Appwrite-ID`, the id that the server gave with the first chunk: what the headers alone say of an upload, so
 * that a hopeless one is refused before its body is read. Throws 400 for malformed ones and for a file too big for the bucket.
 */
export function readUploadHeaders(context: Context, bucket: Bucket) {
  const range = context.req.header('content-range');
  const chunk = range === undefined ? undefined : parseContentRange(range);
  if (range !== undefined && !chunk) throw new ApiError('storage_invalid_content_range');
  if (chunk && chunk.total > bucket.maximumFileSize) throw new ApiError('storage_invalid_file_size');
  const fileId = context.req.header('x-appwrite-id') || undefined;
  if (fileId !== undefined && !isId(fileId)) throw new ApiError('storage_invalid_appwrite_id');
  return { chunk, fileId };
}

/**
 * A file name as it is kept: well-formed, without control or direction signs, at most 255 characters in an upload and, as on
 * Appwrite, 128 in a rename.
 */
export function checkFileName(name: Json, most: 128 | 255): string {
  const fits = typeof name === 'string' && name !== '' && [...name].length <= most;
  if (fits && name.isWellFormed() && !unsafeInNames.test(name)) return name;
  const rule = `Value must be a valid string and at least 1 chars and no longer than ${most} chars`;
  throw invalidParam('name', rule);
}

/** Reads the multipart body of an upload (docs/rules.md#uploads). */
export async function readUpload(context: Context, headers: ReturnType<typeof readUploadHeaders>) {
  const form = await context.req.raw.formData().catch(() => {
    throw new ApiError('storage_file_empty');
  });
  const textOf = (name: string) => {
    const value = form.get(name);
    return typeof value === 'string' ? value : undefined;
  };
  const asked = textOf('fileId');
  if (asked === undefined && headers.fileId === undefined) throw missingParam('fileId');
  const fileId = headers.fileId ?? newId('fileId', asked);
  const bytes = form.get('file');
  if (!(bytes instanceof File) || bytes.size === 0) throw new ApiError('storage_file_empty');
  const permissions = [...form]
    .filter(([name]) => /^permissions(\[\d*\])?$/.test(name))
    .map(([, value]) => String(value));
  return {
    fileId,
    name: checkFileName(bytes.name, 255),
    folder: textOf('folder') ?? '',
    permissions: permissionsParam(permissions, 'file') ?? [],
    bytes,
    chunk: headers.chunk ?? { first: 0, last: bytes.size - 1, total: bytes.size, index: 0, count: 1 },
    /** Whether it came with a `Content-Range`. */
    inChunks: headers.chunk !== undefined,
  };
}
