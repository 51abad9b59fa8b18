import type { Box } from '../../engine/geometry.ts';
import { type Glyph, type LetterDots, withText } from '../glyph.ts';

/** Letters without dots, as fonts that draw dots separately name them. Only ں also occurs in ordinary text, such as Urdu. */
const BODIES = /^[ٮڡںٯ\u08BB-\u08BD]$/;
/** Letters by body, side and number of dots. */
const LETTERS: Record<LetterDots['side'], Record<string, readonly string[]>> = {
  above: {
    ٮ: ['ن', 'ت', 'ث'],
    ں: ['ن'],
    ڡ: ['ف', 'ق'],
    ٯ: ['ف', 'ق'],
    '\u08BB': ['ف', 'ق'],
    '\u08BC': ['ف', 'ق'],
    '\u08BD': ['ن'],
    ح: ['خ'],
    د: ['ذ'],
    ر: ['ز', '', 'ژ'],
    س: ['', '', 'ش'],
    ص: ['ض'],
    ط: ['ظ'],
    ع: ['غ'],
    ه: ['', 'ة'],
  },
  below: { ٮ: ['ب', 'ي', 'پ'], ى: ['', 'ي'], ح: ['ج', '', 'چ'] },
};

/** A final kaf: fonts that draw dots separately name its body as a symbol, and also draw its small hamza separately. */
const KAF = { body: /^[!-/:-@[-`{-~]?$/, letter: 'ك' };

/** Minimum width or height of several dots in em. */
const MIN_SEVERAL = 0.18;
/** Minimum height in em, over the baseline, of the middle of dots above their letter. */
const MIN_ABOVE = 0.15;
/** Maximum width and height of the dots of one letter in em. */
const MAX_SIDE = 0.45;
/** Maximum distances in em of dots from the baseline and the sides of their letter. */
const MAX_BASELINE_DISTANCE = 0.35;
const MAX_OUTSIDE = 0.15;

/** Determines the side and number of dots: one is small, two are long in one direction, three in both. Undefined for larger ink. */
export function dotsOf(
  { left, right, bottom, top }: Box,
  baseline: number,
  size: number,
): LetterDots | undefined {
  const [width, height] = [(right - left) / size, (top - bottom) / size];
  if (Math.max(width, height) > MAX_SIDE) return undefined;
  const middle = (bottom + top) / 2 - baseline;
  const sides = Number(width > MIN_SEVERAL) + Number(height > MIN_SEVERAL);
  return { count: (sides + 1) as LetterDots['count'], side: middle > MIN_ABOVE * size ? 'above' : 'below' };
}

/**
 * Adds dots to letters whose font draws the dots as separate glyphs without names, as XeTeX does with Noto Kufi Arabic. Also removes single
 * unnamed dots of other fonts, although some may be periods.
 */
export function withSeparateDots(glyphs: readonly Glyph[]): Glyph[] {
  if (!glyphs.some(({ dots }) => dots)) return [...glyphs];
  const fonts = new Set(glyphs.flatMap(({ text, font }) => (BODIES.test(text) ? font : [])));
  const letters = new Map<Glyph, string>();
  const placedDots = new Set<Glyph>();
  for (const dots of glyphs) {
    if (!dots.dots || !fonts.has(dots.font)) continue;
    placedDots.add(dots);
    const body = nearestBody(dots, dots.dots, glyphs, letters);
    if (body) letters.set(body, letterOf(body.text, dots.dots));
  }
  return glyphs.flatMap((glyph) => {
    if (placedDots.has(glyph) || glyph.dots?.count === 1) return [];
    const letter = letters.get(glyph);
    return letter ? withText(glyph, letter) : glyph;
  });
}

function letterOf(body: string, { count, side }: LetterDots): string {
  if (KAF.body.test(body)) return side === 'above' ? KAF.letter : '';
  return LETTERS[side][body]?.[count - 1] ?? '';
}

function nearestBody(
  dots: Glyph,
  kind: LetterDots,
  glyphs: readonly Glyph[],
  assigned: ReadonlyMap<Glyph, string>,
): Glyph | undefined {
  let nearest: Glyph | undefined;
  let shortest = Number.POSITIVE_INFINITY;
  for (const glyph of glyphs) {
    const { size, left, right } = glyph;
    if (glyph.dots || glyph.font !== dots.font || assigned.has(glyph) || letterOf(glyph.text, kind) === '')
      continue;
    if (Math.abs(glyph.baseline - dots.baseline) > MAX_BASELINE_DISTANCE * size) continue;
    const outside = Math.max(left - dots.middle, dots.middle - right, 0);
    const distance = Math.abs(dots.middle - (left + right) / 2);
    if (outside < MAX_OUTSIDE * size && distance < shortest) [nearest, shortest] = [glyph, distance];
  }
  return nearest;
}
