import sharp, { type Sharp } from 'sharp';
import type { PdfiumExports } from '#reader/engine/pdfium.ts';

// Disables the cache of libvips: each picture is drawn only once.
sharp.cache(false);
sharp.concurrency(1);

/** Maximum pixels of a picture and of one side; a huge or very narrow sheet is drawn smaller. */
const LIMITS = { pixels: 8_000_000, side: 16_000 };
/** Bytes per pixel: red, green, blue and an unused one. */
const PIXEL_LAYOUT = { rgbx: 3, channels: 4 } as const;
/** Draws annotations and filled fields too; bytes are in the order red, green, blue. */
const RENDER_FLAGS = 0x01 | 0x10;
const WHITE = 0xffffffff;

/** The pixels of a page on white paper. */
export interface PagePixels {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Returns the size in pixels of a page with this size in points. */
function pixelsOf(points: { width: number; height: number }, wantedWidth: number) {
  const scale = Math.min(
    wantedWidth / points.width,
    Math.sqrt(LIMITS.pixels / (points.width * points.height)),
    LIMITS.side / points.height,
  );
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: side(points.width), height: side(points.height) };
}

/** Size of a page in points. */
function pageSize(pdfium: PdfiumExports, page: number): { width: number; height: number } {
  return { width: pdfium.FPDF_GetPageWidthF(page), height: pdfium.FPDF_GetPageHeightF(page) };
}

/** Draws a page in a width, with its form fields. Undefined if it has no size; throws if there is no memory for it. */
export function drawPage(
  pdfium: PdfiumExports,
  page: number,
  forms: number,
  wantedWidth: number,
): PagePixels | undefined {
  const points = pageSize(pdfium, page);
  if (!(points.width > 0.01 && points.height > 0.01)) return undefined;
  const { width, height } = pixelsOf(points, wantedWidth);
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, PIXEL_LAYOUT.rgbx, 0, 0);
  if (!bitmap) throw new RangeError('No more memory');
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, RENDER_FLAGS);
    pdfium.FPDF_FFLDraw(forms, bitmap, page, 0, 0, width, height, 0, RENDER_FLAGS);
    const place = pdfium.FPDFBitmap_GetBuffer(bitmap);
    const pixels = new Uint8Array(pdfium.memory.buffer, place, width * height * PIXEL_LAYOUT.channels);
    return { width, height, data: pixels.slice() };
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap);
  }
}

/** The pixels as something to be encoded. */
export function imageOf({ width, height, data }: PagePixels): Sharp {
  const raw = { width, height, channels: PIXEL_LAYOUT.channels };
  return sharp(data, { raw }).removeAlpha();
}

/** The pixels as a picture, with another one of the same size over them. */
export function encodePicture(
  pixels: PagePixels,
  format: 'webp' | 'jpeg',
  overlay?: Buffer,
): Promise<Buffer> {
  const image = imageOf(pixels);
  if (overlay) image.composite([{ input: overlay }]);
  return image.toFormat(format, { quality: 75 }).toBuffer();
}
