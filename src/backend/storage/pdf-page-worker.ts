import { readFileSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import type { PageDrawing, PageOrder } from './pdf-page.ts';

/** A huge sheet is drawn coarser: pixels of the drawing, whatever the page claims to measure. */
const mostPixels = 4_000_000;

const library = await PDFiumLibrary.init();

/** How many pixels a point of the page gets so that the page covers the box, within the bound on pixels. */
function scaleFor(page: { width: number; height: number }, box: PageOrder['box']): number {
  const wanted = Math.max(box.width / page.width, box.height / page.height) || 96 / 72;
  return Math.min(wanted, Math.sqrt(mostPixels / (page.width * page.height)));
}

async function draw({ path, box }: PageOrder): Promise<PageDrawing> {
  const document = await library.loadDocument(readFileSync(path));
  try {
    const page = document.getPage(0);
    const { originalWidth, originalHeight } = page.getOriginalSize();
    const scale = scaleFor({ width: originalWidth, height: originalHeight }, box);
    const drawing = await page.render({ scale, render: async ({ data }) => Uint8Array.from(data) });
    return { width: drawing.width, height: drawing.height, pixels: drawing.data };
  } finally {
    document.destroy();
  }
}

parentPort?.on('message', async (order: PageOrder) => {
  try {
    const drawing = await draw(order);
    parentPort?.postMessage(drawing, [drawing.pixels.buffer as ArrayBuffer]);
  } catch {
    // Encrypted, damaged or without a page: the caller shows a plain cover.
    parentPort?.postMessage(undefined);
  }
});
