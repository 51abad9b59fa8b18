import type { Glyph } from '../glyphs/glyph.ts';
import { withNameOfGod } from '../glyphs/producers/word-names.ts';
import { sortByColumns } from './columns.ts';
import { CELL_END, lineText, readLine } from './line-text.ts';
import { itemNumber, paragraphsOf } from './paragraphs.ts';
import {
  areMostlyRightToLeft,
  mainScript,
  type Piece,
  paragraphScripts,
  pieceOf,
} from './reading-direction.ts';
import { alignRowDirections } from './table-rows.ts';
import { textLines } from './text-lines.ts';

/** Minimum ratio of the letters of two pages in a spread, and maximum angle between them in degrees. */
const MIN_PAGE_SHARE = 0.3;
const MAX_SKEW_DEGREES = 5;

/** Ends a paragraph in a page's text until recurring lines are removed; a line feed ends a line. */
export const PARAGRAPH_END = '\u2029';

/**
 * Returns the text of a page from its lines, with separators after lines, cells and paragraphs. `CELL_END` also follows the number
 * of a list item.
 */
export function pageText(lines: readonly (readonly Piece[])[]): string {
  const texts = paragraphsOf(lines).map(({ lines, isItem }) => {
    const [first = '', ...others] = lines.map(lineText).filter((text) => text !== '');
    const text = [isItem ? first.replace(itemNumber, `$1${CELL_END}`) : first, ...others].join('\n');
    if (text === '') return '';
    return text + (lines.at(-1)?.at(-1)?.text === CELL_END ? CELL_END : PARAGRAPH_END);
  });
  return joinBrokenWords(texts.join('').replace(/[\t\u2029]$/, ''));
}

/** Joins the lines of each paragraph. */
export function withWholeParagraphs(text: string): string {
  return text.replaceAll('\n', ' ').replaceAll(PARAGRAPH_END, '\n');
}

/** Returns the lines of a page in reading order. */
export function pageLines(glyphs: readonly Glyph[]): Piece[][] {
  const first = glyphs[0]?.angle;
  if (glyphs.every(({ angle }) => angle === first)) return linesOfAngle(glyphs);
  return partsOfAngles(glyphs).flatMap(linesOfAngle);
}

/** Groups glyphs by angle, the largest group first. Slightly rotated pages of a scanned spread are in reading order instead. */
function partsOfAngles(glyphs: readonly Glyph[]): Glyph[][] {
  const parts = [...Map.groupBy(glyphs, ({ angle }) => angle).values()];
  const ordered: Glyph[][] = [];
  for (const part of parts.sort((a, b) => b.length - a.length)) {
    const next = ordered.findIndex((other) => isPageBefore(part, other));
    ordered.splice(next < 0 ? ordered.length : next, 0, part);
  }
  return ordered;
}

/** Whether `part` is the first page of a spread and `other` the second. A single line is not a page. */
function isPageBefore(part: readonly Glyph[], other: readonly Glyph[]): boolean {
  if (part.length < MIN_PAGE_SHARE * other.length || !areAlmostParallel(part, other)) return false;
  const [leftPage, rightPage] = areMostlyRightToLeft(other) ? [other, part] : [part, other];
  return Math.max(...leftPage.map(({ right }) => right)) <= Math.min(...rightPage.map(({ left }) => left));
}

function areAlmostParallel([a]: readonly Glyph[], [b]: readonly Glyph[]): boolean {
  const angleBetween = Math.abs((a?.angle ?? 0) - (b?.angle ?? 0));
  return Math.min(angleBetween, 360 - angleBetween) <= MAX_SKEW_DEGREES;
}

