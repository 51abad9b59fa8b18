import type { Glyph } from '../glyphs/glyph.ts';
import { joinedLines } from './joined-lines.ts';
import { lineText, readLine } from './line-text.ts';
import { inColumns } from './page-columns.ts';
import { paragraphScripts } from './paragraph-script.ts';
import { mainScript, type Piece } from './reading-direction.ts';
import { textLines } from './text-lines.ts';

/** The text of a page, from its lines. */
export function pageText(lines: readonly (readonly Piece[])[]): string {
  const texts = lines.map(lineText);
  return joinedLines(texts.filter((text) => text !== '').join('\n'));
}

/** The lines of a page in the order they are read. */
export function pageLines(glyphs: readonly Glyph[]): Piece[][] {
  const first = glyphs[0]?.angle;
  if (glyphs.every(({ angle }) => angle === first)) return linesOfAngle(glyphs);
  const byAngle = [...Map.groupBy(glyphs, ({ angle }) => angle).values()];
  return byAngle.toSorted((one, other) => other.length - one.length).flatMap(linesOfAngle);
}

function linesOfAngle(glyphs: readonly Glyph[]): Piece[][] {
  const [letters, marks]: [Glyph[], Glyph[]] = [[], []];
  for (const glyph of glyphs) (glyph.kind.isMark ? marks : letters).push(glyph);
  const lines = inColumns(textLines(letters));
  const scripts = paragraphScripts(lines, mainScript(glyphs));
  const reaches = marks.length === 0 ? [] : lines.map(reachOf);
  const ofLine = Map.groupBy(marks, (mark) => nearestLine(mark, reaches));
  return lines.map((line, index) => readLine(line, ofLine.get(index) ?? [], scripts[index]));
}

function nearestLine(mark: Glyph, lines: readonly Reach[]): number {
  let best = -1;
  let nearest = Number.POSITIVE_INFINITY;
  for (const [index, { line, lowest, highest }] of lines.entries()) {
    if (Math.max(lowest - mark.baseline, mark.baseline - highest) >= nearest) continue;
    for (const glyph of line) {
      const aside = Math.max(glyph.left - mark.left, mark.left - glyph.right, 0);
      const apart = aside + Math.abs(glyph.baseline - mark.baseline);
      if (apart < nearest) [best, nearest] = [index, apart];
    }
  }
  return best;
}

/** A line, and between which baselines its glyphs stand. */
interface Reach {
  line: readonly Glyph[];
  lowest: number;
  highest: number;
}

function reachOf(line: readonly Glyph[]): Reach {
  const baselines = line.map(({ baseline }) => baseline);
  return { line, lowest: Math.min(...baselines), highest: Math.max(...baselines) };
}
