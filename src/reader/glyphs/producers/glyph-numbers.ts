import { type Glyph, withText } from '../glyph.ts';

/** ASCII code minus glyph number in TrueType fonts with Apple's standard order. */
const ASCII_OFFSET = 29;
/** Minimum share of unnamed glyphs, and minimum number of glyphs, in a font without glyph names. */
const MIN_UNNAMED_SHARE = 0.9;
const MIN_GLYPHS = 20;

/**
 * Names glyphs by their numbers if a font has no glyph names, as in PDFs from old Windows printer drivers (fonts named MSTT31…).
 * The result is judged later, like the words of every font.
 */
export function nameLettersByNumber(glyphs: readonly Glyph[]): readonly Glyph[] {
  if (!glyphs.some(({ code }) => code !== undefined)) return glyphs;
  const fonts = Map.groupBy(glyphs, ({ font }) => font);
  const numberedFonts = new Set(
    [...fonts].flatMap(([font, fontGlyphs]) => {
      const unnamed = fontGlyphs.filter(({ code }) => code !== undefined);
      const isUnnamedFont =
        fontGlyphs.length >= MIN_GLYPHS && unnamed.length > MIN_UNNAMED_SHARE * fontGlyphs.length;
      const letters = unnamed.filter((glyph) => letterOf(glyph) !== undefined).length;
      return isUnnamedFont && letters > MIN_UNNAMED_SHARE * unnamed.length ? font : [];
    }),
  );
  return glyphs.map((glyph) => {
    const letter = numberedFonts.has(glyph.font) ? letterOf(glyph) : undefined;
    return letter === undefined ? glyph : withText(glyph, letter);
  });
}

/** Returns the ASCII character of a glyph number; undefined if there is none. */
function letterOf({ code }: Glyph): string | undefined {
  const shifted = (code ?? 0) + ASCII_OFFSET;
  return code !== undefined && shifted >= 0x20 && shifted < 0x7f ? String.fromCharCode(shifted) : undefined;
}
