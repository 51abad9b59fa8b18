import sharp, { type OverlayOptions } from 'sharp';
import { directionOf } from '#contract/language.ts';
import { type DrawnText, drawText, faceFor, isRightToLeft, type TextStyle } from './drawn-text.ts';
import { pictureSize, type ShareCard } from './share-card.ts';

/** Margin around the texts, in pixels. */
const EDGE_PX = 72;
/** Width available for texts next to the arch, in pixels. */
const TEXT_WIDTH_PX = 730;
/** Height available for the title, in pixels. */
const TITLE_HEIGHT_PX = 340;
const LINE_GAP_PX = 18;
const FONT_SIZES_PX = [96, 84, 72, 62, 54, 46, 40, 34, 28];
/** Lengths in characters to which a title is truncated if it does not fit at the smallest size. */
const TRUNCATED_LENGTHS = [400, 350, 300, 250, 200, 150, 100];

/** Splits a title in both scripts, such as "Rules of wudu – أحكام الوضوء", into two lines with different directions. */
function splitByScript(title: string): string[] {
  const [, first, second] = /^(.+?)\s+[–—-]\s+(.+)$/u.exec(title) ?? [];
  if (first === undefined || second === undefined) return [title];
  return isRightToLeft(first) === isRightToLeft(second) ? [title] : [first, second];
}

const heightOf = (parts: readonly DrawnText[]) =>
  parts.reduce((sum, { info }) => sum + info.height, 0) + LINE_GAP_PX * Math.max(0, parts.length - 1);

const truncate = (text: string, length: number) => `${Array.from(text).slice(0, length).join('').trim()}…`;

/**
 * Draws the title in one face, as large as fits, or truncated at the smallest size. Empty if no face has all of its letters, or nothing
 * fits.
 */
async function drawTitle(title: string, style: Omit<TextStyle, 'face' | 'size'>): Promise<DrawnText[]> {
  const face = await faceFor(title, 'Markazi Text semi-bold');
  if (!face) return [];
  const attempts = [
    ...FONT_SIZES_PX.map((size) => ({ size, texts: splitByScript(title) })),
    ...TRUNCATED_LENGTHS.map((length) => ({
      size: Math.min(...FONT_SIZES_PX),
      texts: [truncate(title, length)],
    })),
  ];
  for (const { size, texts } of attempts) {
    const picture = await Promise.all(texts.map((text) => drawText(text, { ...style, face, size })));
    const parts = picture.filter((part) => part !== undefined);
    if (heightOf(parts) <= TITLE_HEIGHT_PX) return parts;
  }
  return [];
}

/** Draws one line, truncated before the arch. Undefined if the text is empty or no face has all of its letters. */
async function drawLine(text: string, style: Omit<TextStyle, 'face'>): Promise<DrawnText | undefined> {
  const face = await faceFor(text, 'Readex Pro');
  if (!face) return undefined;
  const faceStyle = { ...style, face };
  let picture = await drawText(Array.from(text).slice(0, 200).join(''), faceStyle);
  for (let length = 60; picture && picture.info.width > TEXT_WIDTH_PX; length -= 8)
    picture = await drawText(truncate(text, length), faceStyle);
  return picture;
}

/** Draws the preview picture for shared links to a page. */
export async function drawShareCard({ language, title, above, below }: ShareCard): Promise<Buffer> {
  const isRtl = directionOf(language) === 'rtl';
  const side = isRtl ? 'right' : 'left';
  const position = ({ data, info }: DrawnText, top: number): OverlayOptions => ({
    input: data,
    left: isRtl ? pictureSize.width - EDGE_PX - info.width : EDGE_PX,
    top: Math.round(top),
  });
  const drawSmall = (text: string, color: string) => drawLine(text, { size: 30, color, width: 1e5, side });
  const drawLarge = (text: string) => drawTitle(text, { color: '#fdf8ec', width: TEXT_WIDTH_PX, side });
  const titleParts = await drawLarge(title);
  // If the title cannot be drawn, the category takes its place.
  const hasTitle = titleParts.length > 0;
  const parts = hasTitle ? titleParts : await drawLarge(above);
  const [top, bottom] = await Promise.all([
    drawSmall(hasTitle ? above : '', '#e7c77f'),
    drawSmall(below, '#d9cfb6'),
  ]);

  const overlays: OverlayOptions[] = [];
  let offset = (pictureSize.height - heightOf(parts)) / 2;
  for (const part of parts) {
    overlays.push(position(part, offset));
    offset += part.info.height + LINE_GAP_PX;
  }
  if (top) overlays.push(position(top, EDGE_PX));
  if (bottom) overlays.push(position(bottom, pictureSize.height - EDGE_PX - bottom.info.height));
  return sharp(Buffer.from(cardBackground(isRtl)))
    .composite(overlays)
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}

