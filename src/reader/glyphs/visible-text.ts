import { type Box, boxAround, transformBox } from '../engine/geometry.ts';
import type { Pdfium } from '../engine/pdfium.ts';
import { boxOf, type OtherObject, type PageObjects, readPageBox, type TextObject } from './objects.ts';

/** Decides which text of a page is visible. Other text is not read, because the owner has not seen it. */
export interface TextVisibility {
  /** Whether an object or one of its characters counts as visible, by its box. For a character, `readInk` measures a box for pixels. */
  isVisible(object: TextObject, box: Box, readInk?: () => Box | undefined): boolean;
  /** Whether the object is drawn invisibly, like the OCR layer of a scan. Over an image, it counts as visible. */
  isOcrText(object: TextObject): boolean;
}

/** Text rendering modes (ISO 32000-2, 9.3.6) that draw nothing. */
const INVISIBLE_MODES = [3, 7];
/** Minimum brightness, and maximum opacity, of ink that may be invisible: both from 0 to 255. */
const MIN_PALE_BRIGHTNESS = 235;
const MAX_PALE_OPACITY = 40;
/** Minimum size in points of an object that covers text, and of the covered part of a wide text. */
const MIN_COVER = 4;
/** Maximum segments of a path that covers text; paths with more are ornaments. */
const MAX_COVER_SEGMENTS = 64;
/** Maximum pairs of covers and texts to compare; with more pairs, pixels decide about all texts. */
const MAX_COMPARISONS = 500_000;
/** Number of segments from which a clip is not a simple box. */
const MAX_CLIP_SEGMENTS = 32;
/** Pixels per point, and maximum pixels of a picture. */
const PIXELS_PER_POINT = 1;
const MAX_PIXELS = 1_500_000;
const BYTES_PER_PIXEL = 4;
const RENDER_WITH_ANNOTATIONS = 0x01;
const WHITE = 0xffffffff;
/** Pixels drawn around texts, for ink beyond their boxes. */
const AREA_MARGIN = 8;
/** Share of a character's width that is cut off on the left and right before pixels are compared, because neighbors extend into it. */
const MARGIN_SHARE = 0.2;

/**
 * Creates the test for the text of a page. Pixels decide about doubtful text: optional, pale, clipped, covered, and in forms if the file
 * `mayHaveLayers`, because the engine does not report their layers.
 */
export function createTextVisibility(
  pdfium: Pdfium,
  page: number,
  { texts, others }: PageObjects,
  mayHaveLayers: boolean,
): TextVisibility {
  const pageBounds = readPageBox(pdfium, page);
  const boxes = new Map<TextObject, Box | undefined>();
  const textBox = (object: TextObject) => {
    if (!boxes.has(object)) boxes.set(object, boxOf(pdfium, object));
    return boxes.get(object);
  };
  const isOcr = new Map<TextObject, boolean>();
  const invisibleTexts = texts.filter(({ pointer }) =>
    INVISIBLE_MODES.includes(pdfium.FPDFTextObj_GetTextRenderMode(pointer)),
  );
  if (invisibleTexts.length > 0) {
    const images = others
      .filter(({ type }) => type === 'image')
      .flatMap((image) => boxOf(pdfium, image) ?? []);
    for (const object of invisibleTexts) {
      const box = textBox(object);
      isOcr.set(object, box !== undefined && images.some((image) => containsMiddle(image, box)));
    }
  }
  const drawnTexts = texts.filter((object) => !isOcr.has(object));
  const isCovered = createCoverTest(drawnTexts, coversOf(pdfium, others, drawnTexts), textBox);
  const doubtfulTexts = new Set(
    drawnTexts.filter(
      (text) =>
        text.isOptional ||
        (mayHaveLayers && text.isNested) ||
        isPale(pdfium, text) ||
        isClippedAway(pdfium, text, textBox) ||
        isCovered(text),
    ),
  );
  const picture = doubtfulTexts.size > 0 ? drawTextPixels(pdfium, page, doubtfulTexts, textBox) : undefined;
  return {
    isOcrText: (object) => isOcr.has(object),
    isVisible(object, box, readInk) {
      const isOnPage = (area: Box) => !pageBounds || containsMiddle(pageBounds, area);
      if (!picture || !doubtfulTexts.has(object)) return isOnPage(box) && (isOcr.get(object) ?? true);
      const ink = readInk ? readInk() : box;
      // A letter for which the engine has no shape counts as visible.
      if (readInk && (!ink || ink.right <= ink.left || ink.top <= ink.bottom)) return true;
      return ink !== undefined && isOnPage(ink) && picture.hasInk(ink);
    },
  };
}

