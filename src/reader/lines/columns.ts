import type { Glyph } from '../glyphs/glyph.ts';
import { CELL_CONTINUES, CELL_END, WORD_GAPS } from './line-text.ts';
import { areMostlyRightToLeft } from './reading-direction.ts';
import type { Line } from './text-lines.ts';

/** A line in reading order. */
export interface ReadingLine {
  glyphs: Line;
  /** In a table row with several lines: whether the cell ends or continues after this line. */
  follows?: typeof CELL_END | typeof CELL_CONTINUES;
  /** In a table row with one line: positions between its cells. */
  edges?: readonly number[];
}

/** Part of a line without a wide gap. */
interface Segment {
  left: number;
  right: number;
  glyphs: Glyph[];
}

/** Minimum width in em of a gap that may be a gutter between columns. */
const MIN_GUTTER = 0.6;
/** Minimum lines of a text column, and minimum share of its width that a full line fills. */
const MIN_COLUMN_LINES = 5;
const MIN_FILLED_SHARE = 0.62;
/** Minimum lines of a text next to its translation, and minimum width of a column in em. */
const MIN_TRANSLATED_LINES = 2;
const MIN_WIDTH = 8;
/** Maximum difference of baselines in em, and maximum ratio of sizes, of the cells in one row of a table. */
const MAX_ROW_OFFSET = 0.1;
const MAX_ROW_SIZES = 1.3;
/** Maximum share of lines like table rows in a text next to its translation. */
const MAX_ROW_SHARE = 0.5;
/** Minimum distance in em from a footer, or from the text below a title, to the line above. */
const MIN_DISTANCE = 2.5;
/** Maximum distance in em between lines of a text, and minimum ratio of a heading's size to that of the text. */
const MAX_LEADING = 2.2;
const HEADING_SIZE = 1.15;
/** Minimum ratio of a title's size to that of the text far below it. */
const TITLE_SIZE = 1.7;
/** Minimum share of complete rows in a table. */
const MIN_COMPLETE_ROWS = 0.8;
/** Minimum share of a column's width that a line fills, to distinguish text from the cells of a table. */
const MIN_FULL_WIDTH = 0.8;
/**
 * Minimum lines of staggered columns, which can have many short lines, and maximum share of lines with text in all columns.
 */
const MIN_STAGGERED = 15;
const MAX_STAGGERED_ROWS = 0.7;
/** Minimum shares of a column's lines that are full, and that are full or last lines of paragraphs. */
const MIN_SHARES = { full: 0.6, fullOrLast: 0.62 };

/**
 * Sorts the lines of a page in reading order: columns one after the other, from the right in right-to-left scripts, but tables row by row.
 * Lines above, between and below columns separate them.
 */
export function sortByColumns(lines: readonly Line[]): ReadingLine[] {
  const segments = lines.map(segmentsOf);
  const result: ReadingLine[] = [];
  let endOfTable = 0;
  for (let start = 0; start < lines.length; ) {
    const end = findEndOfColumns(segments, start);
    const isInTable = start < endOfTable && !differsInSize(segments, start);
    const textEnd = findEndOfTextColumns(segments, start, end, isInTable);
    if (textEnd !== undefined) {
      const columns = columnsOf(lines.slice(start, textEnd), edgesOf(segments.slice(start, textEnd)));
      result.push(...columns.flat().map((glyphs) => ({ glyphs })));
      start = textEnd;
      continue;
    }
    endOfTable = Math.max(endOfTable, end);
    const [block, edges] = [lines.slice(start, end), edgesOf(segments.slice(start, end))];
    const cells = cellsOf(block, edges) ?? rowsOf(block, edges);
    result.push(...(cells ?? [{ glyphs: lines[start] ?? [] }]));
    start += cells ? end - start : 1;
  }
  return result;
}

const byLeft = (a: Glyph, b: Glyph) => a.left - b.left;

function segmentsOf(line: Line): Segment[] {
  const segments: Segment[] = [];
  for (const glyph of line.toSorted(byLeft)) {
    if (glyph.kind.bidi === ' ') continue;
    const last = segments.at(-1);
    if (last && glyph.left - last.right < MIN_GUTTER * glyph.size) {
      last.right = Math.max(last.right, glyph.right);
      last.glyphs.push(glyph);
    } else segments.push({ left: glyph.left, right: glyph.right, glyphs: [glyph] });
  }
  return segments;
}

