import { apostrophes, findNumbers, fold } from './fold.ts';

/** First private-use character for encoded digits; no folded text contains such characters. */
const FIRST_DIGIT_CODE = 0xe000;

/** Encodes a digit by its value and its position in the number: alone, last, first, or between others (in this order). */
function digitCode(digit: string, at: number, length: number): string {
  const position = (at === 0 ? 0 : 1) + (at === length - 1 ? 0 : 2);
  return String.fromCharCode(FIRST_DIGIT_CODE + 10 * position + Number(digit));
}

/** Encodes a number so that it matches only as a whole: 4 does not match in 14 or 41. */
function encodeNumber(number: string): string {
  return Array.from(number, (digit, at) => digitCode(digit, at, number.length)).join('');
}

/** Folds a text and encodes each number as a unit. A hyphen between digits becomes a space. */
export function foldText(text: string): string {
  return fold(text)
    .replace(/([0-9])-(?=[0-9])/g, '$1 ')
    .replace(/[0-9]+/g, encodeNumber);
}

/** Folds a text and splits it into words, also at hyphens. */
export function foldWords(text: string): string[] {
  return splitWords(foldText(text));
}

/** Splits a folded text into words, also at hyphens. */
export function splitWords(folded: string): string[] {
  return folded.split(/[ -]/).filter((word) => word !== '');
}

/** Whether a word of `foldText` contains a number. */
export function containsNumber(word: string): boolean {
  return /[\uE000-\uE027]/.test(word);
}

/** A part of a text, in UTF-16 offsets; `end` is the offset after the last unit. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

const inWord = new RegExp(`[\\p{L}\\p{N}\\p{M}\\p{Cf}${apostrophes}\uFD40-\uFD4F\uFDCF\uFDFD-\uFDFF]`, 'u');

/** Whether a character belongs to a word: letters, digits, marks, apostrophes, and symbols such as ™, which NFKD spells out. */
function belongsToWord(character: string): boolean {
  // Spaces are compared first, because they are the most frequent.
  if (character <= ' ') return false;
  return inWord.test(character) || /[\p{L}\p{N}]/u.test(character.normalize('NFKD'));
}

/** Finds the words of a text in order. */
export function wordRanges(text: string): TextRange[] {
  const words: TextRange[] = [];
  const numbers = findNumbers(text);
  let number = 0;
  let start = 0;
  let end = 0;
  const addWord = () => {
    if (end > start) words.push({ start, end });
  };
  for (const character of text) {
    while ((numbers[number]?.end ?? Number.POSITIVE_INFINITY) <= end) number++;
    // The comma of 1,000 is part of its word.
    if (belongsToWord(character) || (numbers[number]?.start ?? Number.POSITIVE_INFINITY) <= end) {
      end += character.length;
    } else {
      addWord();
      start = end += character.length;
    }
  }
  addWord();
  return words;
}

/**
 * Finds the words of a text in order, each with its folded words. One word can fold to several (﷽), a word of marks or apostrophes to none.
 */
export function originalWords(text: string) {
  return wordRanges(text).map(({ start, end }) => ({
    start,
    end,
    folded: foldWords(text.slice(start, end)),
  }));
}

/** Words that are also joined to the next word, each with a pattern for that word: al-Fiqh, عبد الله, أبو بكر, ثلاث مئة, يا رب. */
const joinablePairs: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:al|el|ar|as|ash|at|ath|ad|adh|an|az)$/, /^[a-z]/],
  [/^[وفبكل]?عبد$/, /^ال/],
  [/^[وفبكل]?(?:ابو|ابي|ابا)$/, /^\p{L}/u],
  [/^[وفبكل]?(?:ال)?(?:ثلاث|اربع|خمس|ست|سبع|ثمان|ثماني|تسع)$/, /^ميه$/],
  [/^[وف]?يا$/, /^\p{L}{2}/u],
  [/^[وف]?لا$/, /^(?:اله|سيما|حول|قوه|باس|شك|بد|[يت]\p{L}{2,})$/u],
  [/^[وف]?(?:ال)?حمد$/, /^لله$/],
  [/^[وف]?(?:ما|ان)$/, /^شاء$/],
  [/^[وفبكل]?ذ[ويا]$/, /^ال(?:قعده|حجه)$/],
];

/** Limits for splitting a word: minimum letters of each part, and maximum letters of the first part. */
const MIN_LETTERS = 2;
const MAX_FIRST_LETTERS = 7;

/** Whether two consecutive folded words are also written as one. */
export function isWrittenInOne(word: string, next: string): boolean {
  return joinablePairs.some(([first, second]) => first.test(word) && second.test(next));
}

/** Joins folded words and folds the result, because some final hamzas are folded only in the joined word: ما شاء, ماشا. */
export function joinWords(...words: readonly string[]): string {
  return fold(words.join(''));
}

/**
 * Lists the ways to split a folded word into two words that are also written as one. The second can regain an alef that was folded away: يا
 * أيها.
 */
export function splitInTwo(word: string): [string, string][] {
  const splits: [string, string][] = [];
  for (let at = MIN_LETTERS; at <= MAX_FIRST_LETTERS && at <= word.length - MIN_LETTERS; at++) {
    const [first, remainder] = [word.slice(0, at), word.slice(at)];
    for (const second of first.endsWith('ا') ? [remainder, `ا${remainder}`] : [remainder])
      if (isWrittenInOne(first, second)) splits.push([first, second]);
  }
  return splits;
}
