import type { Glyph } from '../glyphs/glyph.ts';

/** Glyphs of one line, in no order. */
export type Line = Glyph[];

/** Maximum distance in em from a line to a row that belongs to it, and to a letter written between its letters. */
const MAX_DISTANCES = { row: 0.8, letter: 1.7 };
/** Number of letters before and after, in writing order, among which to find a scattered letter's line. */
const MAX_STEPS = 8;
const MAX_WORD_LENGTH = 6;
/** Minimum letters above a line that form another line; fewer may be a number, or the limit of a sum. */
const MIN_LETTERS = 3;

/** Consecutive letters of one size on one baseline. */
interface Run {
  letters: Glyph[];
  baseline: number;
  size: number;
  /** Number of Latin letters. */
  latin: number;
  /** Their area in square points. */
  weight: number;
  /** Its index in writing order. */
  at: number;
  row: Row | undefined;
  line: Row | undefined;
}

type Row = Run[];

/**
 * Groups letters of one angle, without marks, into lines from top to bottom: rows on one baseline, with nearby rows such as
 * raised numbers. Where letters climb within words, as in Nastaliq, each letter joins the line of its neighbors in writing order.
 */
export function textLines(glyphs: readonly Glyph[]): Line[] {
  const runs = runsOf(glyphs);
  /** Counts the runs of writing in a row. */
  const parts = (row: Row) => row.filter(({ at }) => runs[at - 1]?.row !== row).length;
  const [whole, scattered]: [Row[], Row[]] = [[], []];
  for (const row of rowsOf(runs)) (isScattered(row, parts) ? scattered : whole).push(row);
  const lines = linesOfRows(whole);
  if (scattered.length === 0) return lines.map(lettersOf);
  for (const line of lines) for (const run of line) run.line = line;
  const homes = scattered.map((row) => {
    const lines = row.flatMap((run) => linesNear(run, runs));
    // A short separate line is over letters; a part of a word is between them.
    const isSeparate = parts(row) === 1 && lines.some((line) => line && stands(row, line));
    return isSeparate ? [] : lines;
  });
  const leftover: Row = [];
  for (const [index, row] of scattered.entries())
    for (const [place, letter] of lettersOf(row).entries())
      (homes[index]?.[place] ?? leftover).push(...runsOf([letter]));
  return linesOfRows([...lines, ...rowsOf(leftover)]).map(lettersOf);
}

function runsOf(glyphs: readonly Glyph[]): Run[] {
  const runs: Run[] = [];
  let run: Run | undefined;
  for (const letter of inWritingOrder(glyphs)) {
    const { baseline, size, left, right, kind } = letter;
    if (baseline !== run?.baseline || size !== run.size) {
      const at = runs.length;
      run = { letters: [], baseline, size, latin: 0, weight: 0, at, row: undefined, line: undefined };
      runs.push(run);
    }
    run.letters.push(letter);
    if (kind.bidi === 'L') run.latin++;
    run.weight += (right - left) * size;
  }
  return runs;
}

/** Sorts glyphs by writing order, a small integer, with a counting sort, which is twice as fast. */
function inWritingOrder(glyphs: readonly Glyph[]): Glyph[] {
  const orders = new Int32Array(glyphs.length);
  let [first, last, index] = [Number.POSITIVE_INFINITY, 0, 0];
  for (const { order } of glyphs) {
    orders[index++] = order;
    if (order < first) first = order;
    if (order > last) last = order;
  }
  const places = new Int32Array(Math.max(0, last - first + 2));
  for (const order of orders) places[order - first + 1] = (places[order - first + 1] ?? 0) + 1;
  for (let at = 1; at < places.length; at++) places[at] = (places[at] ?? 0) + (places[at - 1] ?? 0);
  const inPenOrder = [...glyphs];
  index = 0;
  for (const glyph of glyphs) {
    const order = (orders[index++] ?? 0) - first;
    const place = places[order] ?? 0;
    places[order] = place + 1;
    inPenOrder[place] = glyph;
  }
  return inPenOrder;
}

function lettersOf(row: Row): Line {
  const [first] = row;
  return first && row.length === 1 ? first.letters : row.flatMap(({ letters }) => letters);
}