/** Returns the end of columns from `start` on: the first heading, footer or line that crosses all common gutters, or the page's end. */
function findEndOfColumns(segments: readonly Segment[][], start: number): number {
  let gaps = gapsAt(segments, start);
  let end = start;
  while (end < segments.length && gaps.length > 0) {
    const line = segments[end] ?? [];
    const remaining = gaps.flatMap((gap) => freeParts(gap, line));
    if (remaining.length === 0 || isHeading(line, segments[start] ?? []) || isFooter(segments, end)) break;
    gaps = remaining;
    end++;
  }
  return end;
}

/**
 * Returns the end of text columns that start at `start`: `end`, or the end of a title, because its text can have another gutter.
 * Undefined if the lines are not text columns.
 */
function findEndOfTextColumns(
  segments: readonly Segment[][],
  start: number,
  end: number,
  isInTable: boolean,
): number | undefined {
  const block = (to: number) => segments.slice(start, to);
  if (end - start >= MIN_COLUMN_LINES && areColumns(block(end))) return end;
  // The last rows of a table can look like a text and its translation.
  if (isInTable) return undefined;
  return [endOfTitle(segments, start, end), end].find((to) => isParallelText(block(to)));
}

/** Returns the index of the first line of the text far below a title at `start`; `end` if there is no title. */
function endOfTitle(segments: readonly Segment[][], start: number, end: number): number {
  const size = sizeOf(segments[start] ?? []);
  const below = segments.findIndex(
    (line, index) =>
      index > start && index < end && size > TITLE_SIZE * sizeOf(line) && isFarBelow(segments, index),
  );
  return below < 0 ? end : below;
}

/** Whether a line is clearly larger than the first one, so that it is a heading outside the columns. */
function isHeading(line: readonly Segment[], first: readonly Segment[]): boolean {
  return sizeOf(line) > HEADING_SIZE * sizeOf(first);
}

/** Whether the size of a line clearly differs from that of the line above. */
function differsInSize(segments: readonly Segment[][], index: number): boolean {
  const largest = (line: readonly Segment[] = []) => Math.max(...glyphsOf(line).map(({ size }) => size));
  const ratio = largest(segments[index - 1]) / largest(segments[index]);
  return ratio > HEADING_SIZE || ratio < 1 / HEADING_SIZE;
}

/** Whether a line is a footer: the page's last line, well below the previous one. */
function isFooter(segments: readonly Segment[][], index: number): boolean {
  return index > 0 && index === segments.length - 1 && isFarBelow(segments, index);
}

function isFarBelow(segments: readonly Segment[][], index: number): boolean {
  const [above, line] = [glyphsOf(segments[index - 1] ?? []), glyphsOf(segments[index] ?? [])];
  return lowest(above) - highest(line) > MIN_DISTANCE * sizeOf(segments[index] ?? []);
}

/**
 * Returns a line's gaps. If it has none and the next line is only slightly lower, returns the gaps of both lines together, because columns
 * can have different baselines.
 */
function gapsAt(segments: readonly Segment[][], start: number): Gap[] {
  const [line, next] = [segments[start] ?? [], segments[start + 1] ?? []];
  const gaps = gapsOf(line);
  if (gaps.length > 0 || !isSlightlyBelow(line, next)) return gaps;
  const merged = [...line, ...next].sort((a, b) => a.left - b.left);
  return gapsOf(merged).filter(({ left, right }) => right - left >= MIN_GUTTER * sizeOf(line));
}

function isSlightlyBelow(line: readonly Segment[], next: readonly Segment[]): boolean {
  const [upper, lower] = [line[0]?.glyphs[0], next[0]?.glyphs[0]];
  return upper !== undefined && lower !== undefined && upper.baseline - lower.baseline < upper.size;
}

function sizeOf(line: readonly Segment[]): number {
  return line[0]?.glyphs[0]?.size ?? 10;
}

type Gap = { left: number; right: number };

function gapsOf(segments: readonly Segment[]): Gap[] {
  return segments
    .slice(1)
    .map((segment, index) => ({ left: segments[index]?.right ?? 0, right: segment.left }));
}

