import type { Box } from '../engine/geometry.ts';
import type { Glyph } from './glyph.ts';

type Style = Pick<Glyph, 'size' | 'angle'>;

/** Minimum width and height of visible ink in em. */
const MIN_INK = 0.02;
/** Minimum distance in em between the baseline and a vowel above the letters. */
const MIN_LIFT = 0.35;
/** Maximum size of a dot in em. */
const MAX_DOT = 0.2;
/** Maximum height of a tatweel in em. Fonts often do not name a tatweel, so that only the flat ink identifies it. */
const MAX_STROKE = 0.15;

/** Whether there is no ink, or too little to see. */
export function isInvisible({ left, right, bottom, top }: Box, { size }: Style): boolean {
  return right - left < MIN_INK * size || top - bottom < MIN_INK * size;
}

export function isAbove({ bottom }: Box, baseline: number, { angle, size }: Style): boolean {
  return angle === 0 && bottom - baseline > MIN_LIFT * size;
}

/** Whether ink is above or below the letters of an upright line. */
export function isAboveOrBelow(ink: Box, baseline: number, style: Style): boolean {
  return isAbove(ink, baseline, style) || (style.angle === 0 && ink.top < baseline);
}

export function isDot({ left, right, bottom, top }: Box, { size }: Style): boolean {
  return right - left < MAX_DOT * size && top - bottom < MAX_DOT * size;
}

export function isFlat({ left, right, bottom, top }: Box, { angle, size }: Style): boolean {
  const [width, height] = angle % 180 === 0 ? [right - left, top - bottom] : [top - bottom, right - left];
  return angle % 90 === 0 && width > 0 && height > 0 && height < MAX_STROKE * size;
}

/** Formats an ink box relative to the pen, in hundredths of an em. */
export function shapeOf({ left, right, bottom, top }: Box, x: number, y: number, size: number): string {
  return [left - x, right - x, bottom - y, top - y]
    .map((distance) => Math.round((100 * distance) / size))
    .join(' ');
}
