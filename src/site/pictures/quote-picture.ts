import sharp, { type OverlayOptions } from 'sharp';
import { renderSVG } from 'uqr';
import type { PageLine } from '#contract/lesson-outline.ts';
import type { PdfiumExports } from '#reader/engine/pdfium.ts';
import type { WasmMemory } from '#reader/engine/wasm-memory.ts';
import { CELL_END, lineText } from '#reader/lines/line-text.ts';
import { cleanText } from '#reader/lines/page-text.ts';
import { readPage } from '#reader/read-page.ts';
import { boxAround } from '#text/page-matches.ts';
import { drawText, faceFor, isReadFromTheRight } from './drawn-text.ts';
import { imageOf, type PagePixels } from './page-picture.ts';
import { placesOnPage } from './word-boxes.ts';

/** Texts below a quotation. */
export interface QuoteSource {
  title: string;
  /** Page and preacher. */
  place: string;
  address: string;
}

/** Pixels: of the page that lines are cut from, around them, and of the strip below them. */
export const QUOTED_PAGE_PX = 1600;
const MARGIN_PX = 24;
/** Less above and below, where the next lines are. */
const LEADING_PX = 10;
const STRIP_PX = 168;
const CODE_PX = 120;
const MIN_WIDTH_PX = 720;
const MAX_HEIGHT_PX = 1600;
/** Messengers show pictures up to this size; a larger one is packed more. */
const MAX_BYTES = 250_000;
const QUALITIES = [82, 70, 55, 40];
/** Share of the width that photographs keep which no quality makes small enough. */
const SHRUNK = 0.6;

/** The lines of a page in the order they are read, each with its text and its box. */
export function linesOfPage(
  pdfium: PdfiumExports,
  memory: WasmMemory,
  page: number,
  mayHaveLayers: boolean,
): PageLine[] {
  const placeOf = placesOnPage(pdfium, memory, page);
  return readPage(pdfium, memory, page, mayHaveLayers).lines.flatMap((pieces): PageLine[] => {
    const text = cleanText(lineText(pieces)).replaceAll(CELL_END, ' ');
    const boxes = pieces.flatMap(({ glyph }) => (glyph && placeOf(glyph)) || []);
    return text !== '' && boxes.length > 0 ? [{ text, ...boxes.reduce(boxAround) }] : [];
  });
}

/** Draws lines of a page as they are printed, with their source and a QR code of the page below. */
export async function drawQuote(
  pixels: PagePixels,
  lines: readonly PageLine[],
  { title, place, address }: QuoteSource,
): Promise<Buffer> {
  const box = lines.reduce<Pick<PageLine, 'x' | 'y' | 'width' | 'height'>>(boxAround, lines[0] as PageLine);
  const top = Math.max(0, Math.floor(box.y * pixels.height) - LEADING_PX);
  const bottom = Math.min(pixels.height, Math.ceil((box.y + box.height) * pixels.height) + LEADING_PX);
  const left = Math.max(0, Math.floor(box.x * pixels.width) - MARGIN_PX);
  const right = Math.min(pixels.width, Math.ceil((box.x + box.width) * pixels.width) + MARGIN_PX);
  // Lines of two columns reach over the whole page: they are drawn smaller, and none is cut off.
  const scale = Math.min(1, MAX_HEIGHT_PX / (bottom - top));
  const [cutWidth, height] = [right - left, bottom - top].map((side) =>
    Math.max(1, Math.round(side * scale)),
  ) as [number, number];
  const width = Math.max(MIN_WIDTH_PX, cutWidth);
  const cut = await imageOf(pixels)
    .extract({ left, top, width: right - left, height: bottom - top })
    .resize(cutWidth, height)
    .png({ compressionLevel: 1 })
    .toBuffer();
  const isRtl = isReadFromTheRight(title);
  const side = isRtl ? 'right' : 'left';
  const room = width - CODE_PX - 4 * MARGIN_PX;
  const write = async (text: string, size: number, color: string, at: number): Promise<OverlayOptions[]> => {
    const face = await faceFor(text, 'Readex Pro');
    const picture = face && (await drawText(shortened(text), { face, size, color, width: 1e5, side }));
    if (!picture) return [];
    const fits = picture.info.width <= room;
    const input = fits ? picture.data : await sharp(picture.data).resize({ width: room }).toBuffer();
    const drawnWidth = fits ? picture.info.width : room;
    return [{ input, left: isRtl ? width - MARGIN_PX - drawnWidth : MARGIN_PX, top: height + at }];
  };
  const code = await sharp(Buffer.from(renderSVG(address, { border: 0 })), { density: 300 })
    .resize(CODE_PX, CODE_PX, { kernel: 'nearest' })
    .png()
    .toBuffer();
  const overlays = [
    { input: cut, left: Math.round((width - cutWidth) / 2), top: 0 },
    { input: line(width), left: 0, top: height },
    { input: code, left: isRtl ? MARGIN_PX : width - MARGIN_PX - CODE_PX, top: height + MARGIN_PX },
    ...(await write(title, 30, '#1d2723', MARGIN_PX + 8)),
    ...(await write(place, 24, '#56625b', MARGIN_PX + 66)),
  ];
  const sheet = { width, height: height + STRIP_PX, channels: 3 as const, background: '#ffffff' };
  const whole = await sharp({ create: sheet }).composite(overlays).png({ compressionLevel: 1 }).toBuffer();
  for (const quality of QUALITIES) {
    const bytes = await sharp(whole).jpeg({ quality, mozjpeg: true }).toBuffer();
    if (bytes.length <= MAX_BYTES) return bytes;
  }
  return sharp(whole)
    .resize({ width: Math.round(width * SHRUNK) })
    .jpeg({ quality: 40, mozjpeg: true })
    .toBuffer();
}

const shortened = (text: string) => {
  const letters = Array.from(text);
  return letters.length > 90 ? `${letters.slice(0, 89).join('')}…` : text;
};

const line = (width: number) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="2"><path fill="#86601a" d="M0 0h${width}v2H0z"/></svg>`,
  );