/** Whether a box contains the middle of another. */
function containsMiddle(outer: Box, { left, right, bottom, top }: Box): boolean {
  const [x, y] = [(left + right) / 2, (bottom + top) / 2];
  return outer.left <= x && x <= outer.right && outer.bottom <= y && y <= outer.top;
}

function isPale(pdfium: Pdfium, { pointer }: TextObject): boolean {
  const { results, integer } = pdfium;
  if (!pdfium.FPDFPageObj_GetFillColor(pointer, results, results + 4, results + 8, results + 12))
    return false;
  const darkest = Math.min(integer(results), integer(results + 4), integer(results + 8));
  return darkest >= MIN_PALE_BRIGHTNESS || integer(results + 12) <= MAX_PALE_OPACITY;
}

/** Whether a clip of a text excludes the middle of its box. */
function isClippedAway(
  pdfium: Pdfium,
  text: TextObject,
  textBox: (object: TextObject) => Box | undefined,
): boolean {
  const { results, float } = pdfium;
  const clip = pdfium.FPDFPageObj_GetClipPath(text.pointer);
  const paths = clip ? pdfium.FPDFClipPath_CountPaths(clip) : 0;
  for (let path = 0; path < paths; path++) {
    const area = {
      left: Number.POSITIVE_INFINITY,
      right: Number.NEGATIVE_INFINITY,
      bottom: Number.POSITIVE_INFINITY,
      top: Number.NEGATIVE_INFINITY,
    };
    const count = Math.min(MAX_CLIP_SEGMENTS, pdfium.FPDFClipPath_CountPathSegments(clip, path));
    for (let index = 0; index < count; index++) {
      const segment = pdfium.FPDFClipPath_GetPathSegment(clip, path, index);
      if (!pdfium.FPDFPathSegment_GetPoint(segment, results, results + 4)) continue;
      const [x, y] = [float(results), float(results + 4)];
      area.left = Math.min(area.left, x);
      area.right = Math.max(area.right, x);
      area.bottom = Math.min(area.bottom, y);
      area.top = Math.max(area.top, y);
    }
    if (count === 0 || count === MAX_CLIP_SEGMENTS) continue;
    const box = textBox(text);
    if (box && !containsMiddle(transformBox(area, text.outer), box)) return true;
  }
  return false;
}

interface Cover {
  box: Box;
  drawIndex: number;
}

/** Returns images and filled paths that are drawn after the first text and may cover text. */
function coversOf(pdfium: Pdfium, others: readonly OtherObject[], texts: readonly TextObject[]): Cover[] {
  const firstText = texts[0]?.drawIndex ?? Number.POSITIVE_INFINITY;
  return others.flatMap((other): Cover[] => {
    if (other.drawIndex < firstText || (other.type === 'path' && !isFilled(pdfium, other.pointer))) return [];
    const box = boxOf(pdfium, other);
    if (!box || box.right - box.left < MIN_COVER || box.top - box.bottom < MIN_COVER) return [];
    return [{ box, drawIndex: other.drawIndex }];
  });
}

function isFilled(pdfium: Pdfium, path: number): boolean {
  const { results, integer } = pdfium;
  if (pdfium.FPDFPath_CountSegments(path) > MAX_COVER_SEGMENTS) return false;
  return pdfium.FPDFPath_GetDrawMode(path, results, results + 4) !== 0 && integer(results) !== 0;
}

/** Returns a test for texts that may be covered. If there are too many pairs to compare, every text passes the test. */
function createCoverTest(
  texts: readonly TextObject[],
  covers: readonly Cover[],
  textBox: (object: TextObject) => Box | undefined,
): (text: TextObject) => boolean {
  if (covers.length * texts.length > MAX_COMPARISONS) return () => true;
  return (text) => {
    const later = covers.filter(({ drawIndex }) => drawIndex > text.drawIndex);
    const box = later.length > 0 ? textBox(text) : undefined;
    return box !== undefined && later.some((cover) => coversText(cover.box, box));
  };
}

