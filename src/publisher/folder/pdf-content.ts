import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { contentId } from '../content-id.ts';

const probe = 1024;

/** What reading a file once tells. `fault` is null for a whole PDF. */
export interface PdfContent {
  /** Bytes read. */
  size: number;
  contentId: string;
  md5: string;
  fault: 'empty' | 'notPdf' | 'incomplete' | null;
}

/**
 * Reads a file once, in pieces, and tells its content identity and whether it is a whole PDF: `%PDF-` within the first 1024 bytes
 * and `%%EOF` within the last (as readers of PDF look for them). Rejects as the file system does.
 */
export async function readPdf(path: string, signal?: AbortSignal): Promise<PdfContent> {
  const sha256 = createHash('sha256');
  const md5 = createHash('md5');
  let size = 0;
  let head = Buffer.alloc(0);
  let tail = Buffer.alloc(0);
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 16, ...(signal && { signal }) })) {
    const bytes = chunk as Buffer;
    sha256.update(bytes);
    md5.update(bytes);
    size += bytes.length;
    if (head.length < probe) head = Buffer.concat([head, bytes.subarray(0, probe - head.length)]);
    tail = Buffer.from(Buffer.concat([tail, bytes.subarray(-probe)]).subarray(-probe));
  }
  return {
    size,
    contentId: contentId(sha256.digest('hex')),
    md5: md5.digest('hex'),
    fault: faultOf(size, head, tail),
  };
}

function faultOf(size: number, head: Buffer, tail: Buffer): PdfContent['fault'] {
  if (size === 0) return 'empty';
  if (!head.includes('%PDF-')) return 'notPdf';
  return tail.includes('%%EOF') ? null : 'incomplete';
}
