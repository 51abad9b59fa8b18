import { type Glyph, withText } from '../glyph.ts';

const DOUBLING = '\u0651';
const SMALL_ALEF = '\u0670';
const FATHA = '\u064E';
/** Minimum number of small alefs of a font, and for each fatha; text has fewer. */
const MIN_SMALL_ALEFS = 5;
const MIN_SHARE = 0.1;

/** Names doublings that a font names as small alefs, such as Shaikh Hamdullah's in Word: it has many of these, and no other doubling. */
export function withDoublings(glyphs: readonly Glyph[]): readonly Glyph[] {
  const marks = glyphs.filter(({ kind, markAdvance }) => kind.isMark && markAdvance === 0);
  if (!marks.some(({ text }) => text === SMALL_ALEF)) return glyphs;
  const misnamed = new Set(
    [...Map.groupBy(marks, ({ font }) => font)].flatMap(([font, own]) => {
      const count = (mark: string) => own.filter(({ text }) => text.includes(mark)).length;
      const alefs = count(SMALL_ALEF);
      const isMany = alefs >= MIN_SMALL_ALEFS && alefs > MIN_SHARE * count(FATHA);
      return isMany && count(DOUBLING) === 0 ? font : [];
    }),
  );
  if (misnamed.size === 0) return glyphs;
  return glyphs.map((glyph) =>
    misnamed.has(glyph.font) && glyph.text === SMALL_ALEF ? withText(glyph, DOUBLING) : glyph,
  );
}
