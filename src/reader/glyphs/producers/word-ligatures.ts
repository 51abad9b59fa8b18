import { type Glyph, withText } from '../glyph.ts';

/** Smallest widths in em: a lam that joins the next letter is narrower than lam-alef, and the names of God are wider. */
const MIN_WIDTH = { lamAlef: 0.3, nameOfGod: 0.4 };
/** Largest distances in em between letters of one word. */
const JOINED = { gap: 0.1, overlap: 0.3, baseline: 0.3 };

const lamAndVowels = /^ل(\p{M}+)$/u;
const bareLam = /^ل(\p{M}*)$/u;
const nameOfGod = /^\p{M}*(ا?)\p{M}*ل\p{M}*ل\p{M}*$/u;
/** A Unicode character that fonts use only because there is no other code. */
const otherNames: Record<string, string> = { '\u037F': 'لله' };

/**
 * The glyphs with the whole text of ligatures that Word names by the first letters of what it wrote with them: of lam, vowel and alef
 * the first two, of the name of God all but its last letter. The same name may be right for a lam with its vowel. But a lam-alef is
 * wider, hardly a lam of that shape has another vowel or none, and elsewhere on the page a letter of its word follows that it does not join.
 */
export function withWholeLigatures(glyphs: readonly Glyph[]): readonly Glyph[] {
  const isNamedShort = ({ text }: Glyph) =>
    text in otherNames || (text.length > 1 && (lamAndVowels.test(text) || nameOfGod.test(text)));
  if (!glyphs.some(isNamedShort)) return glyphs;
  // The vowel of such a name may be apart from its lam, where another mark is between them.
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
  return glyphs.map((glyph) => {
    const { text } = glyph;
    const other = otherNames[text];
    if (other !== undefined) return withText(glyph, other);
    if (lamAlefs.has(glyph)) {
      // Before a hamza the lam has no vowel.
      const alef = text.includes('\u0652') ? 'أ' : 'ا';
      return withText(glyph, text.replace(bareLam, `ل$1${alef}`));
    }
    const isName = nameOfGod.test(text) && isWide(glyph, MIN_WIDTH.nameOfGod);
    return isName && !letterBeside(glyph, glyphs, 'left') ? withText(glyph, `${text}ه`) : glyph;
  });
}

function isLamAlef(glyph: Glyph, glyphs: readonly Glyph[]): boolean {
  if (!isWide(glyph, MIN_WIDTH.lamAlef)) return false;
  // No word is a lam alone.
  return letterBeside(glyph, glyphs, 'left') || !letterBeside(glyph, glyphs, 'right');
}

/** Whether the lams of one shape have one vowel: `apart` are the marks of that shape. */
function hasOneName(lams: readonly Glyph[], apart: readonly Glyph[]): boolean {
  const vowels = lams.map(({ text }) => text.slice(1)).filter((vowel) => vowel !== '');
  const plain = lams.length - vowels.length;
  const named = vowels.length + apart.length;
  const names = new Set([...vowels, ...apart.map(({ text }) => text)]);
  return names.size === 1 && named > 0 && plain <= apart.length + 1;
}

function isLam({ text }: Glyph): boolean {
  return bareLam.test(text);
}

function isWide({ left, right, size }: Glyph, least: number): boolean {
  return right - left > least * size;
}

/** Whether another letter of the word is on that side of a letter. */
function letterBeside(glyph: Glyph, glyphs: readonly Glyph[], side: 'left' | 'right'): boolean {
  return glyphs.some((other) => {
    if (other === glyph || other.kind.runs !== 'R' || other.right - other.left < 0.01) return false;
    if (Math.abs(other.baseline - glyph.baseline) > JOINED.baseline * glyph.size) return false;
    const gap = side === 'left' ? glyph.left - other.right : other.left - glyph.right;
    return (
      gap < JOINED.gap * glyph.size && gap > -JOINED.overlap * glyph.size && isBeyond(other, glyph, side)
    );
  });
}

function isBeyond(other: Glyph, glyph: Glyph, side: 'left' | 'right'): boolean {
  const apart = other.left + other.right - glyph.left - glyph.right;
  return side === 'left' ? apart < 0 : apart > 0;
}
