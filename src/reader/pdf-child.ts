import { constants, getPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { openPdf, type PdfDocument } from './engine/document.ts';
import { limitWasmMemory, loadPdfium } from './engine/pdfium.ts';
import { type JobContext, serveJobs } from './engine/serve-jobs.ts';
import { createWasmMemory } from './engine/wasm-memory.ts';
import { pageObjects } from './glyphs/objects.ts';
import { isScannedPage } from './glyphs/scanned-page.ts';
import type { PdfJob, PdfMessage } from './pdf-process.ts';
import { readPage } from './read-page.ts';

// With Node itself, the process then uses at most 300 MB.
limitWasmMemory(200 << 20);

const pdfium = await loadPdfium();
const memory = createWasmMemory(pdfium);
/** Whether to rest between pages: two threads of one core slow each other down, even at low priority. */
const restsBetweenPages = getPriority() >= constants.priority.PRIORITY_LOW;

/** Rests as long as the work took, so that half of a core is left to others. */
async function restFor({ user, system }: NodeJS.CpuUsage): Promise<void> {
  await delay((user + system) / 1000);
}

async function readPages(document: PdfDocument, from: number, { send, pause }: JobContext<PdfMessage>) {
  for (let page = from; page < document.pages; page++) {
    const before = process.threadCpuUsage();
    const read = document.flattenedPage(page, (handle) => {
      const { text, statistics } = readPage(pdfium, memory, handle, document.mayHaveLayers);
      return { text, statistics, isBlank: pdfium.FPDFPage_CountObjects(handle) === 0 };
    });
    await send({ page, ...(read && { read }) });
    if (restsBetweenPages) await pause(() => restFor(process.threadCpuUsage(before)));
  }
}

/** Positions of the pages that are inspected first, as shares of the page count. */
const SAMPLES = [0.25, 0.5, 0.75];

/**
 * Counts the pages without text other than lines printed on scans; an OCR layer is text. Returns 0 if all sampled pages have text,
 * or if no page shows anything.
 */
async function countPictures(document: PdfDocument, { send }: JobContext<PdfMessage>): Promise<number> {
  let hasVisiblePage = false;
  const hasText = (page: number) =>
    document.page(page, (handle) => {
      hasVisiblePage ||= pdfium.FPDFPage_CountObjects(handle) > 0;
      const objects = pageObjects(pdfium, memory, handle);
      return objects.texts.length > 0 && !isScannedPage(pdfium, memory, handle, objects);
    }) === true;
  const samples = new Set(SAMPLES.map((share) => Math.floor(share * document.pages)));
  if ([...samples].every(hasText)) return 0;
  let count = 0;
  for (let page = 0; page < document.pages; page++) {
    if (!hasText(page)) count++;
    await send({ opened: page });
  }
  return hasVisiblePage ? count : 0;
}

async function runJob({ path, from }: PdfJob, context: JobContext<PdfMessage>): Promise<PdfMessage> {
  const document = openPdf(pdfium, path);
  if ('fault' in document) return document;
  try {
    await context.send({ pages: document.pages, kind: document.kind });
    if (from === undefined) await context.send({ pictures: await countPictures(document, context) });
    else await readPages(document, from, context);
    return { done: true };
  } finally {
    document.close();
  }
}

await serveJobs<PdfJob, PdfMessage>((job, context) =>
  runJob(job, context).catch((error: unknown) => {
    // The file was removed. An engine that failed must not read another file.
    if (error instanceof Error && 'code' in error) return { fault: 'broken' };
    throw error;
  }),
);
