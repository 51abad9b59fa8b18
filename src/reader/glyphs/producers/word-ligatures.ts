import { type Glyph, withText } from '../glyph.ts';

/** Minimum widths of ligatures in em; a lam that joins the next letter is narrower. */
const MIN_WIDTH = { lamAlef: 0.3, nameOfGod: 0.4, withHamza: 0.5 };
/** Minimum height, in hundredths of an em, of a hamza above most lams of its font. */
const MIN_HAMZA = 8;
/** Maximum distances in em between letters of one word. */
const MAX_JOIN_DISTANCES = { gap: 0.1, overlap: 0.3, baseline: 0.3 };

const lamAndVowels = /^ل(\p{M}+)$/u;
const bareLam = /^ل(\p{M}*)$/u;
const nameOfGod = /^\p{M}*(ا?)\p{M}*ل\p{M}*ل\p{M}*$/u;
/** Ligatures by the characters that fonts use as their names. */
const OTHER_NAMES: Record<string, string> = { '\u037F': 'لله' };

/**
 * Completes ligatures whose names in Word lack the last letter: lam-alef with a vowel, and the name of God. A real lam with a vowel
 * is narrower, occurs with other vowels, or joins the next letter.
 */
export function completeLigatures(glyphs: readonly Glyph[]): readonly Glyph[] {
  const mayBeIncomplete = ({ text }: Glyph) =>
    text in OTHER_NAMES || (text.length > 1 && (lamAndVowels.test(text) || nameOfGod.test(text)));
  if (!glyphs.some(mayBeIncomplete)) return glyphs;
  // The engine separates the vowel in such a name from its lam if another mark is between them.
  const marksByShape = Map.groupBy(
    glyphs.filter(({ shape, kind }) => shape !== undefined && kind.isMark),
    ({ shape }) => shape,
  );
  const lamsByShape = Map.groupBy(
    glyphs.filter((glyph) => glyph.shape !== undefined && isLam(glyph)),
    ({ shape }) => shape,
  );
  const lamAlefs = new Set(
    [...lamsByShape.values()].flatMap((sameShape) => {
      const isOneName = hasOneName(sameShape, marksByShape.get(sameShape[0]?.shape) ?? []);
      return isOneName && sameShape.some((glyph) => isLamAlef(glyph, glyphs)) ? sameShape : [];
    }),
  );
  const withHamza = new Set(lamAlefs.size === 0 ? [] : tallLams([...lamsByShape.values()].flat(), lamAlefs));
  return glyphs.map((glyph) => {
    const { text } = glyph;
    const ligature = OTHER_NAMES[text];
    if (ligature !== undefined) return withText(glyph, ligature);
    // The vowel in the name is that of the first word with the ligature, so it is dropped.
    if (withHamza.has(glyph)) return withText(glyph, 'لأ');
    if (lamAlefs.has(glyph)) return withText(glyph, text.includes('\u0652') ? 'لأ' : 'لا');
    const isName = nameOfGod.test(text) && isWide(glyph, MIN_WIDTH.nameOfGod);
    return isName && !hasLetterOn(glyph, glyphs, 'left') ? withText(glyph, `${text}ه`) : glyph;
  });
}

function isLamAlef(glyph: Glyph, glyphs: readonly Glyph[]): boolean {
  if (!isWide(glyph, MIN_WIDTH.lamAlef)) return false;
  // A lam alone is not a word, so without neighbors it is a lam-alef.
  return hasLetterOn(glyph, glyphs, 'left') || !hasLetterOn(glyph, glyphs, 'right');
}

/** Whether all lams of one shape have the same vowel, in their names or in `separateMarks`, the marks of that shape. */
function hasOneName(lams: readonly Glyph[], separateMarks: readonly Glyph[]): boolean {
  const vowels = lams.map(({ text }) => text.slice(1)).filter((vowel) => vowel !== '');
  const unvowelledCount = lams.length - vowels.length;
  const count = vowels.length + separateMarks.length;
  const names = new Set([...vowels, ...separateMarks.map(({ text }) => text)]);
  return names.size === 1 && count > 0 && unvowelledCount <= separateMarks.length + 1;
}

/** Returns lam-alefs with a hamza: wide lams that are taller than most in a font with other lam-alefs. */
function tallLams(lams: readonly Glyph[], lamAlefs: ReadonlySet<Glyph>): Glyph[] {
  const fonts = new Set([...lamAlefs].map(({ font }) => font));
  return [...fonts].flatMap((font) => {
    const fontLams = lams.filter((glyph) => glyph.font === font);
    const tops = fontLams.map(topOf).sort((a, b) => a - b);
    const median = tops[tops.length >> 1] ?? 0;
    const isTall = (glyph: Glyph) => isWide(glyph, MIN_WIDTH.withHamza) && topOf(glyph) - median > MIN_HAMZA;
    return fontLams.filter((glyph) => isTall(glyph) && !lamAlefs.has(glyph));
  });
}

function topOf({ shape }: Glyph): number {
  return Number(shape?.split(' ')[3]);
}

function isLam({ text }: Glyph): boolean {
  return bareLam.test(text);
}

function isWide({ left, right, size }: Glyph, minWidth: number): boolean {
  return right - left > minWidth * size;
}

/** Whether another letter of the same word is on that side of the glyph. */
function hasLetterOn(glyph: Glyph, glyphs: readonly Glyph[], side: 'left' | 'right'): boolean {
  return glyphs.some((neighbor) => {
    if (neighbor === glyph || neighbor.kind.bidi !== 'R' || neighbor.right - neighbor.left < 0.01)
      return false;
    if (Math.abs(neighbor.baseline - glyph.baseline) > MAX_JOIN_DISTANCES.baseline * glyph.size) return false;
    const gap = side === 'left' ? glyph.left - neighbor.right : neighbor.left - glyph.right;
    return (
      gap < MAX_JOIN_DISTANCES.gap * glyph.size &&
      gap > -MAX_JOIN_DISTANCES.overlap * glyph.size &&
      isBeyond(neighbor, glyph, side)
    );
  });
}

function isBeyond(neighbor: Glyph, glyph: Glyph, side: 'left' | 'right'): boolean {
  const centerGap = neighbor.left + neighbor.right - glyph.left - glyph.right;
  return side === 'left' ? centerGap < 0 : centerGap > 0;
}
