import { readFile } from 'node:fs/promises';
import { PDFiumLibrary } from '@hyzyla/pdfium';

/** A drawn page: four bytes (RGBA) per pixel. */
export interface PageDrawing {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** A box of pixels that a page is to cover; 0 leaves that side to the page's proportions. */
interface Box {
  width: number;
  height: number;
}

/** A huge sheet is drawn coarser: pixels of the drawing, whatever the page claims to measure. */
const mostPixels = 4_000_000;

const library = PDFiumLibrary.init();

/** How many pixels a point of the page gets so that the page covers the box, within the bound on pixels. */
function scaleFor(page: Box, box: Box): number {
  const wanted = Math.max(box.width / page.width, box.height / page.height) || 96 / 72;
  return Math.min(wanted, Math.sqrt(mostPixels / (page.width * page.height)));
}

/** Draws the first page of a PDF. Throws when it is encrypted, damaged or without a page. */
export async function drawFirstPage(path: string, box: Box): Promise<PageDrawing> {
  const document = await (await library).loadDocument(await readFile(path));
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
