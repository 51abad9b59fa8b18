import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { contentId } from '../content-id.ts';

export interface FileContent {
  /** Bytes read. */
  size: number;
  contentId: string;
  md5: string;
}

/** Reads a file once, in pieces, and tells its content identity; `meet` is given each piece. Rejects as the file system does. */
export async function readFileContent(
  path: string,
  signal?: AbortSignal,
  meet: (bytes: Buffer) => void = () => {},
): Promise<FileContent> {
  const sha256 = createHash('sha256');
  const md5 = createHash('md5');
  let size = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 16, ...(signal && { signal }) })) {
    const bytes = chunk as Buffer;
    sha256.update(bytes);
    md5.update(bytes);
    size += bytes.length;
    meet(bytes);
  }
  return { size, contentId: contentId(sha256.digest('hex')), md5: md5.digest('hex') };
}
