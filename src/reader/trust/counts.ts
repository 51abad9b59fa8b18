import { fold } from '#text/fold.ts';
import { cacheByWord } from '#text/word-cache.ts';
import { UNKNOWN_CHARACTER } from '../lines/line-text.ts';
import { arabicCosts, latinCosts, type Surprise, surpriseOf } from './bigrams.ts';

/** Statistics of a text, for judging one or more pages. */
export interface TextStatistics {
  /** Number of words: text between spaces with a letter, or with a replacement character and another character. */
  words: number;
  /** Number of words with a wrong or replacement character. */
  broken: number;
  /** Number of words of one Arabic letter, except و and lists of letters. */
  lone: number;
  letters: number;
  /** Number of characters in place of letters: replacement, private-use, unassigned and control characters. */
  unknown: number;
  /** Number of words in Arabic script, and of their letters. */
  arabicWords: number;
  arabicLetters: number;
  /** Number of Latin letters, and of those with accents. */
  latinLetters: number;
  accented: number;
  arabic: Surprise;
  latin: Surprise;
  /** Whether replacement texts belong to other letters. */
  misplaced: boolean;
  /** Number of characters in the words that were dropped, alone or with their line. */
  omitted: number;
  /** Number of dropped characters that OCR read from drawings and stains. */
  noise: number;
}

/** Minimum share of different letters in a list of letters; the letters of cut words repeat more. */
const MIN_DIFFERENT_SHARE = 0.75;

/** An Arabic letter with its marks, and characters that can occur between the letters of a word. */
const arabicLetter = String.raw`(?=\p{L})\p{Script=Arabic}\p{M}*`;
const ALLOWED_CHARACTERS = String.raw`\p{L}\p{M}\p{N}\p{Cf}\s/.,:;\-‐-―−()\[\]«»"'‘’“”\u0060´ʼ′…?!*=+×÷·•°&%٪٫٬،؛؟﴾﴿۝۞٭~^|<>`;
const ALLOWED_IN_LATIN = String.raw`@_#{}$€£\\→`;

const BROKEN_WORD_PATTERNS = [
  `${arabicLetter}[^${ALLOWED_CHARACTERS}][^\\s]*\\p{Script=Arabic}`,
  // Words of two scripts can lack a space between them, and a single Arabic letter can be a prefix.
  `[a-zA-Z](?:${arabicLetter})+[a-zA-Z]|${arabicLetter}[a-zA-Z]+${arabicLetter}`,
  `${arabicLetter}[a-zA-Z](?![a-zA-Z])|(?<![a-zA-Z])[a-zA-Z]${arabicLetter}`,
  `[a-zA-Z]${arabicLetter}(?![\\p{L}\\p{M}])|(?<![\\p{L}\\p{M}])(?![بلوكف])${arabicLetter}[a-zA-Z]`,
  String.raw`${arabicLetter}[0-9]+\p{Script=Arabic}`,
  `[a-zA-Z][^${ALLOWED_CHARACTERS}${ALLOWED_IN_LATIN}][a-zA-Z]`,
].map((pattern) => new RegExp(pattern, 'u'));

const noSurprise = { bits: 0, backward: 0, pairs: 0 };

/** Statistics of a page without text. */
export const emptyStatistics: TextStatistics = {
  words: 0,
  broken: 0,
  letters: 0,
  unknown: 0,
  lone: 0,
  arabicWords: 0,
  arabicLetters: 0,
  latinLetters: 0,
  accented: 0,
  arabic: noSurprise,
  latin: noSurprise,
  misplaced: false,
  omitted: 0,
  noise: 0,
};

/** Computes the statistics that `labelOf` judges. */
export function textStatistics(text: string, misplaced: boolean, omitted = 0, noise = 0): TextStatistics {
  const words = text.split(/\s+/);
  const arabic = arabicRuns(text);
  const statistics = {
    ...emptyStatistics,
    lone: countLoneLetters(words),
    arabicWords: arabic.length,
    arabicLetters: arabic.join('').length,
    arabic: surpriseOf(arabic.filter(isWord), arabicCosts),
    latin: surpriseOf(latinWords(text), latinCosts),
    misplaced,
    omitted,
    noise,
  };
  for (const word of words) addWord(statistics, word);
  return statistics;
}

