import type { Glyph } from '../glyphs/glyph.ts';
import { inColumns } from './columns.ts';
import { lineText, readLine } from './line-text.ts';
import { mainScript, type Piece, paragraphScripts } from './reading-direction.ts';
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

/** A line, and the range of its glyphs' baselines. */
interface Reach {
  line: readonly Glyph[];
  lowest: number;
  highest: number;
}

function reachOf(line: readonly Glyph[]): Reach {
  const baselines = line.map(({ baseline }) => baseline);
  return { line, lowest: Math.min(...baselines), highest: Math.max(...baselines) };
}

const lineEnd = /([-\u00AD\u2010])\n(\p{Script=Latin}\S*)(\s?)/gu;
const partBefore = /[\p{Script=Latin}\p{M}]+$/u;
const partAfter = /^[\p{Script=Latin}\p{M}]+/u;
/** A longer part of a word is not looked at. */
const MAX_PART_LENGTH = 64;
/** Stands for the hyphen at the end of a line, which may belong to the word or not; `pageWords` has the word both ways. */
const LINE_END_HYPHEN = '\u2010';

/**
 * Joins the words of a text that were broken at the end of a line. The hyphen stays, as it is printed: U+2010, or `-` for a word that
 * has its hyphen elsewhere on the page. A soft hyphen leaves nothing.
 */
export function joinedLines(text: string): string {
  return text
    .replace(lineEnd, (broken, hyphen: string, after: string, space: string, at: number) => {
      const [before] = partBefore.exec(text.slice(Math.max(0, at - MAX_PART_LENGTH), at)) ?? [];
      if (before === undefined) return broken;
      const own = text.includes(`${before}-${partAfter.exec(after)?.[0]}`) ? '-' : LINE_END_HYPHEN;
      return `${hyphen === '\u00AD' ? '' : own}${after}${space && '\n'}`;
    })
    .replace(/\u00AD/g, '')
    .replace(/\n[^\S\n]+/g, '\n');
}

// Most signs are none of these large classes, which is seen sooner in a small one.
const unreadable = /(?=[^\n -~\u0621-\u0652])[\p{Co}\p{Cn}\p{Cc}\uFFFD]/gu;

/** A stroke inside a word only makes it longer. */
const stroke = /(?<=[\p{L}\p{M}])\u0640+(?=[\p{L}\p{M}])/gu;

/** Removes unreadable signs from a page's text: unnamed bullets, private characters, controls. */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(unreadable, '')
    .replace(stroke, '')
    .replace(/[^\S\n]{2,}|[^\S\n ]/g, ' ')
    .replace(/ \n ?|\n /g, '\n')
    .replace(/\n{2,}/g, '\n')
    .trim();
}
