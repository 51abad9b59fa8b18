import { addSurprise } from './surprise.ts';
import { type WordSigns, wordSigns } from './word-signs.ts';

/** What is counted of a page's text, so that pages can be judged alone and together. */
export interface TextSigns extends WordSigns {
  /** What the file says of its words stands over other words than those it means. */
  misplaced: boolean;
}

/** Of lone letters in a row; where they are all of a text the same ones come again. */
const leastDifferent = 0.75;

/** The signs of a page without text. */
export function noSigns(): TextSigns {
  return {
    words: 0,
    broken: 0,
    letters: 0,
    unknown: 0,
    lone: 0,
    arabicWords: 0,
    arabicLetters: 0,
    latinLetters: 0,
    accented: 0,
    arabic: { bits: 0, backward: 0, pairs: 0 },
    latin: { bits: 0, backward: 0, pairs: 0 },
    misplaced: false,
  };
}

/** Adds what was counted of another word or page. */
export function addSigns(sum: TextSigns, other: Readonly<WordSigns>): void {
  sum.words += other.words;
  sum.broken += other.broken;
  sum.letters += other.letters;
  sum.unknown += other.unknown;
  sum.lone += other.lone;
  sum.arabicWords += other.arabicWords;
  sum.arabicLetters += other.arabicLetters;
  sum.latinLetters += other.latinLetters;
  sum.accented += other.accented;
  addSurprise(sum.arabic, other.arabic);
  addSurprise(sum.latin, other.latin);
}

/** The signs by which `labelOf` judges. */
export function textSigns(text: string, misplaced: boolean): TextSigns {
  const words = text.split(/\s+/);
  const signs = noSigns();
  for (const word of words) addSigns(signs, wordSigns(word));
  if (signs.lone > 0) signs.lone -= namedLetters(words);
  signs.misplaced = misplaced;
  return signs;
}

const longerWord = /\p{Script=Arabic}\p{M}*\p{Script=Arabic}/u;

/**
 * How many of the words of one Arabic letter are there because letters are named, and not because words were cut: three and more that
 * all differ, or, where no Arabic word stands beside them, that mostly differ.
 */
function namedLetters(words: readonly string[]): number {
  let [count, start] = [0, 0];
  for (let end = 0; end <= words.length; end++) {
    const word = words[end] ?? '';
    if (wordSigns(word).lone) continue;
    const row = words.slice(start, end);
    if (row.length > 0 && areNamed(row, [words[start - 1] ?? '', word])) count += row.length;
    start = end + 1;
  }
  return count;
}

function areNamed(letters: readonly string[], beside: readonly string[]): boolean {
  const differ = new Set(letters).size / letters.length;
  return beside.some((word) => longerWord.test(word))
    ? differ === 1 && letters.length > 2
    : differ > leastDifferent;
}
