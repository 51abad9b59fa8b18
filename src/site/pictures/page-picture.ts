import sharp, { type Sharp } from 'sharp';
import type { Pdfium } from '#reader/engine/pdfium.ts';
import { readPageObjects } from '#reader/glyphs/objects.ts';
import type { Piece } from '#reader/lines/reading-direction.ts';
import { readPage } from '#reader/read-page.ts';
import { escapeHtml } from '../xml.ts';
import { drawText, fallbackFace } from './drawn-text.ts';

// Disables the cache of libvips: each picture is drawn only once.
sharp.cache(false);
sharp.concurrency(1);

/** Maximum pixels of a picture and of one side; a huge or very narrow sheet is drawn smaller. */
const LIMITS = { pixels: 8_000_000, side: 16_000 };
/** PDFium's code for this pixel layout, and its bytes per pixel: red, green, blue and an unused byte. */
const PIXEL_LAYOUT = { rgbx: 3, channels: 4 } as const;
/** Flags for drawing annotations as well (1), and for the byte order red, green, blue (16). */
const RENDER_FLAGS = 0x01 | 0x10;
const WHITE = 0xffffffff;

/** The pixels of a page on white paper. */
export interface PagePixels {
  width: number;
  height: number;
  data: Uint8Array;
}

/** Returns the size in pixels of a page with this size in points, at most `wantedWidth` wide and within `LIMITS`. */
function pixelsOf(points: { width: number; height: number }, wantedWidth: number) {
  const scale = Math.min(
    wantedWidth / points.width,
    Math.sqrt(LIMITS.pixels / (points.width * points.height)),
    LIMITS.side / points.height,
  );
  const side = (length: number) => Math.max(1, Math.round(length * scale));
  return { width: side(points.width), height: side(points.height) };
}

/** Returns the size of a page in points. */
function pageSize(pdfium: Pdfium, page: number): { width: number; height: number } {
  return { width: pdfium.FPDF_GetPageWidthF(page), height: pdfium.FPDF_GetPageHeightF(page) };
}

/**
 * Draws a page with its form fields, `wantedWidth` pixels wide, or less within `LIMITS`. Undefined if it has no size; throws if memory runs
 * out.
 */
export function drawPage(
  pdfium: Pdfium,
  page: number,
  forms: number,
  wantedWidth: number,
): PagePixels | undefined {
  const points = pageSize(pdfium, page);
  if (!(points.width > 0.01 && points.height > 0.01)) return undefined;
  const { width, height } = pixelsOf(points, wantedWidth);
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, PIXEL_LAYOUT.rgbx, 0, 0);
  if (!bitmap) throw new RangeError('Not enough memory for the page');
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, RENDER_FLAGS);
    pdfium.FPDF_FFLDraw(forms, bitmap, page, 0, 0, width, height, 0, RENDER_FLAGS);
    const buffer = pdfium.FPDFBitmap_GetBuffer(bitmap);
    const pixels = new Uint8Array(pdfium.memory.buffer, buffer, width * height * PIXEL_LAYOUT.channels);
    return { width, height, data: pixels.slice() };
  } finally {
    pdfium.FPDFBitmap_Destroy(bitmap);
  }
}

/** Returns the pixels as an image that can be encoded. */
export function imageOf({ width, height, data }: PagePixels): Sharp {
  const raw = { width, height, channels: PIXEL_LAYOUT.channels };
  return sharp(data, { raw }).removeAlpha();
}

/**
 * Draws a page, and finds the words that the engine leaves blank. Returns a function that adds these words and encodes the picture,
 * even after the document is closed; undefined if the page has no size.
 */
export function drawCompletePage(
  pdfium: Pdfium,
  page: number,
  { forms, width, mayHaveLayers }: { forms: number; width: number; mayHaveLayers: boolean },
): ((format: 'webp' | 'jpeg') => Promise<Buffer>) | undefined {
  const pixels = drawPage(pdfium, page, forms, width);
  if (!pixels) return undefined;
  const words = findMissingWords(pdfium, page, pixels, mayHaveLayers);
  return async (format) => {
    const overlay = await drawMissingWords(words, pixels);
    const image = imageOf(pixels);
    if (overlay) image.composite([{ input: overlay }]);
    return image.toFormat(format, { quality: 75 }).toBuffer();
  };
}

