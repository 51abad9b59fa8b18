import { open } from 'node:fs/promises';
import type { PdfOpener } from '#reader/pdf-process.ts';
import { readFileContent } from '../store/content.ts';
import { areManyUnsearchable } from '../words/words.ts';

/** Result of reading a file once. */
export type PdfContent = Awaited<ReturnType<typeof readPdf>>;

/**
 * Reads a file once and returns whether it is a PDF that opens: first by its structure, then by `pdfs`. A file with a valid structure
 * on which `pdfs` time out, such as the largest books, counts as a PDF. Rejects with errors of the file system.
 */
export async function readPdf(path: string, pdfs: PdfOpener, signal?: AbortSignal) {
  const { sha256: _, ...content } = await readFileContent(path, signal);
  const result = (
    fault: 'empty' | 'notPdf' | 'incomplete' | 'damaged' | null,
    { isLocked = false, pictures = '' } = {},
  ) => ({
    ...content,
    /** Null for a PDF that visitors can open. */
    fault,
    /** Opening it requires a password. */
    isLocked,
    /** Pages without words, of all its pages, such as `103/106`; empty if they are few. */
    pictures,
  });
  if (content.size === 0) return result('empty');
  const frame = await frameOf(path, content.size);
  if (frame === 'notPdf' || frame === 'incomplete') return result(frame);
  const facts = await pdfs.open(path);
  if ('pages' in facts) {
    const { pages, pictures } = facts;
    const isNamed = pictures === pages || areManyUnsearchable(pictures, pages);
    return result(null, { pictures: isNamed ? `${pictures}/${pages}` : '' });
  }
  if (facts.fault === 'slow') return result(frame === 'whole' ? null : 'damaged');
  return facts.fault === 'locked' ? result(null, { isLocked: true }) : result('damaged');
}

/** Bytes that are searched at a time from the end; adjacent pieces overlap. */
const CHUNK_BYTES = 1 << 20;
const OVERLAP_BYTES = 64;

/** The last lines of a PDF (ISO 32000-2, 7.5.5): where its table of contents begins, and the mark of the end. */
const ending = /startxref\s+(\d{1,15})\s+%%EOF/g;
/** Start of the cross-reference: a table, or an object that contains it. */
const table = /^\s{0,4}(xref\b|\d+\s+\d+\s+obj\b)/;

/**
 * Checks a PDF's structure: `%PDF-` within the first 1024 bytes, and a last end marker that points to a cross-reference. `incomplete`:
 * no end marker, so the file was cut short. `broken`: the marker points nowhere, which only some readers repair.
 */
async function frameOf(path: string, size: number) {
  await using file = await open(path);
  const read = async (from: number, length: number) => {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from);
    return buffer.toString('latin1', 0, bytesRead);
  };
  const text = await read(0, 1024);
  // If bytes precede the header, readers count offsets from the header.
  const header = text.indexOf('%PDF-');
  if (header < 0) return 'notPdf';
  // A linearized file also has an end near its beginning, and states its length (annex F).
  const whole = /\/Linearized\b[\s\S]{0,200}?\/L\s+(\d{1,15})\b/.exec(text)?.[1];
  if (whole !== undefined && Number(whole) > size) return 'incomplete';
  for (let to = size; to > 0; to -= CHUNK_BYTES - OVERLAP_BYTES) {
    const from = Math.max(0, to - CHUNK_BYTES);
    const part = await read(from, to - from);
    const last = [...part.matchAll(ending)].at(-1);
    if (last) {
      const places = [Number(last[1]), Number(last[1]) + header];
      const targets = await Promise.all(places.map((place) => read(Math.min(place, size), 64)));
      return targets.some((text) => table.test(text)) ? 'whole' : 'broken';
    }
    if (part.includes('%%EOF')) return 'broken';
    if (from === 0) break;
  }
  return 'incomplete';
}
