import { type Glyph, withText } from '../glyph.ts';

const SHADDA = '\u0651';
const SMALL_ALEF = '\u0670';

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

/** Words that may be the name of God without its last letter; they are if they combine a shadda and a small alef. */
const incompleteNameOfGod =
  /(?<![\p{L}\p{M}])((?:[وفبت]\p{M}*)*)(ا\p{M}*)?ل[\p{M}]*ا?[\p{M}]*(?![\p{L}\p{M}])/gu;

/** Restores the last letter of the name of God. Word omits this letter in the name of the ligature in Shaikh Hamdullah's fonts. */
export function withNameOfGod(text: string): string {
  return text.replace(incompleteNameOfGod, (word, prefix: string, alef: string | undefined) => {
    if (!word.includes(SHADDA) || !word.includes(SMALL_ALEF)) return word;
    const hasPrefixLi = alef === undefined;
    return `${prefix}${hasPrefixLi ? 'لله' : 'الله'}`;
  });
}