/** A word whose font is not embedded, with its baseline in pixels from the right end to the left one. */
interface MissingWord {
  text: string;
  from: { x: number; y: number };
  to: { x: number; y: number };
  size: number;
  color: string;
}

/** Font size in pixels at which words are measured. */
const MEASURED_SIZE = 100;
/** Maximum number of missing words drawn on a page. */
const MAX_WORDS = 2000;

/**
 * Finds the words that the engine leaves blank: right-to-left words without an embedded font, because its own fonts are Latin. Skips
 * rotated text.
 */
function findMissingWords(
  pdfium: Pdfium,
  page: number,
  { width, height }: Pick<PagePixels, 'width' | 'height'>,
  mayHaveLayers: boolean,
): MissingWord[] {
  const objects = readPageObjects(pdfium, page).texts;
  const fonts = new Set(objects.map(({ font }) => font));
  const missingFonts = new Set([...fonts].filter((font) => font && !pdfium.FPDFFont_GetIsEmbedded(font)));
  if (missingFonts.size === 0) return [];
  const { results } = pdfium;
  const pointAt = (x: number, y: number) => {
    pdfium.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, results, results + 4);
    return { x: pdfium.integer(results), y: pdfium.integer(results + 4) };
  };
  const colorOf = (object: number) => {
    if (!pdfium.FPDFPageObj_GetFillColor(object, results, results + 4, results + 8, results + 12))
      return '#000000';
    const channels = [0, 4, 8].map((offset) => pdfium.integer(results + offset));
    return `#${Buffer.from(channels).toString('hex')}`;
  };
  const { lines } = readPage(pdfium, page, mayHaveLayers);
  const words = lines.flatMap(splitWords).flatMap((word): MissingWord[] => {
    const glyphs = word.flatMap(({ glyph }) => glyph ?? []);
    const [first] = glyphs;
    const isMissing = word.some(({ kind, glyph }) => kind === 'R' && glyph && missingFonts.has(glyph.font));
    if (!first || !isMissing || first.angle !== 0) return [];
    const [left, right] = [
      Math.min(...glyphs.map((glyph) => glyph.left)),
      Math.max(...glyphs.map((glyph) => glyph.right)),
    ];
    const [from, to] = [pointAt(right, first.baseline), pointAt(left, first.baseline)];
    const size = (Math.hypot(from.x - to.x, from.y - to.y) / (right - left)) * first.size;
    const color = colorOf(objects[first.order]?.pointer ?? 0);
    return [{ text: word.map(({ text }) => text).join(''), from, to, size, color }];
  });
  return words.slice(0, MAX_WORDS);
}

function splitWords(line: readonly Piece[]): Piece[][] {
  const words: Piece[][] = [[]];
  for (const piece of line) {
    if (piece.kind === ' ') words.push([]);
    else words.at(-1)?.push(piece);
  }
  return words;
}

/**
 * Draws missing words in a built-in face, each scaled to its width, as an SVG overlay for the page; undefined if there are none. Skips
 * words with letters that the face lacks.
 */
async function drawMissingWords(
  words: readonly MissingWord[],
  { width, height }: Pick<PagePixels, 'width' | 'height'>,
): Promise<Buffer | undefined> {
  const textElements: string[] = [];
  for (const { text, from, to, size, color } of words) {
    const drawing = await drawText(text, {
      face: fallbackFace,
      size: MEASURED_SIZE,
      color,
      width: width * 10,
      side: 'right',
    });
    const targetWidth = Math.hypot(from.x - to.x, from.y - to.y);
    if (!drawing || targetWidth === 0) continue;
    const stretch = targetWidth / ((drawing.info.width * size) / MEASURED_SIZE);
    const angle = (Math.atan2(from.y - to.y, from.x - to.x) * 180) / Math.PI;
    textElements.push(
      `<text transform="translate(${from.x} ${from.y}) rotate(${angle}) scale(${stretch} 1)" font-size="${size}" fill="${color}">${escapeHtml(text)}</text>`,
    );
  }
  if (textElements.length === 0) return undefined;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" font-family="${fallbackFace.replace(',', '')}" direction="rtl">${textElements.join('')}</svg>`,
  );
}
