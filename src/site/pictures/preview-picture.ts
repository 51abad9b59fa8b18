import sharp, { type Sharp } from 'sharp';
import type { PreviewRequest } from '#backend/storage/preview.ts';
import type { PdfiumExports } from '#reader/engine/pdfium.ts';
import { drawPage, type PagePixels, pageSize } from './page-picture.ts';

/** A huge sheet is drawn coarser: pixels of the drawing, whatever the page claims to measure. */
const mostPixels = 4_000_000;

/** A sheet of paper with a folded corner, for what cannot be drawn. Shapes only: it needs no font. */
const coverSheet = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 424" width="1200" height="1696">
  <rect width="300" height="424" fill="#f4efe4"/>
  <path d="M60 60h130l50 50v254H60z" fill="#fffdf8" stroke="#b9ad95" stroke-width="4"/>
  <path d="M190 60v50h50" fill="none" stroke="#b9ad95" stroke-width="4"/>
  <path d="M90 170h120M90 210h120M90 250h120M90 290h70" stroke="#d8cfbd" stroke-width="8"/>
</svg>`;

/** The picture of an image, in the form that is asked. */
export async function encodePreview(image: Sharp, request: PreviewRequest): Promise<Buffer> {
  const { width, height, quality, gravity, format } = request;
  if (width > 0 || height > 0) {
    // Never larger than it was drawn: that adds nothing to see, and bounds what a visitor's request can cost.
    // The side comes first here.
    const position = gravity.split('-').reverse().join(' ');
    const options = { fit: 'cover', position, withoutEnlargement: true } as const;
    image.resize(width || null, height || null, options);
  }
  const flat = image.flatten({ background: 'white' });
  return flat.toFormat(format, format === 'png' ? {} : { quality }).toBuffer();
}

/** Draws a page so that it covers the size that is asked; a side of 0 is left to the page's proportions. */
export function drawPreview(
  pdfium: PdfiumExports,
  page: number,
  forms: number,
  { width, height }: PreviewRequest,
): PagePixels | undefined {
  const size = pageSize(pdfium, page);
  const wanted = Math.max(width / size.width, height / size.height) || 96 / 72;
  const scale = Math.min(wanted, Math.sqrt(mostPixels / (size.width * size.height)));
  return drawPage(pdfium, page, forms, Math.floor(size.width * scale));
}

/**
 * The picture of an image file; throws when it is none, or larger than 50 million pixels. Without a file a plain cover, which without
 * a size is as wide as a small page.
 */
export function imagePreview(path: string | undefined, request: PreviewRequest): Promise<Buffer> {
  if (path !== undefined)
    return encodePreview(sharp(path, { limitInputPixels: 50_000_000 }).autoOrient(), request);
  const sized = request.width > 0 || request.height > 0 ? request : { ...request, width: 600 };
  return encodePreview(sharp(Buffer.from(coverSheet)), sized);
}
