import { fold } from '#text/fold.ts';
import { unknownSign } from '../lines/line-text.ts';
import { arabicCosts, latinCosts, type Surprise, surpriseOf } from './bigrams.ts';

/** Statistics of a page's text, by which pages are judged alone and together. */
export interface TextSigns {
  /** Number of words: runs without a space that contain letters or their replacements. */
  words: number;
  /** Words with a replacement character, and words of one Arabic letter. */
  broken: number;
  lone: number;
  /** Letters and their replacement characters. */
  letters: number;
  unknown: number;
  /** Words of Arabic script, and their letters. */
  arabicWords: number;
  arabicLetters: number;
  /** Letters of Latin script, and of them those with accents. */
  latinLetters: number;
  accented: number;
  arabic: Surprise;
  latin: Surprise;
  /** Whether replacement texts are over the wrong letters. */
  misplaced: boolean;
  /** Letters of untrusted words, which were dropped. */
  omitted: number;
  /** Characters that OCR made of drawings and stains, which were dropped. */
  noise: number;
}

/** Minimum share of different letters among consecutive single letters; in real lists they repeat. */
const MIN_DIFFERENT_SHARE = 0.75;

/** An Arabic letter, not a digit, with its marks; and signs that may occur between letters of a word. */
const arabicLetter = String.raw`(?=\p{L})\p{Script=Arabic}\p{M}*`;
const anySign = String.raw`\p{L}\p{M}\p{N}\p{Cf}\s/.,:;\-‐-―−()\[\]«»"'‘’“”\u0060´ʼ′…?!*=+×÷·•°&%٪٫٬،؛؟﴾﴿۝۞٭~^|<>`;
const latinSign = String.raw`@_#{}$€£\\→`;

const inside = [
  `${arabicLetter}[^${anySign}][^\\s]*\\p{Script=Arabic}`,
  // Words of two scripts may have no space between them, and one letter may be a prefix.
  `[a-zA-Z](?:${arabicLetter})+[a-zA-Z]|${arabicLetter}[a-zA-Z]+${arabicLetter}`,
  `${arabicLetter}[a-zA-Z](?![a-zA-Z])|(?<![a-zA-Z])[a-zA-Z]${arabicLetter}`,
  `[a-zA-Z]${arabicLetter}(?![\\p{L}\\p{M}])|(?<![\\p{L}\\p{M}])(?![بلوكف])${arabicLetter}[a-zA-Z]`,
  String.raw`${arabicLetter}[0-9]+\p{Script=Arabic}`,
  `[a-zA-Z][^${anySign}${latinSign}][a-zA-Z]`,
].map((pattern) => new RegExp(pattern, 'u'));

const none = { bits: 0, backward: 0, pairs: 0 };

/** Statistics of a page without text. */
export const emptySigns: TextSigns = {
  words: 0,
  broken: 0,
  letters: 0,
  unknown: 0,
  lone: 0,
  arabicWords: 0,
  arabicLetters: 0,
  latinLetters: 0,
  accented: 0,
  arabic: none,
  latin: none,
  misplaced: false,
  omitted: 0,
  noise: 0,
};

/** Counts the signs that `labelOf` judges. */
export function textSigns(text: string, misplaced: boolean, omitted = 0, noise = 0): TextSigns {
  const words = text.split(/\s+/);
  const foldedText = fold(text);
  const arabic = foldedText.match(/\p{Script=Arabic}+/gu) ?? [];
  const signs = {
    ...emptySigns,
    lone: loneLetters(words),
    arabicWords: arabic.length,
    arabicLetters: arabic.join('').length,
    arabic: surpriseOf(arabicWordsOf(text), arabicCosts),
    latin: surpriseOf(latinWords(text), latinCosts),
    misplaced,
    omitted,
    noise,
  };
  for (const word of words) addWord(signs, word);
  return signs;
}

