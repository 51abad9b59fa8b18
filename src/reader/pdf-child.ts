import { constants, getPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { openPdf, type PdfDocument } from './engine/document.ts';
import { limitWasmMemory, loadPdfium } from './engine/pdfium.ts';
import { type JobContext, serveJobs } from './engine/serve-jobs.ts';
import { readPageObjects } from './glyphs/objects.ts';
import { isScannedPage } from './glyphs/scanned-page.ts';
import type { PdfJob, PdfMessage } from './pdf-process.ts';
import { readPage } from './read-page.ts';

// With this limit, the process uses at most 300 MB, including Node.
limitWasmMemory(200 << 20);

const pdfium = await loadPdfium();
/** At the lowest priority, the process also rests between pages, because its work still slows down the other thread of the CPU core. */
const restsBetweenPages = getPriority() >= constants.priority.PRIORITY_LOW;

/** Waits as long as the CPU time of the work, which leaves half of the core to other processes. */
async function restFor({ user, system }: NodeJS.CpuUsage): Promise<void> {
  await delay((user + system) / 1000);
}

async function readPages(document: PdfDocument, from: number, { send, pause }: JobContext<PdfMessage>) {
  for (let page = from; page < document.pages; page++) {
    const before = process.threadCpuUsage();
    const content = document.flattenedPage(page, (handle) => {
      const { text, statistics } = readPage(pdfium, handle, document.mayHaveLayers);
      return { text, statistics, isBlank: pdfium.FPDFPage_CountObjects(handle) === 0 };
    });
    await send({ page, ...(content && { content }) });
    if (restsBetweenPages) await pause(() => restFor(process.threadCpuUsage(before)));
  }
}

/** Positions of the pages that are inspected first, as shares of the number of pages. */
const SAMPLE_POSITIONS = [0.25, 0.5, 0.75];

/**
 * Counts the pages without text, including blank and unreadable ones. An OCR layer is text; small lines printed on a scan are not. Returns
 * 0 if all sampled pages have text, or if all pages are blank.
 */
async function countPicturePages(document: PdfDocument, { send }: JobContext<PdfMessage>): Promise<number> {
  let hasVisiblePage = false;
  const hasText = (page: number) =>
    document.page(page, (handle) => {
      hasVisiblePage ||= pdfium.FPDFPage_CountObjects(handle) > 0;
      const objects = readPageObjects(pdfium, handle);
      return objects.texts.length > 0 && !isScannedPage(pdfium, handle, objects);
    }) === true;
  const samples = new Set(SAMPLE_POSITIONS.map((share) => Math.floor(share * document.pages)));
  if ([...samples].every(hasText)) return 0;
  let count = 0;
  for (let page = 0; page < document.pages; page++) {
    if (!hasText(page)) count++;
    await send({ inspectedPage: page });
  }
  return hasVisiblePage ? count : 0;
}

async function runJob({ path, from }: PdfJob, context: JobContext<PdfMessage>): Promise<PdfMessage> {
  const document = openPdf(pdfium, path);
  if ('fault' in document) return document;
  try {
    await context.send({ pages: document.pages, kind: document.kind });
    if (from === undefined) await context.send({ pictures: await countPicturePages(document, context) });
    else await readPages(document, from, context);
    return { done: true };
  } finally {
    document.close();
  }
}

await serveJobs<PdfJob, PdfMessage>((job, context) =>
  runJob(job, context).catch((error: unknown) => {
    // The file cannot be read, for example because it was removed. After any other error, this process ends: its engine may be damaged.
    if (error instanceof Error && 'code' in error) return { fault: 'broken' };
    throw error;
  }),
);
