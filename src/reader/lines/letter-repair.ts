import { type Glyph, TATWEEL, withText } from '../glyphs/glyph.ts';

/** Alefs, waws and yehs with a hamza or a madda, and the bare letters. */
const bare: Record<string, string> = { أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ؤ: 'و', ئ: 'ى' };

const letterWithMark = /^\p{L}+\p{M}/u;

/**
 * Sorts the letters of a line by position and repairs producers' faults: a separately drawn hamza named as the whole letter, and
 * an extra alef in the name of God.
 */
export function repairedLetters(line: readonly Glyph[]): Glyph[] {
  const letters = [...line];
  const repaired: Glyph[] = [];
  let index = -1;
  for (const glyph of letters) {
    index++;
    // A stroke among other letters is a space that the font does not name.
    if (glyph.text === TATWEEL && !isInWord(letters, index)) {
      repaired.push(withText(glyph, ' '));
      continue;
    }
    const before = repaired.at(-1);
    if (before && isSaidTwice(before, glyph)) {
      if (glyph.right - glyph.left > before.right - before.left) repaired[repaired.length - 1] = glyph;
      continue;
    }
    const after = letters[index + 1];
    if (after && isAlefOf(glyph, after)) {
      repaired.push(withText(glyph, glyph.text.slice(1)));
      continue;
    }
    if (before && isHamzaOver(glyph, before)) repaired[repaired.length - 1] = withText(before, glyph.text);
    else if (after && isHamzaOver(after, glyph)) repaired.push(glyph);
    else if (after && isHamzaOver(glyph, after)) letters[index + 1] = withText(after, glyph.text);
    else repaired.push(glyph);
  }
  return repaired;
}

/** Whether a letter is drawn again as its shadow, or a letter and its mark both have the name of the pair. */
function isSaidTwice(a: Glyph, b: Glyph): boolean {
  if (a.text !== b.text) {
    const mayBe = a.text.length > 1 && a.text.length === b.text.length;
    if (!mayBe || a.text.normalize() !== b.text.normalize()) return false;
  }
  if (a.kind.isSpace) return false;
  const narrower = Math.min(a.right - a.left, b.right - b.left);
  const farthest = Math.min(0.1 * a.size, 0.45 * narrower);
  if (isWithin(a, b, farthest)) return true;
  if (!letterWithMark.test(a.text)) return false;
  const common = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return narrower < 0.02 * a.size ? common > -0.3 * a.size : common >= 0.5 * narrower;
}

/** Whether two glyphs are at the same position within a tolerance. */
function isWithin(a: Glyph, b: Glyph, farthest: number): boolean {
  const places = ['pen', 'left', 'right', 'baseline'] as const;
  return places.every((place) => Math.abs(a[place] - b[place]) < farthest);
}

/** Whether a ligature of the name of God is next to its alef: Unicode's includes one, but many fonts draw it without. */
function isAlefOf(ligature: Glyph, letter: Glyph): boolean {
  if (ligature.text !== 'الله' || (bare[letter.text] ?? letter.text) !== 'ا') return false;
  return Math.abs(letter.left - ligature.right) < 0.1 * letter.size;
}

/** Whether a run of strokes has an Arabic letter at either end. */
function isInWord(letters: readonly Glyph[], stroke: number): boolean {
  return [-1, 1].some((step) => {
    let at = stroke + step;
    while (letters[at]?.text === TATWEEL) at += step;
    return /\p{Script=Arabic}/u.test(letters[at]?.text ?? '');
  });
}

function isHamzaOver(sign: Glyph, letter: Glyph): boolean {
  return (
    sign.right - sign.left < 0.02 * sign.size &&
    bare[sign.text] === letter.text &&
    letter.left - 0.1 * sign.size < sign.left &&
    sign.left < letter.right + 0.1 * sign.size
  );
}