/** Returns the widest part of a gap that a line leaves free; empty if it is less than half an em wide. */
function freeParts({ left, right }: Gap, line: readonly Segment[]): Gap[] {
  let free = { left, right };
  for (const segment of line) {
    if (segment.right <= free.left || segment.left >= free.right) continue;
    const before = { left: free.left, right: segment.left };
    const after = { left: segment.right, right: free.right };
    free = before.right - before.left > after.right - after.left ? before : after;
  }
  return free.right - free.left >= 0.5 * sizeOf(line) ? [free] : [];
}

/** Returns the positions of the gutters that all lines leave free. */
function edgesOf(segments: readonly Segment[][]): number[] {
  const gaps = segments.reduce(
    (common, line) => common.flatMap((gap) => freeParts(gap, line)),
    gapsAt(segments, 0),
  );
  return gaps.map(({ left, right }) => (left + right) / 2).sort((a, b) => a - b);
}

/** Splits each line at the edges; returns the parts column by column. */
function splitAtGutters<T extends Pick<Glyph, 'left' | 'right'>>(
  lines: readonly T[][],
  edges: readonly number[],
): T[][][] {
  return [Number.NEGATIVE_INFINITY, ...edges].map((from, index) => {
    const to = edges[index] ?? Number.POSITIVE_INFINITY;
    return lines.map((line) =>
      line.filter(({ left, right }) => from < (left + right) / 2 && (left + right) / 2 <= to),
    );
  });
}

function areColumns(segments: readonly Segment[][]): boolean {
  const sides = splitAtGutters(segments, edgesOf(segments));
  const columns = sides.map((side) => side.filter((line) => line.length > 0));
  if (areTableRows(segments, sides)) return false;
  const areFilled =
    columns.every((lines) => isColumn(lines, 'full')) ||
    areTwoLanguages(columns) ||
    (areStaggered(segments, sides) && columns.every((lines) => isColumn(lines, 'fullOrLast')));
  return areFilled && !isPoem(sides.map((side) => side.map(glyphsOf)));
}

/**
 * Whether lines are rows of a table: farther apart than lines of a text, nearly all complete, and with cells that are not full.
 */
function areTableRows(segments: readonly Segment[][], columns: readonly Segment[][][]): boolean {
  const baselines = segments.map((line) => line[0]?.glyphs[0]?.baseline ?? 0);
  const steps = baselines.slice(1).map((baseline, index) => (baselines[index] ?? 0) - baseline);
  const middle = steps.sort((a, b) => a - b)[steps.length >> 1] ?? 0;
  if (middle <= MAX_LEADING * sizeOf(segments[0] ?? [])) return false;
  return countComplete(columns) > MIN_COMPLETE_ROWS * segments.length && !columns.every(isFilled);
}

/** Whether so many lines have text in only some columns that they are not rows of a table. */
function areStaggered(segments: readonly Segment[][], columns: readonly Segment[][][]): boolean {
  return segments.length >= MIN_STAGGERED && countComplete(columns) < MAX_STAGGERED_ROWS * segments.length;
}

/** Counts the lines with text in all columns. */
function countComplete([first = [], ...others]: readonly (readonly unknown[])[][]): number {
  const isComplete = (line: number) => others.every((column) => (column[line] ?? []).length > 0);
  return first.filter(({ length }, line) => length > 0 && isComplete(line)).length;
}

/** Whether most lines of a column nearly fill its width. */
function isFilled(lines: readonly Segment[][]): boolean {
  const extents = lines.flatMap((line) => {
    const [first, last] = [line[0], line.at(-1)];
    return first && last ? [{ left: first.left, right: last.right }] : [];
  });
  const width = Math.max(...extents.map(({ right }) => right)) - Math.min(...extents.map(({ left }) => left));
  return (
    extents.filter(({ left, right }) => right - left > MIN_FULL_WIDTH * width).length >
    MIN_SHARES.full * extents.length
  );
}

/** Whether columns are in two scripts and filled, even if many lines end a paragraph or are headings. */
function areTwoLanguages(columns: readonly Segment[][][], minLines?: number): boolean {
  const directions = columns.map((lines) => areMostlyRightToLeft(lines.flatMap(glyphsOf)));
  return new Set(directions).size > 1 && columns.every((lines) => isColumn(lines, 'fullOrLast', minLines));
}