/** Returns the line of each letter. Latin letters and digits do not climb: above a line they do not belong to it. */
function linesNear(run: Run, runs: readonly Run[]): (Row | undefined)[] {
  const { letters } = run;
  const candidates = letters.map((letter, index) => lineNear(letter, index, run, runs));
  const mayClimb = letters.some(({ kind: { bidi } }) => bidi !== 'L' && bidi !== 'N');
  const lines = [...new Set(candidates)];
  if (mayClimb || !lines.some((line) => line && over(letters, line) > letters.length / 2)) return candidates;
  return candidates.map(() => undefined);
}

/** Returns the line of the neighboring letters that were written nearest to a letter. */
function lineNear(letter: Glyph, index: number, run: Run, runs: readonly Run[]): Row | undefined {
  for (let away = 1; away <= MAX_STEPS; away++) {
    const [before, after] = [index - away, index + away].map((place) => {
      const other = letterAt(place, run, runs);
      return other?.line && isBeside(letter, other.letter) ? other : undefined;
    });
    const isAfter = !before || (after && height(after.letter, letter) < height(before.letter, letter));
    const closest = isAfter ? after : before;
    if (closest) return closest.line;
  }
  return undefined;
}

/** Returns the letter at an offset from the beginning of a run, which may be in another run. */
function letterAt(place: number, run: Run, runs: readonly Run[]) {
  let [index, current]: [number, Run | undefined] = [place, run];
  while (current && index < 0) {
    current = runs[current.at - 1];
    index += current?.letters.length ?? 0;
  }
  while (current && index >= current.letters.length) {
    index -= current.letters.length;
    current = runs[current.at + 1];
  }
  const letter = current?.letters[index];
  return letter && { letter, line: current?.line };
}

/** A row of letters from many words, which Latin rows never are, or of a single word. */
function isScattered(row: Row, parts: (row: Row) => number): boolean {
  const count = sumOf(row, ({ letters }) => letters.length);
  const latin = sumOf(row, (run) => run.latin);
  return count <= MAX_WORD_LENGTH || (latin <= count / 2 && parts(row) > count / 3);
}

/** Whether letters of the line overlap the row. */
function stands(row: Row, line: Row): boolean {
  const letters = lettersOf(row);
  const first = Math.min(...letters.map(({ left }) => left));
  const last = Math.max(...letters.map(({ right }) => right));
  return lettersOf(line).some(({ left, right }) => first < (left + right) / 2 && (left + right) / 2 < last);
}

function height(a: Glyph, b: Glyph): number {
  return Math.abs(a.baseline - b.baseline);
}

function isBeside(a: Glyph, b: Glyph): boolean {
  return height(a, b) <= MAX_DISTANCES.letter * a.size && Math.abs(a.pen - b.pen) < 3 * a.size;
}

/** Joins rows to the heaviest rows near them. */
function linesOfRows(rows: readonly Row[]): Row[] {
  const lines: { baseline: number; size: number; row: Row }[] = [];
  const weighed = rows.map((row) => ({ row, weight: sumOf(row, (run) => run.weight) }));
  for (const { row } of weighed.sort((a, b) => b.weight - a.weight)) {
    const baseline = row[0]?.baseline ?? 0;
    const size = row.reduce((largest, run) => Math.max(largest, run.size), 0);
    let near: (typeof lines)[number] | undefined;
    let nearest = Number.POSITIVE_INFINITY;
    for (const line of lines) {
      const distance = Math.abs(line.baseline - baseline);
      if (distance >= nearest || distance > MAX_DISTANCES.row * Math.max(line.size, size)) continue;
      if (!covers(line.row, row)) [near, nearest] = [line, distance];
    }
    if (near) near.row.push(...row);
    else lines.push({ baseline, size, row: [...row] });
  }
  return lines.sort((a, b) => b.baseline - a.baseline).map(({ row }) => row);
}

function rowsOf(runs: readonly Run[]): Row[] {
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
function covers(line: Row, row: Row): boolean {
  if (sumOf(row, ({ letters }) => letters.length) < MIN_LETTERS) return false;
  const letters = lettersOf(row).filter(({ kind }) => !kind.isSpace);
  return over(letters, line) > Math.max(MIN_LETTERS - 1, letters.length / 2);
}

/** Counts letters over or under the line's letters. */
function over(letters: Line, line: Row): number {
  const under = lettersOf(line);
  return letters.filter(({ left, right }) => {
    const middle = (left + right) / 2;
    return under.some((glyph) => glyph.left < middle && middle < glyph.right);
  }).length;
}