/** Returns folded words in Latin script, without those that may be formulas or abbreviations, such as YySs, DNA and mm. */
export function latinWords(text: string): string[] {
  const words = text.match(latinWord)?.filter((word) => !formula.test(word)) ?? [];
  return fold(words.join(' ')).match(/[a-z]+/g) ?? [];
}

const latinWord = /\p{Script=Latin}[\p{Script=Latin}\p{M}]*/gu;
const formula = /^(?:.*\p{Ll}.*\p{Lu}.*|\p{Lu}{1,4}|[^aeiouAEIOU]{1,4})$/u;

/** Returns folded words in Arabic script, without repetitions of one letter, as in a chart of letter forms. */
export function arabicWordsOf(text: string): string[] {
  return arabicRuns(text).filter(isWord);
}

function arabicRuns(text: string): string[] {
  return fold(text).match(/\p{Script=Arabic}+/gu) ?? [];
}

/** Whether a run of letters is not one repeated letter. */
function isWord(run: string): boolean {
  return !/^(.)\1*$/u.test(run);
}

function addWord(statistics: TextStatistics, word: string): void {
  const { length, letters, latinLetters, accented, unknown } = characterCounts(word);
  statistics.letters += letters;
  statistics.latinLetters += latinLetters;
  statistics.accented += accented;
  statistics.unknown += unknown;
  const isUnknown = unknown > 0 && length > 1;
  if (letters === 0 && !isUnknown) return;
  statistics.words++;
  if (isUnknown || isBroken(word)) statistics.broken++;
}

/** Matches words in one script, which are never broken. */
const singleScriptWord = /^(?:[\u0621-\u0652]+|[a-zA-Z]+)$/;

/** Whether a letter of a word seems to be replaced by another character. */
export function isBroken(word: string): boolean {
  return !singleScriptWord.test(word) && matchesBrokenPattern(word);
}

const matchesBrokenPattern = cacheByWord((word) =>
  BROKEN_WORD_PATTERNS.some((pattern) => pattern.test(word)),
);

const loneLetter = /^(?!و)(?=\p{L})\p{Script=Arabic}\p{M}*$/u;
const longerWord = /\p{Script=Arabic}\p{M}*\p{Script=Arabic}/u;

/**
 * Counts words of one Arabic letter, which are parts of cut words. Ignores lists of letters: three or more different letters, or mostly
 * different ones (even a single one) without an Arabic word next to them.
 */
function countLoneLetters(words: readonly string[]): number {
  let [count, start] = [0, 0];
  for (let end = 0; end <= words.length; end++) {
    const word = words[end] ?? '';
    if (loneLetter.test(word)) continue;
    const run = words.slice(start, end);
    if (run.length > 0 && !areListed(run, [words[start - 1] ?? '', word])) count += run.length;
    start = end + 1;
  }
  return count;
}

function areListed(letters: readonly string[], neighbors: readonly string[]): boolean {
  const differentShare = new Set(letters).size / letters.length;
  return neighbors.some((word) => longerWord.test(word))
    ? differentShare === 1 && letters.length > 2
    : differentShare > MIN_DIFFERENT_SHARE;
}

/** Characters in place of letters that the font does not identify. */
const unknownCharacters = new RegExp(`[${UNKNOWN_CHARACTER}\\p{Co}\\p{Cn}]|(?!\\s)\\p{Cc}`, 'gu');

const characterCounts = cacheByWord((word) => {
  const count = (characters: RegExp) => word.match(characters)?.length ?? 0;
  return {
    length: count(/./gsu),
    letters: count(/\p{L}/gu),
    latinLetters: count(/\p{Script=Latin}/gu),
    accented: count(/[\u00C0-\u024F]/g),
    unknown: count(unknownCharacters),
  };
});
