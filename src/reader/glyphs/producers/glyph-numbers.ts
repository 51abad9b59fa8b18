import { type Glyph, withText } from '../glyph.ts';

/** Glyph number of the space (code 32) in TrueType fonts in Apple's standard order. */
const SHIFT = 29;
/** Minimum number of a font's glyphs, and the share of them without a name. */
const MIN_UNNAMED = 0.9;
const MIN_GLYPHS = 20;

/**
 * Names glyphs of fonts without names by their numbers, as old Windows printer drivers wrote them (fonts named MSTT31…). Whether
 * the result makes words is judged later, as for every font.
 */
export function withNumberedLetters(glyphs: readonly Glyph[]): readonly Glyph[] {
  if (!glyphs.some(({ code }) => code !== undefined)) return glyphs;
  const fonts = Map.groupBy(glyphs, ({ font }) => font);
  const numbered = new Set(
    [...fonts].flatMap(([font, fontGlyphs]) => {
      const unnamed = fontGlyphs.filter(({ code }) => code !== undefined);
      const isOne = fontGlyphs.length >= MIN_GLYPHS && unnamed.length > MIN_UNNAMED * fontGlyphs.length;
      const letters = unnamed.filter((glyph) => letterOf(glyph) !== undefined).length;
      return isOne && letters > MIN_UNNAMED * unnamed.length ? font : [];
    }),
  );
  return glyphs.map((glyph) => {
    const letter = numbered.has(glyph.font) ? letterOf(glyph) : undefined;
    return letter === undefined ? glyph : withText(glyph, letter);
  });
}

/** Returns the ASCII letter of a glyph number; undefined if there is none. */
function letterOf({ code }: Glyph): string | undefined {
  const shifted = (code ?? 0) + SHIFT;
  return code !== undefined && shifted >= 0x20 && shifted < 0x7f ? String.fromCharCode(shifted) : undefined;
}