function linesOfAngle(glyphs: readonly Glyph[]): Piece[][] {
  const [letters, marks]: [Glyph[], Glyph[]] = [[], []];
  for (const glyph of glyphs) (glyph.kind.isMark ? marks : letters).push(glyph);
  const ordered = sortByColumns(textLines(letters));
  const lines = ordered.map(({ glyphs }) => glyphs);
  const scripts = paragraphScripts(lines, mainScript(glyphs));
  const ranges = marks.length === 0 ? [] : lines.map(baselineRange);
  const marksByLine = Map.groupBy(marks, (mark) => findNearestLine(mark, ranges));
  const pieces = lines.map((line, index) =>
    readLine(line, marksByLine.get(index) ?? [], scripts[index], ordered[index]?.edges),
  );
  return alignRowDirections(pieces).map((pieces, index) => {
    const follows = ordered[index]?.follows;
    return follows ? [...pieces, pieceOf(follows)] : [...pieces];
  });
}

function findNearestLine(mark: Glyph, lines: readonly BaselineRange[]): number {
  const verticalDistance = ({ lowest, highest }: BaselineRange) =>
    Math.max(lowest - mark.baseline, mark.baseline - highest);
  let nearestIndex = -1;
  let nearestDistance = Number.POSITIVE_INFINITY;
  const search = (range: BaselineRange) => {
    for (const { left, right, baseline } of range.line) {
      const sideways = Math.max(left - mark.left, mark.left - right, 0);
      const distance = sideways + Math.abs(baseline - mark.baseline);
      if (distance < nearestDistance) [nearestIndex, nearestDistance] = [range.index, distance];
    }
  };
  // Starts with the line of the closest baseline, so that few other lines need to be searched.
  const closest = lines.reduce<BaselineRange | undefined>(
    (first, range) => (first && verticalDistance(first) <= verticalDistance(range) ? first : range),
    undefined,
  );
  if (closest) search(closest);
  for (const range of lines)
    if (range !== closest && verticalDistance(range) < nearestDistance) search(range);
  return nearestIndex;
}

/** A line, and the range of its glyphs' baselines. */
interface BaselineRange {
  line: readonly Glyph[];
  index: number;
  lowest: number;
  highest: number;
}

function baselineRange(line: readonly Glyph[], index: number): BaselineRange {
  const baselines = line.map(({ baseline }) => baseline);
  return { line, index, lowest: Math.min(...baselines), highest: Math.max(...baselines) };
}

const lineEnd = /([-\u00AD\u2010])\n(\p{Script=Latin}\S*)(\s?)/gu;
const partBefore = /[\p{Script=Latin}\p{M}]+$/u;
const partAfter = /^[\p{Script=Latin}\p{M}]+/u;
/** Maximum characters that are inspected before the hyphen of a broken word. */
const MAX_PART_LENGTH = 64;
/** Replaces a hyphen at the end of a line, which may be part of the word; `pageWords` handles both cases. */
const LINE_END_HYPHEN = '\u2010';

/**
 * Joins Latin words broken at the end of a line. The hyphen stays as U+2010, or as `-` if the word has it elsewhere on the page. Soft
 * hyphens are removed everywhere.
 */
export function joinBrokenWords(text: string): string {
  return text
    .replace(lineEnd, (broken, hyphen: string, after: string, space: string, index: number) => {
      const [before] = partBefore.exec(text.slice(Math.max(0, index - MAX_PART_LENGTH), index)) ?? [];
      if (before === undefined) return broken;
      const hyphenInWord = text.includes(`${before}-${partAfter.exec(after)?.[0]}`) ? '-' : LINE_END_HYPHEN;
      return `${hyphen === '\u00AD' ? '' : hyphenInWord}${after}${space && '\n'}`;
    })
    .replace(/\u00AD/g, '')
    .replace(/\n[^\S\n\u2029]+/g, '\n');
}

// The lookahead excludes most characters faster than the large classes.
const unreadable = /(?=[^\n\t -~\u0621-\u0652])[\p{Co}\p{Cn}\p{Cc}\uFFFD]/gu;

/** Tatweel inside a word, which only lengthens it. */
const stroke = /(?<=[\p{L}\p{M}])\u0640+(?=[\p{L}\p{M}])/gu;

/**
 * Cleans a page's text: restores the name of God, removes unreadable characters (unnamed bullets, private use, controls) and tatweel inside
 * words, and normalizes spaces.
 */
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
