import type { Glyph } from '../glyphs/glyph.ts';
import { wordGap } from './line-text.ts';
import { runToTheLeft } from './reading-direction.ts';
import type { Line } from './text-lines.ts';

/** Prose goes on to the next line where a word has no more room. In a poem this share of the lines leave room for it. */
const leavesRoom = 0.45;
/** In sizes. */
const someRoom = 0.3;

/**
 * Whether columns, each line with its glyphs from left to right, are the halves of the lines of an Arabic poem: nearly all lines have
 * both, and many do not go on where they have room to.
 */
export function isPoem(columns: readonly (readonly Line[])[]): boolean {
  let [lines, withRoom] = [0, 0];
  for (const side of columns) {
    const isEmpty = (line: Line) => line.length === 0;
    if (side.filter(isEmpty).length >= 0.1 * side.length) return false;
    if (!runToTheLeft(side.flat())) return false;
    const widths = side.map(widthOf);
    const widest = Math.max(...widths);
    for (const [index, next] of side.slice(1).entries()) {
      lines++;
      const room = widest - (widths[index] ?? 0) - someRoom * (next[0]?.size ?? 0);
      if (room > firstWord(next)) withRoom++;
    }
  }
  return withRoom >= leavesRoom * lines;
}

function widthOf(line: readonly Glyph[]): number {
  return Math.max(...line.map(({ right }) => right)) - Math.min(...line.map(({ left }) => left));
}

/** How wide the word is at the right end of a line. */
function firstWord(line: readonly Glyph[]): number {
  let left = line.at(-1)?.left ?? 0;
  for (const glyph of line.toReversed()) {
    if (left - glyph.right > wordGap.plain * glyph.size) break;
    left = Math.min(left, glyph.left);
  }
  return (line.at(-1)?.right ?? 0) - left;
}
