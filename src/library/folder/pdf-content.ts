import { open } from 'node:fs/promises';
import type { PdfFactsReader } from '#reader/pdf-process.ts';
import { readFileContent } from '../store/content.ts';
import { areManyUnsearchable } from '../words/words.ts';

/** Facts about the content of a file. */
export type PdfContent = Awaited<ReturnType<typeof readPdf>>;

/**
 * Checks whether a file is a PDF that opens: first checks its structure, then opens it with `pdfs`. A file with a valid structure
 * that `pdfs` cannot open in time, such as a very large book, counts as a PDF. Rejects with errors of the file system.
 */
export async function readPdf(path: string, pdfs: PdfFactsReader, signal?: AbortSignal) {
  const { sha256: _, ...content } = await readFileContent(path, signal);
  const result = (
    fault: 'empty' | 'notPdf' | 'incomplete' | 'damaged' | null,
    { isLocked = false, pictures = '' } = {},
  ) => ({
    ...content,
    /** Fault of the file; null for a PDF that visitors can open. */
    fault,
    /** Whether opening it requires a password. */
    isLocked,
    /** Numbers of pages without words and of all pages, such as `103/106`; empty if few pages lack words. */
    pictures,
  });
  if (content.size === 0) return result('empty');
  const structure = await checkStructure(path, content.size);
  if (structure === 'notPdf' || structure === 'incomplete') return result(structure);
  const facts = await pdfs.readFacts(path);
  if ('pages' in facts) {
    const { pages, pictures } = facts;
    const isReported = pictures === pages || areManyUnsearchable(pictures, pages);
    return result(null, { pictures: isReported ? `${pictures}/${pages}` : '' });
  }
  if (facts.fault === 'slow') return result(structure === 'complete' ? null : 'damaged');
  return facts.fault === 'locked' ? result(null, { isLocked: true }) : result('damaged');
}

/** Size of the chunks in which a file is searched backward; adjacent chunks overlap. */
const CHUNK_BYTES = 1 << 20;
const OVERLAP_BYTES = 64;

/** Last lines of a PDF (ISO 32000-2, 7.5.5): the offset of its cross-reference, and the end marker. */
const trailer = /startxref\s+(\d{1,15})\s+%%EOF/g;
/** Start of a cross-reference: a table, or a stream object. */
const crossReference = /^\s{0,4}(xref\b|\d+\s+\d+\s+obj\b)/;

/**
 * Checks that a PDF has a header within its first 1024 bytes, and a trailer with the offset of a cross-reference. `incomplete`: cut
 * short, because the trailer or stated bytes are missing. `broken`: without a valid offset, which only some readers repair.
 */
async function checkStructure(path: string, size: number) {
  await using file = await open(path);
  const read = async (from: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
    return buffer.toString('latin1', 0, bytesRead);
  };
  const text = await read(0, 1024);
  // Readers count offsets from the start of the file or from the header, which other bytes can precede.
  const header = text.indexOf('%PDF-');
  if (header < 0) return 'notPdf';
  // A linearized file has a second trailer near its beginning, but states its length (annex F).
  const statedLength = /\/Linearized\b[\s\S]{0,200}?\/L\s+(\d{1,15})\b/.exec(text)?.[1];
  if (statedLength !== undefined && Number(statedLength) > size) return 'incomplete';
  for (let to = size; to > 0; to -= CHUNK_BYTES - OVERLAP_BYTES) {
    const from = Math.max(0, to - CHUNK_BYTES);
    const chunk = await read(from, to - from);
    const lastTrailer = [...chunk.matchAll(trailer)].at(-1);
    if (lastTrailer) {
      const offsets = [Number(lastTrailer[1]), Number(lastTrailer[1]) + header];
      const targets = await Promise.all(offsets.map((offset) => read(Math.min(offset, size), 64)));
      return targets.some((text) => crossReference.test(text)) ? 'complete' : 'broken';
    }
    if (chunk.includes('%%EOF')) return 'broken';
    if (from === 0) break;
  }
  return 'incomplete';
}