/** Whether lines are a text next to its translation: two columns in two scripts, fewer than half of whose lines share a baseline. */
function isParallelText(segments: readonly Segment[][]): boolean {
  if (segments.length < MIN_TRANSLATED_LINES) return false;
  const sides = splitAtGutters(segments, edgesOf(segments));
  const columns = sides.map((side) => side.filter((line) => line.length > 0));
  const rows = segments.filter((_, index) => areOneRow(sides.map((side) => glyphsOf(side[index] ?? []))));
  return (
    columns.length === 2 &&
    rows.length < MAX_ROW_SHARE * segments.length &&
    areTwoLanguages(columns, MIN_TRANSLATED_LINES)
  );
}

/** Whether both sides of a line have text of the same size on the same baseline. */
function areOneRow([left = [], right = []]: readonly Line[]): boolean {
  const [leftGlyph, rightGlyph] = [left[0], right[0]];
  if (!leftGlyph || !rightGlyph) return false;
  const [smaller, larger] = [
    Math.min(leftGlyph.size, rightGlyph.size),
    Math.max(leftGlyph.size, rightGlyph.size),
  ];
  return (
    larger <= MAX_ROW_SIZES * smaller &&
    Math.abs(leftGlyph.baseline - rightGlyph.baseline) <= MAX_ROW_OFFSET * smaller
  );
}

function isColumn(
  lines: readonly Segment[][],
  countedLines: keyof typeof MIN_SHARES,
  minLines = MIN_COLUMN_LINES,
): boolean {
  const lefts = lines.map((line) => Math.min(...line.map(({ left }) => left)));
  const rights = lines.map((line) => Math.max(...line.map(({ right }) => right)));
  const width = Math.max(...rights) - Math.min(...lefts);
  const isFull = lines.map(
    (_, index) => (rights[index] ?? 0) - (lefts[index] ?? 0) > MIN_FILLED_SHARE * width,
  );
  const counts = isFull.filter((full, index) => full || (countedLines === 'fullOrLast' && isFull[index - 1]));
  return (
    lines.length >= minLines &&
    counts.length > MIN_SHARES[countedLines] * lines.length &&
    width > MIN_WIDTH * sizeOf(lines.at(-1) ?? [])
  );
}

/** Minimum distance in em between the last line of a table row and the first line of the next row. */
const MIN_ROW_GAP = 1.7;
/** Minimum lines of a table row with multi-line cells; fewer lines may be separate rows. */
const MIN_CELL_LINES = 4;
/** Maximum share of complete lines in a table row with several lines. */
const MAX_COMPLETE_LINES = 0.5;
/** Minimum rows of a table in which each cell has one line; the spaces of fewer lines can be aligned by chance. */
const MIN_ROWS = 3;
/** Minimum width in em of a column in which a full line means that its cell continues. */
const MIN_CELL_WIDTH = 6;

/**
 * Returns the lines of a table with multi-line cells in reading order, cell by cell; undefined if there is no such table. Does not
 * split rows with one line.
 */
function cellsOf(lines: readonly Line[], edges: readonly number[]): ReadingLine[] | undefined {
  if (edges.length < 2) return undefined;
  const rows: Line[][] = [];
  for (const line of lines) {
    const above = rows.at(-1)?.at(-1);
    const size = line[0]?.size ?? 10;
    const isNext = above && lowest(above) - highest(line) < MIN_ROW_GAP * size;
    if (isNext) rows.at(-1)?.push(line);
    else rows.push([line]);
  }
  if (rows.length < 2) return undefined;
  const widths = splitAtGutters(lines, edges).map((side) => widthOf(side.flat()));
  const columnsOfRows = rows.map((row) => splitAtGutters(row, edges));
  const areCells = rows.map((row, index) => {
    const columns = columnsOfRows[index] ?? [];
    const complete = countComplete(columns);
    if (row.length >= MIN_CELL_LINES) return complete < MAX_COMPLETE_LINES * row.length;
    return mayContinue(columns) && complete < row.length && hasFullLine(columns, widths);
  });
  if (!areCells.includes(true)) return undefined;
  const isRightToLeft = areMostlyRightToLeft(lines.flat());
  // One row with multi-line cells shows that other rows can also have such cells.
  return rows.flatMap((row, index) =>
    areCells[index] || mayContinue(columnsOfRows[index] ?? [])
      ? rowOfCells(columnsOf(row, edges, isRightToLeft))
      : row.map((glyphs) => ({ glyphs, edges })),
  );
}

