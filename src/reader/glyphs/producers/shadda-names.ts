import { type Glyph, withText } from '../glyph.ts';

const SHADDA = '\u0651';
const SMALL_ALEF = '\u0670';
const FATHA = '\u064E';
/** Minimum number of small alefs in a font that misnames shaddas, and minimum ratio to fathas; correct texts have fewer. */
const MIN_SMALL_ALEFS = 5;
const MIN_SHARE = 0.1;

/** Repairs shaddas in fonts that name them as small alefs, such as Shaikh Hamdullah's in Word. Such a font seems to have no shadda. */
export function repairShaddas(glyphs: readonly Glyph[]): readonly Glyph[] {
  const marks = glyphs.filter(({ kind, markAdvance }) => kind.isMark && markAdvance === 0);
  if (!marks.some(({ text }) => text === SMALL_ALEF)) return glyphs;
  const misnamedFonts = new Set(
    [...Map.groupBy(marks, ({ font }) => font)].flatMap(([font, fontMarks]) => {
      const count = (mark: string) => fontMarks.filter(({ text }) => text.includes(mark)).length;
      const alefs = count(SMALL_ALEF);
      const isMany = alefs >= MIN_SMALL_ALEFS && alefs > MIN_SHARE * count(FATHA);
      return isMany && count(SHADDA) === 0 ? font : [];
    }),
  );
  if (misnamedFonts.size === 0) return glyphs;
  return glyphs.map((glyph) =>
    misnamedFonts.has(glyph.font) && glyph.text === SMALL_ALEF ? withText(glyph, SHADDA) : glyph,
  );
}
