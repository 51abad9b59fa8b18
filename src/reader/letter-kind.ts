import { unknownSign } from './line-text.ts';

/** What a character is: sums of these, or 0 for none of them. */
export const letterKinds = {
  letter: 1,
  latin: 2,
  accented: 4,
  unknown: 8,
  arabic: 16,
  ascii: 32,
  digit: 64,
  odd: 128,
};

const patterns: [kind: keyof typeof letterKinds, pattern: RegExp][] = [
  ['letter', /\p{L}/u],
  ['latin', /\p{Script=Latin}/u],
  ['accented', /[\u00C0-\u024F]/],
  // What stands in place of a letter that a font does not tell.
  ['unknown', new RegExp(`[${unknownSign}\\p{Co}\\p{Cn}]|(?!\\s)\\p{Cc}`, 'u')],
  ['arabic', /\p{Script=Arabic}/u],
  ['ascii', /[a-zA-Z]/],
  ['digit', /[0-9]/],
  // What is no part of a word, nor stands within one in every script.
  ['odd', /[^\p{L}\p{M}\p{N}\p{Cf}\s/,.:\-–—()[\]«»"'…!*=+&]/u],
];

/** By code point. The characters of a page are few: each is looked at once. */
const known = new Uint16Array(0x110000);
const isKnown = 256;

/** The kinds of the character of a code point. */
export function letterKind(code: number): number {
  if (known[code] === 0) known[code] = isKnown + kindOf(String.fromCodePoint(code));
  return (known[code] ?? 0) - isKnown;
}

function kindOf(character: string): number {
  return patterns.reduce(
    (sum, [kind, pattern]) => sum + (pattern.test(character) ? letterKinds[kind] : 0),
    0,
  );
}
