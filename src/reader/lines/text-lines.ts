import type { Glyph } from '../glyphs/glyph.ts';

/** Glyphs of one line, unsorted. */
export type Line = Glyph[];

/** Maximum distance in em from a line to a row that belongs to it, and to a letter that was written between its letters. */
const MAX_DISTANCES = { row: 0.8, letter: 1.7 };
/** Number of letters before and after a scattered letter, in writing order, among which to find its line. */
const MAX_STEPS = 8;
/** Maximum letters of a single word. */
const MAX_WORD_LENGTH = 6;
/** Minimum letters of a separate line above another; fewer may be a number or the limit of a sum. */
const MIN_LETTERS = 3;

/** Consecutive letters of one size on one baseline. */
interface Run {
  letters: Glyph[];
  baseline: number;
  size: number;
  /** Number of Latin letters. */
  latin: number;
  /** Area of the letters in square points. */
  weight: number;
  /** Index of the run in writing order. */
  index: number;
  row: Row | undefined;
  line: Row | undefined;
}

type Row = Run[];

/**
 * Groups letters of one angle, without marks, into lines from top to bottom: rows on one baseline, with nearby rows such as
 * raised numbers. If letters climb within words, as in Nastaliq, each letter joins the line of its neighbors in writing order.
 */
export function textLines(glyphs: readonly Glyph[]): Line[] {
  const runs = runsOf(glyphs);
  /** Counts the parts of a row that were written without interruption. */
  const countParts = (row: Row) => row.filter(({ index }) => runs[index - 1]?.row !== row).length;
  const [completeRows, scattered]: [Row[], Row[]] = [[], []];
  for (const row of groupIntoRows(runs)) (isScattered(row, countParts) ? scattered : completeRows).push(row);
  const lines = linesOfRows(completeRows);
  if (scattered.length === 0) return lines.map(lettersOf);
  for (const line of lines) for (const run of line) run.line = line;
  const linesOfScattered = scattered.map((row) => {
    const lines = row.flatMap((run) => linesNear(run, runs));
    // A short separate line is above or below letters; a fragment of a word is between them.
    const isSeparate = countParts(row) === 1 && lines.some((line) => line && overlapsHorizontally(row, line));
    return isSeparate ? [] : lines;
  });
  const leftover: Row = [];
  for (const [index, row] of scattered.entries())
    for (const [letterIndex, letter] of lettersOf(row).entries())
      (linesOfScattered[index]?.[letterIndex] ?? leftover).push(...runsOf([letter]));
  return linesOfRows([...lines, ...groupIntoRows(leftover)]).map(lettersOf);
}

function runsOf(glyphs: readonly Glyph[]): Run[] {
  const runs: Run[] = [];
  let run: Run | undefined;
  for (const letter of glyphs.toSorted((a, b) => a.order - b.order)) {
    const { baseline, size, left, right, kind } = letter;
    if (baseline !== run?.baseline || size !== run.size) {
      const index = runs.length;
      run = { letters: [], baseline, size, latin: 0, weight: 0, index, row: undefined, line: undefined };
      runs.push(run);
    }
    run.letters.push(letter);
    if (kind.bidi === 'L') run.latin++;
    run.weight += (right - left) * size;
  }
  return runs;
}

function lettersOf(row: Row): Line {
  const [first] = row;
  return first && row.length === 1 ? first.letters : row.flatMap(({ letters }) => letters);
}

/** Returns the line of each letter; undefined for Latin letters and digits above a line, because their words, unlike Arabic ones, do not climb. */
function linesNear(run: Run, runs: readonly Run[]): (Row | undefined)[] {
  const { letters } = run;
  const candidates = letters.map((letter, index) => lineNear(letter, index, run, runs));
  const mayClimb = letters.some(({ kind: { bidi } }) => bidi !== 'L' && bidi !== 'N');
  const lines = [...new Set(candidates)];
  if (mayClimb || !lines.some((line) => line && countOverlapping(letters, line) > letters.length / 2))
    return candidates;
  return candidates.map(() => undefined);
}

/** Returns the line of the nearest letter in writing order that has a line; undefined if no letter nearby has one. */
function lineNear(letter: Glyph, index: number, run: Run, runs: readonly Run[]): Row | undefined {
  for (let distance = 1; distance <= MAX_STEPS; distance++) {
    const [before, after] = [index - distance, index + distance].map((offset) => {
      const other = letterAt(offset, run, runs);
      return other?.line && isNear(letter, other.letter) ? other : undefined;
    });
    const isAfter =
      !before || (after && verticalDistance(after.letter, letter) < verticalDistance(before.letter, letter));
    const closest = isAfter ? after : before;
    if (closest) return closest.line;
  }
  return undefined;
}

