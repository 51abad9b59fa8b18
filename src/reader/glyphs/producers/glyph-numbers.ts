import { type Glyph, withText } from '../glyph.ts';

/** Number of the glyph of the space, 32, in TrueType fonts that begin as Apple's do. */
const SHIFT = 29;
/** This share of a font's glyphs has no name, of at least so many. */
const MIN_UNNAMED = 0.9;
const MIN_GLYPHS = 20;

/**
 * The glyphs with the letters of fonts that name none, where a code may be the number of a glyph: old printer drivers of Windows
 * (fonts named MSTT31…) write so. Whether the letters make words is judged later, as for every font.
 */
export function withNumberedLetters(glyphs: readonly Glyph[]): readonly Glyph[] {
  if (!glyphs.some(({ code }) => code !== undefined)) return glyphs;
  const fonts = Map.groupBy(glyphs, ({ font }) => font);
  const numbered = new Set(
    [...fonts].flatMap(([font, those]) => {
      const unnamed = those.filter(({ code }) => code !== undefined);
      const isOne = those.length >= MIN_GLYPHS && unnamed.length > MIN_UNNAMED * those.length;
      const letters = unnamed.filter((glyph) => letterOf(glyph) !== undefined).length;
      return isOne && letters > MIN_UNNAMED * unnamed.length ? font : [];
    }),
  );
  return glyphs.map((glyph) => {
    const letter = numbered.has(glyph.font) ? letterOf(glyph) : undefined;
    return letter === undefined ? glyph : withText(glyph, letter);
  });
}

/** The letter of ASCII for the number of a glyph; undefined if it is none. */
function letterOf({ code }: Glyph): string | undefined {
  const shifted = (code ?? 0) + SHIFT;
  return code !== undefined && shifted >= 0x20 && shifted < 0x7f ? String.fromCharCode(shifted) : undefined;
}
