import { type Glyph, TATWEEL, withText } from '../glyphs/glyph.ts';

/** The bare letter for each letter with a hamza, madda or wasla. */
const BARE_LETTERS: Record<string, string> = { أ: 'ا', إ: 'ا', آ: 'ا', ٱ: 'ا', ؤ: 'و', ئ: 'ى' };

const letterWithMark = /^\p{L}+\p{M}/u;

/**
 * Repairs faults of PDF producers in the sorted letters of a line. These are duplicates, a separate hamza named as the whole letter, an
 * extra alef in the name of God, and a space named as a stroke.
 */
export function repairLetters(line: readonly Glyph[]): Glyph[] {
  const letters = [...line];
  const repaired: Glyph[] = [];
  let index = -1;
  for (const glyph of letters) {
    index++;
    // A stroke that is not in an Arabic word is a space that the font does not name.
    if (glyph.text === TATWEEL && !isInWord(letters, index)) {
      repaired.push(withText(glyph, ' '));
      continue;
    }
    const previous = repaired.at(-1);
    if (previous && isDuplicate(previous, glyph)) {
      if (glyph.right - glyph.left > previous.right - previous.left) repaired[repaired.length - 1] = glyph;
      continue;
    }
    const next = letters[index + 1];
    if (next && isAlefOf(glyph, next)) {
      repaired.push(withText(glyph, glyph.text.slice(1)));
      continue;
    }
    if (previous && isHamzaOver(glyph, previous))
      repaired[repaired.length - 1] = withText(previous, glyph.text);
    else if (next && isHamzaOver(next, glyph)) repaired.push(glyph);
    else if (next && isHamzaOver(glyph, next)) letters[index + 1] = withText(next, glyph.text);
    else repaired.push(glyph);
  }
  return repaired;
}

/** Whether a letter is drawn again as its shadow, or a letter and its mark are both named as the pair. */
function isDuplicate(a: Glyph, b: Glyph): boolean {
  if (a.text !== b.text) {
    const mayBeEqual = a.text.length > 1 && a.text.length === b.text.length;
    if (!mayBeEqual || a.text.normalize() !== b.text.normalize()) return false;
  }
  if (a.kind.isSpace) return false;
  const narrower = Math.min(a.right - a.left, b.right - b.left);
  const tolerance = Math.min(0.1 * a.size, 0.45 * narrower);
  if (areAtSamePosition(a, b, tolerance)) return true;
  if (!letterWithMark.test(a.text)) return false;
  const common = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  return narrower < 0.02 * a.size ? common > -0.3 * a.size : common >= 0.5 * narrower;
}

/** Whether two glyphs are at the same position within a tolerance. */
function areAtSamePosition(a: Glyph, b: Glyph, tolerance: number): boolean {
  const coordinates = ['pen', 'left', 'right', 'baseline'] as const;
  return coordinates.every((coordinate) => Math.abs(a[coordinate] - b[coordinate]) < tolerance);
}

/** Whether a ligature of the name of God is next to a separate alef, which Unicode's ligature includes. */
function isAlefOf(ligature: Glyph, letter: Glyph): boolean {
  if (ligature.text !== 'الله' || (BARE_LETTERS[letter.text] ?? letter.text) !== 'ا') return false;
  return Math.abs(letter.left - ligature.right) < 0.1 * letter.size;
}

/** Whether a run of strokes has an Arabic letter at one end. */
function isInWord(letters: readonly Glyph[], stroke: number): boolean {
  return [-1, 1].some((step) => {
    let index = stroke + step;
    while (letters[index]?.text === TATWEEL) index += step;
    return /\p{Script=Arabic}/u.test(letters[index]?.text ?? '');
  });
}

function isHamzaOver(hamza: Glyph, letter: Glyph): boolean {
  return (
    hamza.right - hamza.left < 0.02 * hamza.size &&
    BARE_LETTERS[hamza.text] === letter.text &&
    letter.left - 0.1 * hamza.size < hamza.left &&
    hamza.left < letter.right + 0.1 * hamza.size
  );
}
