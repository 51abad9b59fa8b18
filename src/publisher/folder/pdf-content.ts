import type { PdfProcess } from '#reader/pdf-process.ts';
import { type FileContent, readFileContent } from './file-content.ts';
import { frameOf } from './pdf-frame.ts';

const probe = 1024;
/** Names the dictionary that an encrypted file has. */
const encryption = Buffer.from('/Encrypt');

/** What reading a file once tells. `fault` is null for a PDF that visitors can open. */
export interface PdfContent extends FileContent {
  fault: 'empty' | 'notPdf' | 'incomplete' | 'damaged' | null;
  /** It asks whoever opens it for a password. */
  isLocked: boolean;
}

/**
 * Reads a file once and tells whether it is a PDF that opens: `%PDF-` within the first 1024 bytes (as readers look for it), an end that
 * leads to its table of contents, whatever follows it. What is not framed like that, or encrypted, is opened by `pdfs`, which decide.
 * Rejects as the file system does.
 */
export async function readPdf(
  path: string,
  pdfs: Pick<PdfProcess, 'open'>,
  signal?: AbortSignal,
): Promise<PdfContent> {
  let head = Buffer.alloc(0);
  let last = Buffer.alloc(0);
  let isEncrypted = false;
  const content = await readFileContent(path, signal, (bytes) => {
    if (head.length < probe) head = Buffer.concat([head, bytes.subarray(0, probe - head.length)]);
    const seam = Buffer.concat([last, bytes.subarray(0, encryption.length)]);
    isEncrypted ||= bytes.includes(encryption) || seam.includes(encryption);
    last = Buffer.from(bytes.subarray(-encryption.length));
  });
  const found = (fault: PdfContent['fault'], isLocked = false) => ({ ...content, fault, isLocked });
  if (content.size === 0) return found('empty');
  if (!head.includes('%PDF-')) return found('notPdf');
  const frame = await frameOf(path, content.size, head);
  if (frame === 'none') return found('incomplete');
  if (frame === 'whole' && !isEncrypted) return found(null);
  const facts = await pdfs.open(path);
  const isLocked = 'fault' in facts && facts.fault === 'locked';
  return found('pages' in facts || isLocked || frame === 'whole' ? null : 'damaged', isLocked);
}