function coversText(cover: Box, text: Box): boolean {
  const overlapWidth = Math.min(cover.right, text.right) - Math.max(cover.left, text.left);
  const height = text.top - text.bottom;
  const overlapHeight = Math.min(cover.top, text.top) - Math.max(cover.bottom, text.bottom);
  return overlapWidth > Math.min(MIN_COVER, (text.right - text.left) / 2) && overlapHeight > height / 2;
}

/** Area of a page's picture in pixels, from its top left corner. */
interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Draws the area around texts twice, with and without the texts. A text is invisible if both pictures are equal in its box. Undefined if
 * the area cannot be drawn.
 */
function drawTextPixels(
  pdfium: Pdfium,
  page: number,
  texts: ReadonlySet<TextObject>,
  textBox: (object: TextObject) => Box | undefined,
): { hasInk(box: Box): boolean } | undefined {
  const pageSize = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)] as const;
  const scale = Math.min(PIXELS_PER_POINT, Math.sqrt(MAX_PIXELS / (pageSize[0] * pageSize[1])));
  const [width, height] = [Math.ceil(pageSize[0] * scale), Math.ceil(pageSize[1] * scale)];
  if (!(width > 0 && height > 0)) return undefined;
  const { results } = pdfium;
  const toPicture = (x: number, y: number): [x: number, y: number] => {
    pdfium.FPDF_PageToDevice(page, 0, 0, width, height, 0, x, y, results, results + 4);
    return [pdfium.integer(results), pdfium.integer(results + 4)];
  };
  /** Returns the corners of a box in the picture; `from` has the smaller coordinates. */
  const corners = ({ left, right, bottom, top }: Box) => {
    const [first, second] = [toPicture(left, bottom), toPicture(right, top)];
    return {
      from: [Math.min(first[0], second[0]), Math.min(first[1], second[1])] as const,
      to: [Math.max(first[0], second[0]), Math.max(first[1], second[1])] as const,
    };
  };
  const bounds = [...texts]
    .flatMap((text) => textBox(text) ?? [])
    .reduce<Box | undefined>((all, box) => (all ? boxAround(all, box) : box), undefined);
  if (!bounds) return undefined;
  const { from, to } = corners(bounds);
  const [x, y] = [Math.max(0, from[0] - AREA_MARGIN), Math.max(0, from[1] - AREA_MARGIN)];
  const area = {
    x,
    y,
    width: Math.min(width, to[0] + AREA_MARGIN) - x,
    height: Math.min(height, to[1] + AREA_MARGIN) - y,
  };
  // The texts are outside the page.
  if (!(area.width > 0 && area.height > 0)) return { hasInk: () => false };
  const withText = drawArea(pdfium, page, width, height, area);
  for (const { pointer } of texts) pdfium.FPDFPageObj_SetIsActive(pointer, 0);
  const withoutText = drawArea(pdfium, page, width, height, area);
  for (const { pointer } of texts) pdfium.FPDFPageObj_SetIsActive(pointer, 1);
  if (!withText || !withoutText) return undefined;
  return {
    hasInk(box) {
      const margin = MARGIN_SHARE * (box.right - box.left);
      const { from, to } = corners({ ...box, left: box.left + margin, right: box.right - margin });
      const [toX, toY] = [Math.min(area.width - 1, to[0] - x), Math.min(area.height - 1, to[1] - y)];
      for (let row = Math.max(0, from[1] - y); row <= toY; row++)
        for (let column = Math.max(0, from[0] - x); column <= toX; column++)
          if (withText[row * area.width + column] !== withoutText[row * area.width + column]) return true;
      return false;
    },
  };
}

/** Draws `area` of a page that is `width` × `height` pixels. Returns one number per pixel; undefined if drawing fails. */
function drawArea(
  pdfium: Pdfium,
  page: number,
  width: number,
  height: number,
  area: Area,
): Uint32Array | undefined {
  const bitmap = pdfium.FPDFBitmap_CreateEx(area.width, area.height, 3, 0, 0);
  if (!bitmap) return undefined;
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, area.width, area.height, WHITE);
  pdfium.FPDF_RenderPageBitmap(bitmap, page, -area.x, -area.y, width, height, 0, RENDER_WITH_ANNOTATIONS);
  const address = pdfium.FPDFBitmap_GetBuffer(bitmap);
  const size = area.width * area.height * BYTES_PER_PIXEL;
  const bytes = new Uint8Array(pdfium.memory.buffer, address, size).slice();
  pdfium.FPDFBitmap_Destroy(bitmap);
  return new Uint32Array(bytes.buffer);
}
