import { letterExpansions, letterOrder, markOrder } from './collation-weights.ts';
import { apostrophes, latinDigits } from './fold.ts';

/** Raise it whenever `sortKey` answers differently: stored keys are then made anew. */
export const sortVersion = 1;

/** What a sort key begins with, by what its text begins with. */
const scriptGroups = { digits: 1, latinAndOthers: 2, arabic: 3 } as const;

const arabicFirst = [scriptGroups.digits, scriptGroups.arabic, scriptGroups.latinAndOthers] as const;

/**
 * The groups of scripts in the order of a language, named by a locale such as `ar-EG`. Undefined where that is the order
 * of the keys. CLDR has Arabic script first for Arabic (`[reorder Arab]` in common/collation/ar.xml).
 */
export function scriptOrder(locale: string): readonly (1 | 2 | 3)[] | undefined {
  return /^ar(?![a-z])/i.test(locale) ? arabicFirst : undefined;
}

/** The weight of one letter on the three levels of the Unicode Collation Algorithm: letter, form, case. */
interface LetterWeight {
  readonly letter: number;
  readonly form: number;
  readonly case: number;
}

const afterAllListed = 0x10000;

const weights = new Map<string, readonly LetterWeight[]>();
for (const [letter, forms] of letterOrder.split(' ').entries())
  for (const [form, cases] of forms.split(',').entries())
    for (const [index, character] of [...cases].entries())
      weights.set(character, [{ letter, form, case: index }]);
for (const [character = '', ...pair] of letterExpansions.split(' ').map((expansion) => [...expansion]))
  weights.set(
    character,
    // As its two letters, but after them: æ after ae.
    pair.flatMap((letter) => (weights.get(letter) ?? []).map((weight) => ({ ...weight, case: 2 }))),
  );

const marks = new Map([...markOrder].map((mark, index) => [mark, index]));

/** Whether the collation knows the letter as it is; any other is to be decomposed (NFD) before it is weighed. */
function isWeighedWhole(letter: string): boolean {
  return weights.has(letter);
}

/** The weights of a letter; letters of scripts that are not listed follow, by code point. */
function letterWeights(letter: string): readonly LetterWeight[] {
  const unlisted = { letter: afterAllListed + (letter.codePointAt(0) ?? 0), form: 0, case: 0 };
  return weights.get(letter) ?? [unlisted];
}

/** The weight of a mark among marks. */
function markWeight(mark: string): number {
  return marks.get(mark) ?? marks.size + (mark.codePointAt(0) ?? 0);
}

// Weights are code points of the key's text: UTF-8 keeps their order byte by byte. Zero ends a level.
const [space, number, firstLetter] = [1, 2, 3];
const plain = 1; // the form and the case of what has no other
const firstMark = 0x400; // above every form of a letter
const longestNumber = 0xd000;

function scriptGroup(text: string): number {
  if (/^\p{Nd}/u.test(text)) return scriptGroups.digits;
  return /^\p{Script=Arabic}/u.test(text) ? scriptGroups.arabic : scriptGroups.latinAndOthers;
}

/** A number sorts by value: first by how many digits it has, then by them. */
function numberWeights(digits: string): number[] {
  const value = latinDigits(digits).replace(/^0+(?=.)/, '');
  return [number, Math.min(value.length, longestNumber), ...Array.from(value, (digit) => Number(digit) + 1)];
}

/** The levels that decide, one after the other: letters and numbers, then forms and marks, then upper case. */
function weigh(text: string): number[][] {
  const letters: number[] = [];
  const forms: number[] = [];
  const cases: number[] = [];
  const add = (letter: string) => {
    for (const weight of letterWeights(letter)) {
      letters.push(firstLetter + weight.letter);
      forms.push(plain + weight.form);
      cases.push(plain + weight.case);
    }
  };
  for (const [part] of text.matchAll(/\p{Nd}+|./gsu)) {
    if (part === ' ') letters.push(space);
    else if (isWeighedWhole(part)) add(part);
    else if (/^\p{Nd}/u.test(part)) for (const weight of numberWeights(part)) letters.push(weight);
    else
      for (const element of part.normalize('NFD'))
        if (/\p{M}/u.test(element)) forms.push(firstMark + markWeight(element));
        else add(element);
  }
  return [letters, forms, cases];
}

/** What is plain to the end says nothing: left out, the shorter level still comes first. */
function withoutPlainEnd(weights: readonly number[]): readonly number[] {
  return weights.slice(0, weights.findLastIndex((weight) => weight !== plain) + 1);
}

function asText(weights: readonly number[]): string {
  return weights.map((weight) => String.fromCodePoint(weight)).join('');
}

/**
 * The place of a name in the order of names: compared byte by byte, the keys of two names are in the order of the names.
 * Names starting with a digit come first, then Latin and other scripts, then Arabic (`scriptOrder` puts them into another
 * order by their first byte); within, the order of CLDR's Arabic collation with numbers by value. Punctuation, tashkeel and
 * case decide only between names that are otherwise the same, and different names never have the same key.
 */
export function sortKey(name: string): Uint8Array {
  const text = sortText(name);
  const [letters = [], ...rest] = weigh(text);
  const levels = [[scriptGroup(text), ...letters], ...rest.map(withoutPlainEnd)].map(asText);
  return new TextEncoder().encode([...levels, name].join('\0'));
}

const apostrophe = new RegExp(`[${apostrophes}]`, 'g');

/**
 * The part of a name that its place in the order is decided by: no `.pdf`, no apostrophes, tatweel or invisible
 * controls, and one space where punctuation was. NFC.
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
