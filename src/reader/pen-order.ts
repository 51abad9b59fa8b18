import type { Glyph } from './glyph.ts';

const arabic = /\p{Script=Arabic}/u;
/** How far, in sizes, a pen steps back to draw a letter over the one before. */
const stepBack = 0.12;

/** The glyphs of a line from left to right, as the pen went; where it stepped back a little, as they were written. */
export function fromLeft(line: readonly Glyph[]): Glyph[] {
  const letters = line.toSorted((one, other) => one.pen - other.pen || one.order - other.order);
  const steps = letters.slice(1).map((glyph, index) => glyph.order - (letters[index]?.order ?? 0));
  const written = Math.sign(steps.reduce((sum, step) => sum + Math.sign(step), 0));
  for (let pass = 0; pass < 2; pass++) {
    for (let index = 1; index < letters.length; index++) {
      const [one, other] = [letters[index - 1], letters[index]];
      if (!one || !other || other.pen - one.pen > stepBack * one.size) continue;
      if (isTurned(one, other, written)) [letters[index - 1], letters[index]] = [other, one];
    }
  }
  return letters;
}

function isTurned(one: Glyph, other: Glyph, written: number): boolean {
  const apart = other.order - one.order;
  if (apart === 0) return arabic.test(one.text) && arabic.test(other.text) && one.index < other.index;
  return Math.abs(apart) <= 3 && apart * written < 0;
}