/** Returns folded words of Latin script, without formulas and symbols such as YySs, DNA and mm. */
export function latinWords(text: string): string[] {
  const words = text.split(/[^\p{L}\p{M}]+/u).filter((word) => !formula.test(word));
  return fold(words.join(' ')).match(/[a-z]+/g) ?? [];
}

const formula = /^(?:.*\p{Ll}.*\p{Lu}.*|\p{Lu}{1,4}|[^aeiouAEIOU]{1,4})$/u;

/** Returns folded words of Arabic script, without the forms of one letter in a chart of letters. */
export function arabicWordsOf(text: string): string[] {
  return (fold(text).match(/\p{Script=Arabic}+/gu) ?? []).filter((word) => !/^(.)\1*$/u.test(word));
}

function addWord(sum: TextSigns, word: string): void {
  let [signs, letters, unknown] = [0, 0, 0];
  for (let index = 0; index < word.length; signs++) {
    const code = word.codePointAt(index) ?? 0;
    const kind = letterKind(code);
    if (kind & letterKinds.letter) letters++;
    if (kind & letterKinds.unknown) unknown++;
    if (kind & letterKinds.latin) sum.latinLetters++;
    if (kind & letterKinds.accented) sum.accented++;
    index += code > 0xffff ? 2 : 1;
  }
  sum.letters += letters;
  sum.unknown += unknown;
  const isUnknown = unknown > 0 && signs > 1;
  if (letters === 0 && !isUnknown) return;
  sum.words++;
  if (isUnknown || isBroken(word)) sum.broken++;
}

/** Letters of one script need no closer look. */
const plain = /^(?:[\u0621-\u0652]+|[a-zA-Z]+)$/;

/** Whether something else replaces a letter of a word. */
export function isBroken(word: string): boolean {
  return !plain.test(word) && inside.some((sign) => sign.test(word));
}

const loneLetter = /^(?!و)(?=\p{L})\p{Script=Arabic}\p{M}*$/u;
const longerWord = /\p{Script=Arabic}\p{M}*\p{Script=Arabic}/u;

/**
 * Counts words of one Arabic letter, which are parts of cut words. Ignores lists of letter names: three or more different
 * letters, or mostly different ones with no Arabic word next to them.
 */
function loneLetters(words: readonly string[]): number {
  let [count, start] = [0, 0];
  for (let end = 0; end <= words.length; end++) {
    const word = words[end] ?? '';
    if (loneLetter.test(word)) continue;
    const row = words.slice(start, end);
    if (row.length > 0 && !areNamed(row, [words[start - 1] ?? '', word])) count += row.length;
    start = end + 1;
  }
  return count;
}

function areNamed(letters: readonly string[], beside: readonly string[]): boolean {
  const differ = new Set(letters).size / letters.length;
  return beside.some((word) => longerWord.test(word))
    ? differ === 1 && letters.length > 2
    : differ > MIN_DIFFERENT_SHARE;
}

/** Flags of a character's kind; 0 for none. */
const letterKinds = { letter: 1, latin: 2, accented: 4, unknown: 8 };

const patterns: [kind: keyof typeof letterKinds, pattern: RegExp][] = [
  ['letter', /\p{L}/u],
  ['latin', /\p{Script=Latin}/u],
  ['accented', /[\u00C0-\u024F]/],
  // Replacement for a letter that the font does not identify.
  ['unknown', new RegExp(`[${unknownSign}\\p{Co}\\p{Cn}]|(?!\\s)\\p{Cc}`, 'u')],
];

const kinds = new Map<number, number>();

/** Returns the kinds of a code point; cached, because a page has few different characters. */
function letterKind(code: number): number {
  const cached = kinds.get(code);
  if (cached !== undefined) return cached;
  const kind = kindOf(String.fromCodePoint(code));
  kinds.set(code, kind);
  return kind;
}

function kindOf(character: string): number {
  return patterns.reduce(
    (sum, [kind, pattern]) => sum + (pattern.test(character) ? letterKinds[kind] : 0),
    0,
  );
}