/** Returns the rows of a table with one line in each cell, even if the cells are close together; undefined if there is no such table. */
function rowsOf(lines: readonly Line[], edges: readonly number[]): ReadingLine[] | undefined {
  const isTable = edges.length >= 2 && lines.length >= MIN_ROWS;
  const areComplete = isTable && countComplete(splitAtGutters(lines, edges)) === lines.length;
  return areComplete ? lines.map((glyphs) => ({ glyphs, edges })) : undefined;
}

/** Whether a row has several lines and no number below its first line, because a number starts a new row. */
function mayContinue(columns: readonly Line[][]): boolean {
  const isNumber = (line: Line) =>
    line.length > 0 && line.every(({ kind: { bidi } }) => 'NC '.includes(bidi));
  return (columns[0]?.length ?? 0) > 1 && !columns.some((column) => column.slice(1).some(isNumber));
}

/** Whether a line of a wide column has no room for the line below, so that its cell probably continues. */
function hasFullLine(columns: readonly Line[][], widths: readonly number[]): boolean {
  return columns.some((column, columnIndex) =>
    column.slice(1).some((line, index) => {
      const [above = [], width = 0, size = 10] = [column[index], widths[columnIndex], line[0]?.size];
      if (line.length === 0 || above.length === 0 || width < MIN_CELL_WIDTH * size) return false;
      return width - widthOf(above) - ROOM_TOLERANCE * size < widthOf(line);
    }),
  );
}

function rowOfCells(cells: readonly Line[][]): ReadingLine[] {
  return cells.flatMap((cell, cellIndex) =>
    cell.map((glyphs, index): ReadingLine => {
      if (index < cell.length - 1) return { glyphs, follows: CELL_CONTINUES };
      return cellIndex < cells.length - 1 ? { glyphs, follows: CELL_END } : { glyphs };
    }),
  );
}

function lowest(line: Line): number {
  return Math.min(...line.map(({ baseline }) => baseline));
}

function highest(line: Line): number {
  return Math.max(...line.map(({ baseline }) => baseline));
}

const glyphsOf = (line: readonly Segment[]) => line.flatMap(({ glyphs }) => glyphs);

/** Returns the lines of each column, the columns in reading order. */
function columnsOf(
  lines: readonly Line[],
  edges: readonly number[],
  isRightToLeft = areMostlyRightToLeft(lines.flat()),
): Line[][] {
  const columns = splitAtGutters(lines, edges);
  const ordered = isRightToLeft ? columns.toReversed() : columns;
  return ordered
    .map((column) => column.filter((line) => line.length > 0))
    .filter((column) => column.length > 0);
}

/** Minimum share of a poem's lines with room for another word; prose fills its lines. */
const MIN_ROOM_SHARE = 0.45;
/** Tolerance in em for the room at the end of a line. */
const ROOM_TOLERANCE = 0.3;

/**
 * Whether columns are the half-lines of an Arabic poem: nearly all lines have both halves, and many have room for another word. The
 * glyphs of each line are sorted from left to right.
 */
function isPoem(columns: readonly (readonly Line[])[]): boolean {
  let [lines, withRoom] = [0, 0];
  for (const side of columns) {
    const isEmpty = (line: Line) => line.length === 0;
    if (side.filter(isEmpty).length >= 0.1 * side.length) return false;
    if (!areMostlyRightToLeft(side.flat())) return false;
    const widths = side.map(widthOf);
    const widest = Math.max(...widths);
    for (const [index, next] of side.slice(1).entries()) {
      lines++;
      const room = widest - (widths[index] ?? 0) - ROOM_TOLERANCE * (next[0]?.size ?? 0);
      if (room > rightmostWordWidth(next)) withRoom++;
    }
  }
  return withRoom >= MIN_ROOM_SHARE * lines;
}

function widthOf(line: readonly Glyph[]): number {
  return Math.max(...line.map(({ right }) => right)) - Math.min(...line.map(({ left }) => left));
}

/** Returns the width of the word at the right end of a line whose glyphs are sorted from left to right. */
function rightmostWordWidth(line: readonly Glyph[]): number {
  let left = line.at(-1)?.left ?? 0;
  for (const glyph of line.toReversed()) {
    if (left - glyph.right > WORD_GAPS.plain * glyph.size) break;
    left = Math.min(left, glyph.left);
  }
  return (line.at(-1)?.right ?? 0) - left;
}
