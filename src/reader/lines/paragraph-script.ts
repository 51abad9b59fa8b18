import type { Glyph } from '../glyphs/glyph.ts';
import { type MainScript, mainScript } from './reading-direction.ts';

type Line = readonly Glyph[];

/** How far apart, in sizes, lines of one paragraph stand at most. */
const farthest = 2.2;
/** A line narrower than so much of its paragraph is its last. */
const whole = 0.85;

/** The script of each line's page or, on a page with as much of both, of its paragraph. `lines` are in the order they are read. */
export function paragraphScripts(lines: readonly Line[], page: MainScript): MainScript[] {
  if (page) return lines.map(() => page);
  const paragraphs: Line[][] = [];
  let widest = 0;
  for (const [index, line] of lines.entries()) {
    const isNext = goesOn(lines[index - 1] ?? [], line, widest);
    if (isNext) paragraphs.at(-1)?.push(line);
    else paragraphs.push([line]);
    widest = Math.max(isNext ? widest : 0, widthOf(line));
  }
  return paragraphs.flatMap((paragraph) => {
    const script = mainScript(paragraph.flat());
    return paragraph.map(() => script);
  });
}

function goesOn([above, ...others]: Line, [first]: Line, widest: number): boolean {
  if (!above || !first) return false;
  const apart = above.baseline - first.baseline;
  return apart > 0 && apart < farthest * first.size && widthOf([above, ...others]) > whole * widest;
}

function widthOf(line: Line): number {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const { left, right } of line) [first, last] = [Math.min(first, left), Math.max(last, right)];
  return last - first;
}
