import type { Box } from '../engine/geometry.ts';
import type { Pdfium } from '../engine/pdfium.ts';
import { boxOf, type PageObjects, readPageBox } from './objects.ts';

/** Minimum share of a scanned page that its picture covers. */
const MIN_PICTURE_SHARE = 0.6;
/** Maximum distance from the page's edge, and maximum height, of a line printed on a scan, as shares of the page's height. */
const PRINTED_LINE = { edge: 0.06, height: 0.025 };

/**
 * Whether a page is a picture without text, or with small lines at the edges only, such as the address of a library. An OCR layer would
 * extend to the middle of the page.
 */
export function isScannedPage(pdfium: Pdfium, page: number, { texts, others }: PageObjects): boolean {
  const pageBounds = readPageBox(pdfium, page);
  if (!pageBounds) return false;
  const isLarge = (box: Box | undefined) =>
    box !== undefined && areaOf(box, pageBounds) > MIN_PICTURE_SHARE * areaOf(pageBounds, pageBounds);
  if (!others.some((other) => other.type === 'image' && isLarge(boxOf(pdfium, other)))) return false;
  return texts.every((text) => {
    const box = boxOf(pdfium, text);
    return !box || isPrintedLine(box, pageBounds);
  });
}

/** Returns the area of the part of a box that is on the page. */
function areaOf(box: Box, pageBounds: Box): number {
  const width = Math.min(box.right, pageBounds.right) - Math.max(box.left, pageBounds.left);
  const height = Math.min(box.top, pageBounds.top) - Math.max(box.bottom, pageBounds.bottom);
  return Math.max(0, width) * Math.max(0, height);
}

function isPrintedLine({ left, right, bottom, top }: Box, pageBounds: Box): boolean {
  const height = pageBounds.top - pageBounds.bottom;
  const edge = PRINTED_LINE.edge * height;
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  const isInside =
    x > pageBounds.left + edge &&
    x < pageBounds.right - edge &&
    y > pageBounds.bottom + edge &&
    y < pageBounds.top - edge;
  return !isInside && Math.min(right - left, top - bottom) < PRINTED_LINE.height * height;
}