const { width, height } = pictureSize;

/** The site's girih pattern; keep it the same as in src/pages/poster/poster.tsx and src/web/styles/document.css. */
const pattern = `<pattern id="girih" width="96" height="96" patternUnits="userSpaceOnUse"><path fill="none" stroke="#e7d3a4" stroke-width="1.4" d="M48 4 61 17h18v18l13 13-13 13v18H61L48 92 35 79H17V61L4 48l13-13V17h18ZM0 0l17 17M96 0 79 17M0 96l17-17M96 96 79 79M48 4V-8M48 92v12M4 48H-8M92 48h12M48 24l7 7h10v10l7 7-7 7v10H55l-7 7-7-7H31V55l-7-7 7-7V31h10Z"/></pattern>`;
const arch = 'M30 490V250C30 150 110 90 200 20c90 70 170 130 170 230v240Z';
const star =
  '<path fill="none" stroke-width="4" stroke-linejoin="round" d="M0-46 13.5-32.5h19v19L46 0 32.5 13.5v19h-19L0 46-13.5 32.5h-19v-19L-46 0-32.5-13.5v-19h19Z"/><path fill="#e7c77f" stroke="none" d="M0-20 6-14.2h8.2V-6L20 0l-5.8 6v8.2H6L0 20l-6-5.8h-8.2V6L-20 0l5.8-6v-8.2H-6Z"/>';

/** Draws the background of a card: the girih pattern, which fades toward the texts, and the site's arch on the other side. */
function cardBackground(isRtl: boolean): string {
  const [from, to] = isRtl ? [1, 0] : [0, 1];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs>${pattern}
<clipPath id="arch"><path d="${arch}"/></clipPath>
<linearGradient id="fade" x1="${from}" x2="${to}"><stop offset="0" stop-color="#0a3830"/><stop offset=".62" stop-color="#0a3830"/><stop offset="1" stop-color="#0a3830" stop-opacity="0"/></linearGradient></defs>
<path fill="#0f4d3f" d="M0 0h${width}v${height}H0z"/><path fill="url(#girih)" opacity=".3" d="M0 0h${width}v${height}H0z"/><path fill="url(#fade)" d="M0 0h${width}v${height}H0z"/>
<g transform="translate(${isRtl ? 20 : width - 400} 96) scale(.95)">
<g clip-path="url(#arch)"><path fill="#0f4d3f" d="M0 0h400v500H0z"/><path fill="url(#girih)" opacity=".4" d="M0 0h400v500H0z"/><path fill="#0a3830" d="M90 490V285c0-70 52-112 110-160 58 48 110 90 110 160v205Z"/></g>
<g fill="none" stroke="#e7c77f"><path stroke-width="2.5" d="${arch}"/><path stroke-opacity=".4" d="M46 490V254c0-88 70-142 154-208 84 66 154 120 154 208v236"/><path stroke-opacity=".7" stroke-width="1.5" d="M90 490V285c0-70 52-112 110-160 58 48 110 90 110 160v205M200 128v84"/><path stroke-opacity=".35" stroke-width="1.5" d="M120 420h160M120 436h160M140 452h120"/><g transform="translate(200 250) scale(.8)">${star}</g></g></g></svg>`;
}

export interface IconDrawing {
  /** The owner's logo: SVG, PNG, WebP or JPEG. */
  logo: Uint8Array;
  /** Side of the square in pixels. */
  size: number;
  /** Share of the side that the logo fills; the rest is a margin. */
  share: number;
}

const paper = '#faf7f0';
const transparent = { r: 0, g: 0, b: 0, alpha: 0 };

/** Draws the logo in a square, as a PNG: transparent without a margin, else on the color of paper. Rejects if the logo is not an image. */
export async function drawIcon({ logo, size, share }: IconDrawing): Promise<Buffer> {
  const logoSize = Math.round(size * share);
  const { width = logoSize, height = logoSize, format } = await sharp(logo).metadata();
  // An SVG is rendered at the size of the logo in the icon.
  const density =
    format === 'svg' ? Math.min(2400, Math.max(72, (72 * logoSize) / Math.max(width, height))) : 72;
  const picture = await sharp(logo, { density, limitInputPixels: 50_000_000 })
    .resize(logoSize, logoSize, { fit: 'contain', background: transparent })
    .png()
    .toBuffer();
  const background = share < 1 ? paper : transparent;
  return sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input: picture }])
    .png({ palette: true })
    .toBuffer();
}
