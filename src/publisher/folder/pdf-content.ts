import type { PdfProcess } from '#reader/pdf-process.ts';
import { readFileContent } from '../content-id.ts';
import { frameOf } from './pdf-frame.ts';

/** What reading a file once tells. */
export type PdfContent = Awaited<ReturnType<typeof readPdf>>;

/**
 * Reads a file once and tells whether it is a PDF that opens: its frame, and then `pdfs` decide. What has its frame and only takes them
 * too long (the largest books) is one. Rejects as the file system does.
 */
export async function readPdf(path: string, pdfs: Pick<PdfProcess, 'open'>, signal?: AbortSignal) {
  const { sha256: _, ...content } = await readFileContent(path, signal);
  const found = (
    fault: 'empty' | 'notPdf' | 'incomplete' | 'damaged' | null,
    { isLocked = false, isPictures = false } = {},
  ) => ({
    ...content,
    /** Null for a PDF that visitors can open. */
    fault,
    /** It asks whoever opens it for a password. */
    isLocked,
    /** Its pages are pictures: it has no words. */
    isPictures,
  });
  if (content.size === 0) return found('empty');
  const frame = await frameOf(path, content.size);
  if (frame === 'notPdf' || frame === 'incomplete') return found(frame);
  const facts = await pdfs.open(path);
  if ('pages' in facts) return found(null, facts);
  if (facts.fault === 'slow') return found(frame === 'whole' ? null : 'damaged');
  return facts.fault === 'locked' ? found(null, { isLocked: true }) : found('damaged');
}