/** Returns the letter at an offset from the start of a run, which can be in another run; undefined if there is none. */
function letterAt(offset: number, run: Run, runs: readonly Run[]) {
  let [index, current]: [number, Run | undefined] = [offset, run];
  while (current && index < 0) {
    current = runs[current.index - 1];
    index += current?.letters.length ?? 0;
  }
  while (current && index >= current.letters.length) {
    index -= current.letters.length;
    current = runs[current.index + 1];
  }
  const letter = current?.letters[index];
  return letter && { letter, line: current?.line };
}

/** Whether a row has only a short word or, in a script other than Latin, letters from many words. */
function isScattered(row: Row, countParts: (row: Row) => number): boolean {
  const count = sumOf(row, ({ letters }) => letters.length);
  const latin = sumOf(row, (run) => run.latin);
  return count <= MAX_WORD_LENGTH || (latin <= count / 2 && countParts(row) > count / 3);
}

/** Whether letters of the line are above or below the row. */
function overlapsHorizontally(row: Row, line: Row): boolean {
  const letters = lettersOf(row);
  const first = Math.min(...letters.map(({ left }) => left));
  const last = Math.max(...letters.map(({ right }) => right));
  return lettersOf(line).some(({ left, right }) => first < (left + right) / 2 && (left + right) / 2 < last);
}

function verticalDistance(a: Glyph, b: Glyph): number {
  return Math.abs(a.baseline - b.baseline);
}

function isNear(a: Glyph, b: Glyph): boolean {
  return verticalDistance(a, b) <= MAX_DISTANCES.letter * a.size && Math.abs(a.pen - b.pen) < 3 * a.size;
}

/** Joins each row, from the largest to the smallest, to the nearest line. Rows far from any line, and separate lines, start a new one. */
function linesOfRows(rows: readonly Row[]): Row[] {
  const lines: { baseline: number; size: number; row: Row }[] = [];
  const weightedRows = rows.map((row) => ({ row, weight: sumOf(row, (run) => run.weight) }));
  for (const { row } of weightedRows.sort((a, b) => b.weight - a.weight)) {
    const baseline = row[0]?.baseline ?? 0;
    const size = row.reduce((largest, run) => Math.max(largest, run.size), 0);
    let nearestLine: (typeof lines)[number] | undefined;
    let nearest = Number.POSITIVE_INFINITY;
    for (const line of lines) {
      const distance = Math.abs(line.baseline - baseline);
      if (distance >= nearest || distance > MAX_DISTANCES.row * Math.max(line.size, size)) continue;
      if (!isSeparateLine(line.row, row)) [nearestLine, nearest] = [line, distance];
    }
    if (nearestLine) nearestLine.row.push(...row);
    else lines.push({ baseline, size, row: [...row] });
  }
  return lines.sort((a, b) => b.baseline - a.baseline).map(({ row }) => row);
}

function groupIntoRows(runs: readonly Run[]): Row[] {
  const rows: Row[] = [];
  let row: Row = [];
  for (const run of runs.toSorted((a, b) => b.baseline - a.baseline)) {
    const first = row[0];
    if (!first || first.baseline - run.baseline > 0.1 * Math.max(first.size, run.size)) {
      row = [];
      rows.push(row);
    }
    row.push(run);
    run.row = row;
  }
  return rows;
}

function sumOf(row: Row, figure: (run: Run) => number): number {
  return row.reduce((sum, run) => sum + figure(run), 0);
}

/** Whether most of a long row is above or below the line's letters, so that it is a separate line. */
function isSeparateLine(line: Row, row: Row): boolean {
  if (sumOf(row, ({ letters }) => letters.length) < MIN_LETTERS) return false;
  const letters = lettersOf(row).filter(({ kind }) => !kind.isSpace);
  return countOverlapping(letters, line) > Math.max(MIN_LETTERS - 1, letters.length / 2);
}

/** Counts letters above or below those of a line. */
function countOverlapping(letters: Line, line: Row): number {
  const lineLetters = lettersOf(line);
  return letters.filter(({ left, right }) => {
    const middle = (left + right) / 2;
    return lineLetters.some((glyph) => glyph.left < middle && middle < glyph.right);
  }).length;
}
