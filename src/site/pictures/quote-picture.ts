import sharp, { type OverlayOptions } from 'sharp';
import { renderSVG } from 'uqr';
import type { PageBox } from '#contract/lesson-outline.ts';
import { boxAround } from '#text/page-matches.ts';
import { drawText, faceFor, isRightToLeft } from './drawn-text.ts';
import { imageOf, type PagePixels } from './page-picture.ts';

/** Texts below a quotation. */
export interface QuoteSource {
  title: string;
  /** Page and preacher. */
  citation: string;
  address: string;
}

/** Width in pixels of the page from which lines are cropped. */
export const QUOTED_PAGE_PX = 1600;
/** Margin at the sides of the lines and in the strip below, in pixels. */
const MARGIN_PX = 24;
/** Margin above and below the lines, smaller because other lines are close. */
const VERTICAL_MARGIN_PX = 10;
/** Height of the strip with the source below the lines. */
const STRIP_PX = 168;
/** Side of the QR code. */
const QR_CODE_PX = 120;
const MIN_WIDTH_PX = 720;
const MAX_HEIGHT_PX = 1600;
/** Maximum size in bytes: messengers compress larger pictures again. */
const MAX_BYTES = 250_000;
const QUALITIES = [82, 70, 55, 40];
/** Scale factor for a picture that is too large even at the lowest quality. */
const SHRINK_FACTOR = 0.6;

/** Draws lines of a page as printed, as a JPEG. The strip below has their source and a QR code with the page's address. */
export async function drawQuote(
  pixels: PagePixels,
  lines: readonly PageBox[],
  { title, citation, address }: QuoteSource,
): Promise<Buffer> {
  const box = lines.reduce(boxAround);
  const top = Math.max(0, Math.floor(box.y * pixels.height) - VERTICAL_MARGIN_PX);
  const bottom = Math.min(
    pixels.height,
    Math.ceil((box.y + box.height) * pixels.height) + VERTICAL_MARGIN_PX,
  );
  const left = Math.max(0, Math.floor(box.x * pixels.width) - MARGIN_PX);
  const right = Math.min(pixels.width, Math.ceil((box.x + box.width) * pixels.width) + MARGIN_PX);
  // Lines of two columns can span the whole page, which is then scaled down instead of cropped.
  const scale = Math.min(1, MAX_HEIGHT_PX / (bottom - top));
  const [croppedWidth, height] = [right - left, bottom - top].map((side) =>
    Math.max(1, Math.round(side * scale)),
  ) as [number, number];
  const width = Math.max(MIN_WIDTH_PX, croppedWidth);
  const croppedLines = await imageOf(pixels)
    .extract({ left, top, width: right - left, height: bottom - top })
    .resize(croppedWidth, height)
    .png({ compressionLevel: 1 })
    .toBuffer();
  const isRtl = isRightToLeft(title);
  const side = isRtl ? 'right' : 'left';
  const maxTextWidth = width - QR_CODE_PX - 4 * MARGIN_PX;
  const drawCaption = async (
    text: string,
    size: number,
    color: string,
    offset: number,
  ): Promise<OverlayOptions[]> => {
    const face = await faceFor(text, 'Readex Pro');
    const picture = face && (await drawText(truncate(text), { face, size, color, width: 1e5, side }));
    if (!picture) return [];
    const fits = picture.info.width <= maxTextWidth;
    const input = fits ? picture.data : await sharp(picture.data).resize({ width: maxTextWidth }).toBuffer();
    const drawnWidth = fits ? picture.info.width : maxTextWidth;
    return [{ input, left: isRtl ? width - MARGIN_PX - drawnWidth : MARGIN_PX, top: height + offset }];
  };
  const code = await sharp(Buffer.from(renderSVG(address, { border: 0 })), { density: 300 })
    .resize(QR_CODE_PX, QR_CODE_PX, { kernel: 'nearest' })
    .png()
    .toBuffer();
  const overlays = [
    { input: croppedLines, left: Math.round((width - croppedWidth) / 2), top: 0 },
    { input: separatorLine(width), left: 0, top: height },
    { input: code, left: isRtl ? MARGIN_PX : width - MARGIN_PX - QR_CODE_PX, top: height + MARGIN_PX },
    ...(await drawCaption(title, 30, '#1d2723', MARGIN_PX + 8)),
    ...(await drawCaption(citation, 24, '#56625b', MARGIN_PX + 66)),
  ];
  const sheet = { width, height: height + STRIP_PX, channels: 3 as const, background: '#ffffff' };
  const picture = await sharp({ create: sheet }).composite(overlays).png({ compressionLevel: 1 }).toBuffer();
  for (const quality of QUALITIES) {
    const bytes = await sharp(picture).jpeg({ quality, mozjpeg: true }).toBuffer();
    if (bytes.length <= MAX_BYTES) return bytes;
  }
  return sharp(picture)
    .resize({ width: Math.round(width * SHRINK_FACTOR) })
    .jpeg({ quality: 40, mozjpeg: true })
    .toBuffer();
}

const truncate = (text: string) => {
  const letters = Array.from(text);
  return letters.length > 90 ? `${letters.slice(0, 89).join('')}…` : text;
};

const separatorLine = (width: number) =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="2"><path fill="#86601a" d="M0 0h${width}v2H0z"/></svg>`,
  );
