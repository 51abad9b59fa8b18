import { letterExpansions, letterOrder, markOrder } from './collation-weights.ts';
import { apostrophes, toLatinDigits } from './fold.ts';

/** Increment when `sortKey` returns something else: stored keys are then recomputed. */
export const SORT_VERSION = 1;

/** First byte of a sort key: the script at the beginning of the text. */
const scriptGroups = { digits: 1, latinAndOthers: 2, arabic: 3 } as const;

export type ScriptGroup = (typeof scriptGroups)[keyof typeof scriptGroups];

/** The script groups in the order of the keys. */
export const SCRIPT_GROUPS: readonly ScriptGroup[] = Object.values(scriptGroups);
const arabicFirst = [scriptGroups.digits, scriptGroups.arabic, scriptGroups.latinAndOthers] as const;

/**
 * Returns the order of the script groups for a locale such as `ar-EG`; undefined if it is the order of the keys. For Arabic, CLDR puts
 * Arabic script before other scripts (`[reorder Arab]` in common/collation/ar.xml).
 */
export function scriptOrder(locale: string): readonly ScriptGroup[] | undefined {
  return /^ar(?![a-z])/i.test(locale) ? arabicFirst : undefined;
}

/** The weight of one letter on the three levels of the Unicode Collation Algorithm: letter, form, case. */
interface LetterWeight {
  readonly letter: number;
  readonly form: number;
  readonly case: number;
}

const FIRST_UNLISTED_WEIGHT = 0x10000;

const weights = new Map<string, readonly LetterWeight[]>();
for (const [letter, forms] of letterOrder.split(' ').entries())
  for (const [form, cases] of forms.split(',').entries())
    for (const [index, character] of [...cases].entries())
      weights.set(character, [{ letter, form, case: index }]);
for (const [character = '', ...pair] of letterExpansions.split(' ').map((expansion) => [...expansion]))
  weights.set(
    character,
    // Sorted as two letters, but after them: æ after ae.
    pair.flatMap((letter) => (weights.get(letter) ?? []).map((weight) => ({ ...weight, case: 2 }))),
  );

const marks = new Map([...markOrder].map((mark, index) => [mark, index]));

/** Whether the table of weights has the letter. Other characters are first decomposed (NFD). */
function isListed(letter: string): boolean {
  return weights.has(letter);
}

/** Returns the weights of a letter; unlisted letters follow all others, by code point. */
function letterWeights(letter: string): readonly LetterWeight[] {
  const unlistedWeight = { letter: FIRST_UNLISTED_WEIGHT + (letter.codePointAt(0) ?? 0), form: 0, case: 0 };
  return weights.get(letter) ?? [unlistedWeight];
}

/** Returns the weight of a mark among marks; unlisted marks follow by code point. */
function markWeight(mark: string): number {
  return marks.get(mark) ?? marks.size + (mark.codePointAt(0) ?? 0);
}

// A weight is stored as a code point, because UTF-8 keeps the order of code points byte by byte. Zero ends a level.
const [space, number, firstLetter] = [1, 2, 3];
const USUAL = 1; // the weight of the usual form and case
const FIRST_MARK_WEIGHT = 0x400; // above every form of a letter
const MAX_DIGITS = 0xd000;

function scriptGroup(text: string): number {
  if (/^\p{Nd}/u.test(text)) return scriptGroups.digits;
  return /^\p{Script=Arabic}/u.test(text) ? scriptGroups.arabic : scriptGroups.latinAndOthers;
}

/** Returns the weights of a number, which order it by value: the count of its digits, then the digits. */
function numberWeights(digits: string): number[] {
  const value = toLatinDigits(digits).replace(/^0+(?=.)/, '');
  return [number, Math.min(value.length, MAX_DIGITS), ...Array.from(value, (digit) => Number(digit) + 1)];
}

/** Returns the weights of a text on three levels, in order of importance: letters and numbers, forms and marks, letter case. */
function computeWeights(text: string): number[][] {
  const letters: number[] = [];
  const forms: number[] = [];
  const cases: number[] = [];
  const add = (letter: string) => {
    for (const weight of letterWeights(letter)) {
      letters.push(firstLetter + weight.letter);
      forms.push(USUAL + weight.form);
      cases.push(USUAL + weight.case);
    }
  };
  for (const [part] of text.matchAll(/\p{Nd}+|./gsu)) {
    if (part === ' ') letters.push(space);
    else if (isListed(part)) add(part);
    else if (/^\p{Nd}/u.test(part)) for (const weight of numberWeights(part)) letters.push(weight);
    else
      for (const element of part.normalize('NFD'))
        if (/\p{M}/u.test(element)) forms.push(FIRST_MARK_WEIGHT + markWeight(element));
        else add(element);
  }
  return [letters, forms, cases];
}

/** Drops usual weights at the end. The order stays the same, because the end of a level sorts before every weight. */
function trimUsual(weights: readonly number[]): readonly number[] {
  return weights.slice(0, weights.findLastIndex((weight) => weight !== USUAL) + 1);
}

function encodeWeights(weights: readonly number[]): string {
  return weights.map((weight) => String.fromCodePoint(weight)).join('');
}

/**
 * Builds a sort key that is compared byte by byte. Names that begin with digits come first, then Latin and other scripts, then Arabic. Each
 * group uses CLDR's Arabic collation, with numbers by value. Different well-formed names have different keys.
 */
export function sortKey(name: string): Uint8Array {
  const text = sortText(name);
  const [letters = [], ...lowerLevels] = computeWeights(text);
  const levels = [[scriptGroup(text), ...letters], ...lowerLevels.map(trimUsual)].map(encodeWeights);
  return new TextEncoder().encode([...levels, name].join('\0'));
}

const apostrophe = new RegExp(`[${apostrophes}]`, 'g');

/**
 * Returns the text by which a name is sorted, in NFKC. Drops a final `.pdf`, apostrophes, tatweel and invisible controls. Other punctuation
 * and symbols become one space.
 */
function sortText(name: string): string {
  return (
    name
      .toWellFormed()
      .replace(/[\p{Cf}\u0640]/gu, '')
      .trim()
      .replace(/\.pdf$/i, '')
      .replace(apostrophe, '')
      // Stream-safe text (UAX #15): ordering a longer run of marks takes quadratic time.
      .replace(/(\p{M}{30})\p{M}+/gu, '$1')
      .normalize('NFKC')
      .replace(/[\p{Cf}\u0640]/gu, '')
      .replace(/[^\p{L}\p{N}\p{M}]+\p{M}*/gu, ' ')
      .replace(/^\p{M}+/u, '')
      .trim()
  );
}
