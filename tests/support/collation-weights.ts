import { writeFileSync } from 'node:fs';

/** The table of `src/text/collation-weights.ts`, computed with a collator. */
interface CollationTable {
  readonly letters: string;
  readonly expansions: string;
  readonly marks: string;
}

const letterBlocks = [
  [0x41, 0x2af],
  [0x370, 0x52f],
  [0x5d0, 0x5ea],
  [0x620, 0x6ff],
  [0x750, 0x77f],
  [0x8a0, 0x8c9],
] as const;
const markBlocks = [
  [0x300, 0x36f],
  [0x591, 0x5c7],
  [0x610, 0x61a],
  [0x64b, 0x65f],
  [0x670, 0x670],
  [0x6d6, 0x6ed],
  [0x898, 0x89f],
  [0x8ca, 0x8ff],
] as const;

function characters(blocks: readonly (readonly [number, number])[], pattern: RegExp): string[] {
  return blocks
    .flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index)),
    )
    .filter((character) => pattern.test(character) && character.normalize('NFKC') === character);
}

/** Reads the order of letters and marks from the Arabic collation of this machine's ICU (CLDR, `ar`, standard). */
export function readCollationTable(): CollationTable {
  const collator = (sensitivity: 'base' | 'accent' | 'variant') =>
    new Intl.Collator('ar', { usage: 'sort', numeric: true, sensitivity }).compare;
  const [base, accent, variant] = [collator('base'), collator('accent'), collator('variant')];

  const listedLetters = characters(letterBlocks, /\p{L}/u)
    // Tatweel and apostrophes have no weight. Decomposable letters have the weights of a letter and its marks, except Arabic ones with
    // hamza or madda.
    .filter((letter) => /[\u0622-\u0626]/.test(letter) || letter.normalize('NFD').length === 1)
    .filter((letter) => !/[\u0640\u0294\u0295]/.test(letter));
  const baseLetters = listedLetters.filter(
    (letter, index) => !listedLetters.slice(0, index).some((other) => base(letter, other) === 0),
  );
  const expansions = listedLetters.flatMap((letter) => {
    for (const first of baseLetters)
      if (first !== letter && base(letter, first) > 0 && base(letter, `${first}\u{10FFFF}`) < 0)
        for (const second of baseLetters)
          if (base(letter, first + second) === 0) return [letter + first + second];
    return [];
  });
  const expanded = new Set(expansions.map((expansion) => expansion[0]));

  const letters = listedLetters.filter((letter) => !expanded.has(letter)).sort(variant);
  const table = letters.reduce((text, letter, index) => {
    const before = letters[index - 1];
    if (before === undefined) return letter;
    return text + (base(before, letter) ? ' ' : accent(before, letter) ? ',' : '') + letter;
  }, '');
  const marks = characters(markBlocks, /\p{M}/u)
    .filter((mark) => base(`x${mark}`, 'x') === 0)
    .sort((a, b) => variant(`x${a}`, `x${b}`));
  return { letters: table, expansions: expansions.join(' '), marks: marks.join('') };
}

function escaped(text: string): string {
  return text.replace(
    /\p{M}/gu,
    (mark) => `\\u${mark.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  );
}

/** Writes the table; run by hand: `node tests/support/collation-weights.ts`. */
if (import.meta.main) {
  const { letters, expansions, marks } = readCollationTable();
  const lines = (text: string, size: number) =>
    (text.match(new RegExp(`[^]{1,${size}}`, 'gu')) ?? []).map((line) => `'${escaped(line)}'`).join(' +\n  ');
  writeFileSync(
    new URL('../../src/text/collation-weights.ts', import.meta.url),
    `/**
 * Order of letters and marks in CLDR's Arabic collation (\`ar\`, standard), written by tests/support/collation-weights.ts. A space
 * separates letters, a comma forms of one letter; letters that differ only in case are adjacent.
 */
export const letterOrder =
  ${lines(letters, 90)};

/** Letters that are sorted as two, each followed by those two. */
export const letterExpansions =
  ${lines(expansions, 90)};

/** Marks, lightest first. */
export const markOrder =
  ${lines(marks, 14)};
`,
  );
}
