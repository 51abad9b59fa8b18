import type { Glyph } from '../glyphs/glyph.ts';
import { withNameOfGod } from '../glyphs/producers/name-of-god.ts';
import { inColumns } from './columns.ts';
import { CELL_END, lineText, readLine } from './line-text.ts';
import { itemNumber, paragraphsOf } from './paragraphs.ts';
import { mainScript, type Piece, paragraphScripts, pieceOf, runToTheLeft } from './reading-direction.ts';
import { rowsInOneDirection } from './table-rows.ts';
import { textLines } from './text-lines.ts';

/** Minimum share of the letters of the other page of a spread, and maximum angle in degrees between the two. */
const MIN_PAGE_SHARE = 0.3;
const MAX_SKEW_DEGREES = 5;

/** Ends a paragraph of a page's text until its recurring lines are removed; a line feed ends a line of a paragraph. */
export const PARAGRAPH_END = '\u2029';

/**
 * Makes the text of a page from its lines: each paragraph becomes one line, and so does each row of a table. `CELL_END` also stands
 * after the number of an item of a list.
 */
export function pageText(lines: readonly (readonly Piece[])[]): string {
  const texts = paragraphsOf(lines).map(({ lines, isItem }) => {
    const [first = '', ...others] = lines.map(lineText).filter((text) => text !== '');
    const text = [isItem ? first.replace(itemNumber, `$1${CELL_END}`) : first, ...others].join('\n');
    if (text === '') return '';
    return text + (lines.at(-1)?.at(-1)?.text === CELL_END ? CELL_END : PARAGRAPH_END);
  });
  return joinedLines(texts.join('').replace(/[\t\u2029]$/, ''));
}

/** Puts each paragraph on one line. */
export function withWholeParagraphs(text: string): string {
  return text.replaceAll('\n', ' ').replaceAll(PARAGRAPH_END, '\n');
}

/** Returns the lines of a page in reading order. */
export function pageLines(glyphs: readonly Glyph[]): Piece[][] {
  const first = glyphs[0]?.angle;
  if (glyphs.every(({ angle }) => angle === first)) return linesOfAngle(glyphs);
  return partsOfAngles(glyphs).flatMap(linesOfAngle);
}

/** Groups glyphs by angle, the largest group first; but pages of a scanned spread, each slightly askew, in reading order. */
function partsOfAngles(glyphs: readonly Glyph[]): Glyph[][] {
  const parts = [...Map.groupBy(glyphs, ({ angle }) => angle).values()];
  const ordered: Glyph[][] = [];
  for (const part of parts.sort((a, b) => b.length - a.length)) {
    const next = ordered.findIndex((other) => isPageBefore(part, other));
    ordered.splice(next < 0 ? ordered.length : next, 0, part);
  }
  return ordered;
}

/** Whether the first of two pages of a spread is read first. A single line is not a page. */
function isPageBefore(part: readonly Glyph[], other: readonly Glyph[]): boolean {
  if (part.length < MIN_PAGE_SHARE * other.length || !areAlmostParallel(part, other)) return false;
  const [one, two] = runToTheLeft(other) ? [other, part] : [part, other];
  return Math.max(...one.map(({ right }) => right)) <= Math.min(...two.map(({ left }) => left));
}

function areAlmostParallel([a]: readonly Glyph[], [b]: readonly Glyph[]): boolean {
  const angleBetween = Math.abs((a?.angle ?? 0) - (b?.angle ?? 0));
  return Math.min(angleBetween, 360 - angleBetween) <= MAX_SKEW_DEGREES;
}

function linesOfAngle(glyphs: readonly Glyph[]): Piece[][] {
  const [letters, marks]: [Glyph[], Glyph[]] = [[], []];
  for (const glyph of glyphs) (glyph.kind.isMark ? marks : letters).push(glyph);
  const ordered = inColumns(textLines(letters));
  const lines = ordered.map(({ glyphs }) => glyphs);
  const scripts = paragraphScripts(lines, mainScript(glyphs));
  const reaches = marks.length === 0 ? [] : lines.map(reachOf);
  const ofLine = Map.groupBy(marks, (mark) => nearestLine(mark, reaches));
  const read = lines.map((line, index) =>
    readLine(line, ofLine.get(index) ?? [], scripts[index], ordered[index]?.edges),
  );
  return rowsInOneDirection(read).map((pieces, index) => {
    const follows = ordered[index]?.follows;
    return follows ? [...pieces, pieceOf(follows)] : [...pieces];
  });
}

function nearestLine(mark: Glyph, lines: readonly Reach[]): number {
  let best = -1;
  let nearest = Number.POSITIVE_INFINITY;
  for (const [index, { line, lowest, highest }] of lines.entries()) {
    if (Math.max(lowest - mark.baseline, mark.baseline - highest) >= nearest) continue;
    for (const glyph of line) {
      const sideways = Math.max(glyph.left - mark.left, mark.left - glyph.right, 0);
      const distance = sideways + Math.abs(glyph.baseline - mark.baseline);
      if (distance < nearest) [best, nearest] = [index, distance];
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
/** Maximum length of a part of a word to join. */
const MAX_PART_LENGTH = 64;
/** Replaces a hyphen at the end of a line, which may belong to the word or not; `pageWords` has both readings. */
const LINE_END_HYPHEN = '\u2010';

/**
 * Joins words broken at the end of a line. The hyphen stays as U+2010, or as `-` if the word has it elsewhere on the page; a soft
 * hyphen is removed.
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
    .replace(/\n[^\S\n\u2029]+/g, '\n');
}

// Most characters are in none of these large classes; the small one excludes them faster.
const unreadable = /(?=[^\n\t -~\u0621-\u0652])[\p{Co}\p{Cn}\p{Cc}\uFFFD]/gu;

/** A stroke inside a word only lengthens it. */
const stroke = /(?<=[\p{L}\p{M}])\u0640+(?=[\p{L}\p{M}])/gu;

/** Removes unreadable characters from a page's text: unnamed bullets, private-use characters, controls. */
export function cleanText(text: string): string {
  return withNameOfGod(text)
    .toWellFormed()
    .normalize('NFC')
    .replace(unreadable, '')
    .replace(stroke, '')
    .replace(/[^\S\n\u2029\t]{2,}|[^\S\n\u2029\t ]/g, ' ')
    .replace(/ ?\t\s*/g, CELL_END)
    .replace(/ ?([\n\u2029])[\s\u2029]*/g, '$1')
    .trim();
}
