import sharp, { type OverlayOptions } from 'sharp';
import { directionOf } from '#contract/language.ts';
import { pictureSize, type ShareCard } from '../discovery/shared-pictures.ts';
import { cardGround } from './card-ground.ts';
import {
  type DrawnText,
  drawText,
  type Face,
  faceFor,
  isReadFromTheRight,
  type TextStyle,
} from './drawn-text.ts';

const edge = 72;
/** What the arch leaves to the texts. */
const width = 730;
/** Between the line above the title and the one below. */
const titleHeight = 340;
const gap = 18;
const sizes = [96, 84, 72, 62, 54, 46, 40, 34, 28];
/** Letters that are left of a title too long even for the smallest. */
const lengths = [400, 350, 300, 250, 200, 150, 100];

/** A title in both scripts is two lines, each in its own direction: "Rules of wudu – أحكام الوضوء". */
function partsOf(title: string): string[] {
  const [, first, second] = /^(.+?)\s+[–—-]\s+(.+)$/u.exec(title) ?? [];
  if (first === undefined || second === undefined) return [title];
  return isReadFromTheRight(first) === isReadFromTheRight(second) ? [title] : [first, second];
}

const heightOf = (parts: readonly DrawnText[]) =>
  parts.reduce((sum, { info }) => sum + info.height, 0) + gap * Math.max(0, parts.length - 1);

const cut = (text: string, length: number) => `${Array.from(text).slice(0, length).join('').trim()}…`;

/** The title in one face, as large as it fits; the longest is cut at its end. Empty if no face has all of its letters. */
async function drawTitle(title: string, look: Omit<TextStyle, 'face' | 'size'>): Promise<DrawnText[]> {
  const face = await faceFor(title, 'Markazi Text semi-bold');
  if (!face) return [];
  const tries = [
    ...sizes.map((size) => ({ size, texts: partsOf(title) })),
    ...lengths.map((length) => ({ size: Math.min(...sizes), texts: [cut(title, length)] })),
  ];
  for (const { size, texts } of tries) {
    const drawn = await Promise.all(texts.map((text) => drawText(text, { ...look, face, size })));
    const parts = drawn.filter((part) => part !== undefined);
    if (heightOf(parts) <= titleHeight) return parts;
  }
  return [];
}

/** One line, cut at its end where it would reach the arch. Undefined if no face has all of its letters. */
async function drawLine(text: string, look: Omit<TextStyle, 'face'>): Promise<DrawnText | undefined> {
  const face: Face | undefined = await faceFor(text, 'Readex Pro');
  if (!face) return undefined;
  const style = { ...look, face };
  let drawn = await drawText(Array.from(text).slice(0, 200).join(''), style);
  for (let length = 60; drawn && drawn.info.width > width; length -= 8)
    drawn = await drawText(cut(text, length), style);
  return drawn;
}

/** The picture of a page that is seen where somebody shares a link to it. */
export async function drawShareCard({ language, title, above, below }: ShareCard): Promise<Buffer> {
  const isRtl = directionOf(language) === 'rtl';
  const side = isRtl ? 'right' : 'left';
  const place = ({ data, info }: DrawnText, top: number): OverlayOptions => ({
    input: data,
    left: isRtl ? pictureSize.width - edge - info.width : edge,
    top: Math.round(top),
  });
  const small = (text: string, color: string) => drawLine(text, { size: 30, color, width: 1e5, side });
  const large = (text: string) => drawTitle(text, { color: '#fdf8ec', width, side });
  const titleParts = await large(title);
  // A title that cannot be drawn makes room for the lesson's category.
  const isTitled = titleParts.length > 0;
  const parts = isTitled ? titleParts : await large(above);
  const [top, bottom] = await Promise.all([small(isTitled ? above : '', '#e7c77f'), small(below, '#d9cfb6')]);

  const overlays: OverlayOptions[] = [];
  let at = (pictureSize.height - heightOf(parts)) / 2;
  for (const part of parts) {
    overlays.push(place(part, at));
    at += part.info.height + gap;
  }
  if (top) overlays.push(place(top, edge));
  if (bottom) overlays.push(place(bottom, pictureSize.height - edge - bottom.info.height));
  return sharp(Buffer.from(cardGround(isRtl)))
    .composite(overlays)
    .jpeg({ quality: 82, mozjpeg: true })
    .toBuffer();
}
