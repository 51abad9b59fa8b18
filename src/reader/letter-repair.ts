import type { Glyph } from './glyph.ts';

/** Alefs, waws and yehs that carry a hamza or a madda, and what they are without. */
const bare: Record<string, string> = { أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ؤ: 'و', ئ: 'ى' };

const tatweel = '\u0640';

/**
 * Letters of a line, sorted by where they stand, without mistakes that programs make: of a hamza drawn over its letter they
 * say that it is the letter with its hamza, and of the name of God that it has one alef more.
 */
export function repairedLetters(letters: readonly Glyph[]): Glyph[] {
  const repaired: Glyph[] = [];
  for (const [index, glyph] of letters.entries()) {
    // A stroke among other letters is a space that the font does not name.
    if (glyph.text === tatweel && !isArabic(letters[index - 1]) && !isArabic(letters[index + 1])) {
      repaired.push({ ...glyph, text: ' ' });
      continue;
    }
    const before = repaired.at(-1);
    const after = letters[index + 1];
    if (after && isAlefOf(glyph, after)) {
      repaired.push({ ...glyph, text: glyph.text.slice(1) });
      continue;
    }
    if (before && isHamzaOver(glyph, before)) repaired[repaired.length - 1] = { ...before, text: glyph.text };
    else if (after && isHamzaOver(after, glyph)) repaired.push(glyph);
    else if (after && isHamzaOver(glyph, after)) {
      letters = letters.with(index + 1, { ...after, text: glyph.text });
    } else repaired.push(glyph);
  }
  return repaired;
}

/** Whether a ligature of the name of God stands beside its alef: Unicode's has one, and many fonts draw it without. */
function isAlefOf(ligature: Glyph, letter: Glyph): boolean {
  const isBeside = Math.abs(letter.left - ligature.right) < 0.1 * letter.size;
  return ligature.text === 'الله' && (bare[letter.text] ?? letter.text) === 'ا' && isBeside;
}

function isArabic(glyph: Glyph | undefined): boolean {
  return glyph !== undefined && glyph.text !== tatweel && /\p{Script=Arabic}/u.test(glyph.text);
}

function isHamzaOver(sign: Glyph, letter: Glyph): boolean {
  return (
    sign.right - sign.left < 0.02 * sign.size &&
    bare[sign.text] === letter.text &&
    letter.left - 0.1 * sign.size < sign.left &&
    sign.left < letter.right + 0.1 * sign.size
  );
}
