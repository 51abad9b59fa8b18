import { type Glyph, withText } from '../glyph.ts';

/** Minimum widths in em: a lam that joins the next letter is narrower than lam-alef, and the name of God is wider. */
const MIN_WIDTH = { lamAlef: 0.3, nameOfGod: 0.4, withHamza: 0.5 };
/** Minimum height in hundredths of an em of a hamza over most lams of its font. */
const MIN_HAMZA = 8;
/** Maximum distances in em between letters of one word. */
const JOINED = { gap: 0.1, overlap: 0.3, baseline: 0.3 };

const lamAndVowels = /^ل(\p{M}+)$/u;
const bareLam = /^ل(\p{M}*)$/u;
const nameOfGod = /^\p{M}*(ا?)\p{M}*ل\p{M}*ل\p{M}*$/u;
/** Unicode characters that fonts use for a ligature without a code. */
const otherNames: Record<string, string> = { '\u037F': 'لله' };

/**
 * Completes ligatures that Word names by their first letters: lam-vowel-alef by two, the name of God by all but the last. A real
 * lam with a vowel is narrower, occurs with other vowels, or joins the next letter.
 */
export function withWholeLigatures(glyphs: readonly Glyph[]): readonly Glyph[] {
  const isNamedShort = ({ text }: Glyph) =>
    text in otherNames || (text.length > 1 && (lamAndVowels.test(text) || nameOfGod.test(text)));
  if (!glyphs.some(isNamedShort)) return glyphs;
  // The vowel of such a name may be separate from its lam if another mark is between them.
  const marks = Map.groupBy(
    glyphs.filter(({ shape, kind }) => shape !== undefined && kind.isMark),
    ({ shape }) => shape,
  );
  const lams = Map.groupBy(
    glyphs.filter((glyph) => glyph.shape !== undefined && isLam(glyph)),
    ({ shape }) => shape,
  );
  const lamAlefs = new Set(
    [...lams.values()].flatMap((alike) => {
      const isOneName = hasOneName(alike, marks.get(alike[0]?.shape) ?? []);
      return isOneName && alike.some((glyph) => isLamAlef(glyph, glyphs)) ? alike : [];
    }),
  );
  const withHamza = new Set(lamAlefs.size === 0 ? [] : tallLams([...lams.values()].flat(), lamAlefs));
  return glyphs.map((glyph) => {
    const { text } = glyph;
    const other = otherNames[text];
    if (other !== undefined) return withText(glyph, other);
    // The vowel is that of the first word with the ligature. Before a hamza the lam has none.
    if (withHamza.has(glyph)) return withText(glyph, 'لأ');
    if (lamAlefs.has(glyph)) return withText(glyph, text.includes('\u0652') ? 'لأ' : 'لا');
    const isName = nameOfGod.test(text) && isWide(glyph, MIN_WIDTH.nameOfGod);
    return isName && !letterBeside(glyph, glyphs, 'left') ? withText(glyph, `${text}ه`) : glyph;
  });
}

function isLamAlef(glyph: Glyph, glyphs: readonly Glyph[]): boolean {
  if (!isWide(glyph, MIN_WIDTH.lamAlef)) return false;
  // No word is a lam alone.
  return letterBeside(glyph, glyphs, 'left') || !letterBeside(glyph, glyphs, 'right');
}

/** Whether all lams of one shape have the same vowel; `apart` are the marks of that shape. */
function hasOneName(lams: readonly Glyph[], apart: readonly Glyph[]): boolean {
  const vowels = lams.map(({ text }) => text.slice(1)).filter((vowel) => vowel !== '');
  const plain = lams.length - vowels.length;
  const count = vowels.length + apart.length;
  const names = new Set([...vowels, ...apart.map(({ text }) => text)]);
  return names.size === 1 && count > 0 && plain <= apart.length + 1;
}

/** Returns wide lams that rise above most lams of their font, if others of that font are lam-alefs: they have a hamza. */
function tallLams(lams: readonly Glyph[], lamAlefs: ReadonlySet<Glyph>): Glyph[] {
  const fonts = new Set([...lamAlefs].map(({ font }) => font));
  return [...fonts].flatMap((font) => {
    const own = lams.filter((glyph) => glyph.font === font);
    const tops = own.map(topOf).sort((a, b) => a - b);
    const usual = tops[tops.length >> 1] ?? 0;
    const isTall = (glyph: Glyph) => isWide(glyph, MIN_WIDTH.withHamza) && topOf(glyph) - usual > MIN_HAMZA;
    return own.filter((glyph) => isTall(glyph) && !lamAlefs.has(glyph));
  });
}

function topOf({ shape }: Glyph): number {
  return Number(shape?.split(' ')[3]);
}

function isLam({ text }: Glyph): boolean {
  return bareLam.test(text);
}

function isWide({ left, right, size }: Glyph, least: number): boolean {
  return right - left > least * size;
}

/** Whether another letter of the word is on that side. */
function letterBeside(glyph: Glyph, glyphs: readonly Glyph[], side: 'left' | 'right'): boolean {
  return glyphs.some((other) => {
    if (other === glyph || other.kind.bidi !== 'R' || other.right - other.left < 0.01) return false;
    if (Math.abs(other.baseline - glyph.baseline) > JOINED.baseline * glyph.size) return false;
    const gap = side === 'left' ? glyph.left - other.right : other.left - glyph.right;
    return (
      gap < JOINED.gap * glyph.size && gap > -JOINED.overlap * glyph.size && isBeyond(other, glyph, side)
    );
  });
}

function isBeyond(other: Glyph, glyph: Glyph, side: 'left' | 'right'): boolean {
  const centerGap = other.left + other.right - glyph.left - glyph.right;
  return side === 'left' ? centerGap < 0 : centerGap > 0;
}
