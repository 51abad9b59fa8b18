import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { openPdf, type PdfDocument } from '#reader/engine/document.ts';
import { limitWasmMemory, loadPdfium } from '#reader/engine/pdfium.ts';
import { serveJobs } from '#reader/engine/serve-jobs.ts';
import { createWasmMemory } from '#reader/engine/wasm-memory.ts';
import { cleanText } from '#reader/lines/page-text.ts';
import { readPage } from '#reader/read-page.ts';
import { clearFolder } from './clear-folder.ts';
import type { ClearingOrder, DrawingNews, DrawingOrder, DrawingResult } from './drawing-process.ts';
import { drawPage, drawWholePage } from './page-picture.ts';
import { readOutline } from './pdf-outline.ts';
import { drawQuote, linesOfPage, QUOTED_PAGE_PX } from './quote-picture.ts';
import { drawIcon, drawShareCard } from './share-picture.ts';
import { boxedWords, placesOnPage } from './word-boxes.ts';

// 300 MB together with Node itself and the encoding of a picture.
limitWasmMemory(160 << 20);

const pdfium = await loadPdfium();
const memory = createWasmMemory(pdfium);

function wordsOf(page: number, mayHaveLayers: boolean, label: 'words' | 'letters') {
  const places = placesOnPage(pdfium, memory, page);
  const { lines, text } = readPage(pdfium, memory, page, mayHaveLayers);
  return boxedWords(cleanText(text), lines, places, label);
}

type PdfOrder = Extract<DrawingOrder, { path: string }>;

/** Draws or reads an open PDF; pixels are encoded after it is closed. Undefined if it has no such page. */
function make(order: PdfOrder, document: PdfDocument): Promise<Buffer> | string | undefined {
  if (order.kind === 'outline') return compactJson(readOutline(pdfium, memory, document));
  if (order.kind === 'words')
    return document.flattenedPage(order.page, (page) =>
      compactJson(wordsOf(page, document.mayHaveLayers, order.label)),
    );
  if (order.kind === 'lines')
    return document.flattenedPage(order.page, (page) =>
      compactJson(linesOfPage(pdfium, memory, page, document.mayHaveLayers)),
    );
  if (order.kind === 'quote') {
    const { lines, source } = order;
    const pixels = document.page(order.page, (page, forms) => drawPage(pdfium, page, forms, QUOTED_PAGE_PX));
    return pixels && drawQuote(pixels, lines, source);
  }
  const { mayHaveLayers } = document;
  return document.page(order.page, (page, forms) =>
    drawWholePage(pdfium, memory, page, { forms, width: order.width, mayHaveLayers }),
  )?.(order.format);
}

/** Serializes JSON with no more decimals than a screen can show. */
function compactJson(value: object): string {
  return JSON.stringify(value, (_, item) =>
    typeof item === 'number' ? Math.round(item * 10_000) / 10_000 : item,
  );
}

/** Renames the file into place, so that a killed process leaves no incomplete picture. */
function keep(path: string, bytes: Uint8Array | string): void {
  const unfinished = `${path}.unfinished`;
  mkdirSync(dirname(path), { recursive: true, mode: 0o750 });
  writeFileSync(unfinished, bytes, { mode: 0o640, flush: true });
  renameSync(unfinished, path);
}

/** Makes a picture or a text of a PDF. */
function drawPdf(order: PdfOrder) {
  try {
    const document = openPdf(pdfium, order.path);
    if ('fault' in document) return document;
    try {
      return make(order, document) ?? { fault: 'page' as const };
    } finally {
      document.close();
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error) return { fault: 'gone' as const };
    // An engine that failed must not open another file.
    throw error;
  }
}

function draw(order: DrawingOrder) {
  const brokenPage = () => ({ fault: 'broken' }) as const;
  if (order.kind === 'card') return drawShareCard(order.card);
  if (order.kind === 'icon') return drawIcon(order).catch(brokenPage);
  return drawPdf(order);
}

async function carryOut(order: DrawingOrder): Promise<DrawingResult> {
  const bytes = await draw(order);
  if (typeof bytes === 'object' && 'fault' in bytes) return bytes;
  try {
    keep(order.to, bytes);
  } catch {
    return { fault: 'disk' };
  }
  return { bytes: Buffer.byteLength(bytes) };
}

await serveJobs<DrawingOrder | ClearingOrder, DrawingNews>(async (order) => {
  const before = process.cpuUsage();
  const result =
    order.kind === 'clearing' ? clearFolder(order.folder, order.maxBytes) : await carryOut(order);
  const { user, system } = process.cpuUsage(before);
  return { ...result, cpuMs: (user + system) / 1000 };
});
