import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { openPdf, type PdfDocument } from '#reader/engine/document.ts';
import { limitWasmMemory, loadPdfium } from '#reader/engine/pdfium.ts';
import { serveJobs } from '#reader/engine/serve-jobs.ts';
import { clearFolder } from './clear-folder.ts';
import type { ClearFolderJob, DrawingJob, DrawingMessage, DrawingResult } from './drawing-process.ts';
import { drawCompletePage, drawPage } from './page-picture.ts';
import { readOutline } from './pdf-outline.ts';
import { drawQuote, QUOTED_PAGE_PX } from './quote-picture.ts';
import { drawIcon, drawShareCard } from './share-picture.ts';
import { readPageLines, readPageWords } from './text-boxes.ts';

// With this limit, the process takes up to 300 MB, including Node and the encoding of a picture.
limitWasmMemory(160 << 20);

const pdfium = await loadPdfium();

type PdfJob = Extract<DrawingJob, { path: string }>;

/** Runs a job on an open PDF; pixels are encoded after the PDF is closed. Undefined if the page does not exist or has no size. */
function runOnDocument(job: PdfJob, document: PdfDocument): Promise<Buffer> | string | undefined {
  const { mayHaveLayers } = document;
  if (job.kind === 'outline') return compactJson(readOutline(pdfium, document));
  if (job.kind === 'words')
    return document.flattenedPage(job.page, (page) =>
      compactJson(readPageWords(pdfium, page, mayHaveLayers, job.label)),
    );
  if (job.kind === 'lines')
    return document.flattenedPage(job.page, (page) =>
      compactJson(readPageLines(pdfium, page, mayHaveLayers)),
    );
  if (job.kind === 'quote') {
    const { lines, source } = job;
    const pixels = document.page(job.page, (page, forms) => drawPage(pdfium, page, forms, QUOTED_PAGE_PX));
    return pixels && drawQuote(pixels, lines, source);
  }
  return document.page(job.page, (page, forms) =>
    drawCompletePage(pdfium, page, { forms, width: job.width, mayHaveLayers }),
  )?.(job.format);
}

/** Serializes JSON with at most four decimals, enough for a screen. */
function compactJson(value: object): string {
  return JSON.stringify(value, (_, item) =>
    typeof item === 'number' ? Math.round(item * 10_000) / 10_000 : item,
  );
}

/** Writes a file and then renames it into place, so that a killed process leaves no incomplete picture. */
function storeFile(path: string, bytes: Uint8Array | string): void {
  const unfinishedPath = `${path}.unfinished`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o750 });
  writeFileSync(unfinishedPath, bytes, { mode: 0o640, flush: true });
  renameSync(unfinishedPath, path);
}

/** Opens a PDF and runs a job on it. */
function drawPdf(job: PdfJob) {
  try {
    const document = openPdf(pdfium, job.path);
    if ('fault' in document) return document;
    try {
      return runOnDocument(job, document) ?? { fault: 'page' as const };
    } finally {
      document.close();
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error) return { fault: 'gone' as const };
    // The engine has failed, so this process must not open another file.
    throw error;
  }
}

function draw(job: DrawingJob) {
  if (job.kind === 'card') return drawShareCard(job.card);
  if (job.kind === 'icon') return drawIcon(job).catch(() => ({ fault: 'broken' }) as const);
  return drawPdf(job);
}

async function runDrawingJob(job: DrawingJob): Promise<DrawingResult> {
  const bytes = await draw(job);
  if (typeof bytes === 'object' && 'fault' in bytes) return bytes;
  try {
    storeFile(job.targetPath, bytes);
  } catch {
    return { fault: 'disk' };
  }
  return { bytes: Buffer.byteLength(bytes) };
}

await serveJobs<DrawingJob | ClearFolderJob, DrawingMessage>(async (job) => {
  const startUsage = process.cpuUsage();
  const result =
    job.kind === 'clearFolder' ? clearFolder(job.folder, job.maxBytes) : await runDrawingJob(job);
  const { user, system } = process.cpuUsage(startUsage);
  return { ...result, cpuMs: (user + system) / 1000 };
});
