import { unknownSign } from '../lines/line-text.ts';

/** What a character is: sums of these, or 0 for none of them. */
export const letterKinds = { letter: 1, latin: 2, accented: 4, unknown: 8 };

const patterns: [kind: keyof typeof letterKinds, pattern: RegExp][] = [
  ['letter', /\p{L}/u],
  ['latin', /\p{Script=Latin}/u],
  ['accented', /[\u00C0-\u024F]/],
  // What stands in place of a letter that a font does not tell.
  ['unknown', new RegExp(`[${unknownSign}\\p{Co}\\p{Cn}]|(?!\\s)\\p{Cc}`, 'u')],
];

/** By code point. The characters of a page are few: each is looked at once. */
const known = new Uint8Array(0x110000);
const isKnown = 128;

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
