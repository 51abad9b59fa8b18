import type { Models } from 'node-appwrite';

/** A file in the bucket. */
export type StoredFile = ReturnType<typeof toStoredFile>;

/** A file on this computer, to be sent. `size` in bytes, `modifiedAt` in milliseconds, as they were when it was read. */
export interface SourceFile {
  path: string;
  name: string;
  size: number;
  md5: string;
  modifiedAt: number;
}

/** The file in the folder was changed while it was being sent. */
export class SourceChanged extends Error {
  override name = 'SourceChanged';
}

export function toStoredFile(file: Models.File) {
  return {
    id: file.$id,
    name: file.name,
    /** Bytes. */
    size: file.sizeOriginal,
    /** That of the content, where the backend can tell it, else null. */
    md5: isMd5(file.signature) ? file.signature : null,
    complete: isComplete(file),
  };
}

/** Whether all of it has arrived. */
export function isComplete(file: Models.File): boolean {
  return file.chunksUploaded >= file.chunksTotal;
}

/** Whether a signature is the MD5 of the content: of a file in chunks on S3 it is not. */
export function isMd5(signature: string): boolean {
  return /^[0-9a-f]{32}$/.test(signature);
}
