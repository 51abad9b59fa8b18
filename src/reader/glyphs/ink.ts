import type { Box } from '../engine/geometry.ts';
import type { Glyph } from './glyph.ts';

type Style = Pick<Glyph, 'size' | 'angle'>;

/** Minimum size in em of visible ink. */
const MIN_INK = 0.02;
/** Minimum height in em of a vowel above its line. */
const MIN_LIFT = 0.35;
const MAX_DOT = 0.2;
/** Maximum height in em of a tatweel, which fonts name badly or not at all, so that its flat ink identifies it. */
const MAX_STROKE = 0.15;

/** No ink, or a line too thin to see. */
export function isBare({ left, right, bottom, top }: Box, { size }: Style): boolean {
  return right - left < MIN_INK * size || top - bottom < MIN_INK * size;
}

export function isAbove({ bottom }: Box, baseline: number, { angle, size }: Style): boolean {
  return angle === 0 && bottom - baseline > MIN_LIFT * size;
}

/** Ink above or below the letters of an upright line. */
export function isApart(ink: Box, baseline: number, style: Style): boolean {
  return isAbove(ink, baseline, style) || (style.angle === 0 && ink.top < baseline);
}

export function isDot({ left, right, bottom, top }: Box, { size }: Style): boolean {
  return right - left < MAX_DOT * size && top - bottom < MAX_DOT * size;
}

export function isFlat({ left, right, bottom, top }: Box, { angle, size }: Style): boolean {
  const [width, height] = angle % 180 === 0 ? [right - left, top - bottom] : [top - bottom, right - left];
  return angle % 90 === 0 && width > 0 && height > 0 && height < MAX_STROKE * size;
}

/** Returns an ink box in hundredths of the size, from the pen. */
export function shapeOf({ left, right, bottom, top }: Box, x: number, y: number, size: number): string {
  return [left - x, right - x, bottom - y, top - y].map((way) => Math.round((100 * way) / size)).join(' ');
}
