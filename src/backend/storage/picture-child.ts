import { boundWasmMemory } from '#reader/bounded-memory.ts';
import { drawPage, type PagePixels, pageSize } from '#reader/page-picture.ts';
import { withPdf } from '#reader/pdf-document.ts';
import { loadPdfium } from '#reader/pdfium-exports.ts';
import { coverPicture, imagePicture, pagePicture } from './picture.ts';
import type { PictureNews, PictureOrder } from './picture-process.ts';
import type { PreviewRequest } from './preview-request.ts';

// With what Node itself and the packing of a picture take, 300 MB.
boundWasmMemory(200 << 20);
// Whoever wanted pictures is gone.
process.once('disconnect', () => process.exit());

/** A huge sheet is drawn coarser: pixels of the drawing, whatever the page claims to measure. */
const mostPixels = 4_000_000;

const pdfium = await loadPdfium();

/** Draws the first page of a PDF so that it covers the size that is asked; a side of 0 is left to the page's proportions. */
function drawFirstPage(path: string, { width, height }: PreviewRequest): PagePixels {
  const drawn = withPdf(pdfium, path, (document) =>
    document.page(0, (page) => {
      const size = pageSize(pdfium, page);
      const wanted = Math.max(width / size.width, height / size.height) || 96 / 72;
      const scale = Math.min(wanted, Math.sqrt(mostPixels / (size.width * size.height)));
      return drawPage(pdfium, page, Math.floor(size.width * scale));
    }),
  );
  if (drawn && 'data' in drawn) return drawn;
  throw new Error(`the PDF is ${drawn?.fault ?? 'without a first page'}`);
}

async function paint({ kind, path, request }: PictureOrder): Promise<PictureNews> {
  try {
    if (kind === 'pdf') return { picture: await pagePicture(drawFirstPage(path, request), request) };
    if (kind === 'image') return { picture: await imagePicture(path, request) };
  } catch (error) {
    // An engine without memory is not to be trusted with another file.
    if (error instanceof RangeError) process.exit(1);
    // Encrypted, damaged, without a page, or no image.
    return { picture: await coverPicture(request), fault: String(error) };
  }
  return { picture: await coverPicture(request) };
}

process.on('message', async (order: PictureOrder) => process.send?.(await paint(order)));
