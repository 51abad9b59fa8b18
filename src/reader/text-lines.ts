import type { Glyph } from './glyph.ts';
import { signKind } from './sign-kind.ts';

/** Glyphs of one line, in no order. */
export type Line = Glyph[];

/** How far from a line, in sizes, a row may stand that belongs to it, and how far a letter that was written between its letters. */
const reach = { row: 0.8, letter: 1.7 };
/** How many letters away in the writing a scattered letter looks for its line. */
const steps = 8;
const wordLength = 6;

/** Whether a glyph stands above or below letters instead of among them. */
export function isMark({ text }: Glyph): boolean {
  return signKind(text).isMark;
}

/**
 * Gathers glyphs of one angle into lines, from top to bottom. Glyphs on exactly one baseline make a row; the rows with most of the
 * writing are lines, and rows near one of them, as raised numbers, belong to it. Where letters climb and fall within a word, as in
 * Nastaliq, a row holds letters of many words: each of them belongs to the line of the letters written before and after it.
 */
export function textLines(glyphs: readonly Glyph[]): Line[] {
  const letters = glyphs.filter((glyph) => !isMark(glyph)).toSorted((one, other) => one.order - other.order);
  const rows = rowsOf(letters);
  const at = new Map(letters.map((glyph, index) => [glyph, index]));
  const [scattered, whole] = partition(rows, (row) => isScattered(row, at));
  const lines = linesOfRows(whole);
  const lineOf = new Map<Glyph, Line>();
  for (const line of scattered.length > 0 ? lines : []) for (const glyph of line) lineOf.set(glyph, line);
  const home = (glyph: Glyph): Line | undefined => {
    const index = at.get(glyph) ?? 0;
    for (let away = 1; away <= steps; away++) {
      const near = [letters[index - away], letters[index + away]].flatMap((other) =>
        other && lineOf.has(other) && isBeside(glyph, other) ? [other] : [],
      );
      const [closest] = near.toSorted((one, other) => height(one, glyph) - height(other, glyph));
      if (closest) return lineOf.get(closest);
    }
    return undefined;
  };
  const homes = scattered.flatMap((row) => {
    const found = row.map((glyph) => [glyph, home(glyph)] as const);
    // A short line of its own stands over letters, a part of a word stands between them.
    const apart = runsOf(row, at) === 1 && found.some(([, line]) => line && stands(row, line));
    return apart ? row.map((glyph) => [glyph, undefined] as const) : found;
  });
  for (const [glyph, line] of homes) line?.push(glyph);
  const lost = homes.filter(([, line]) => !line).map(([glyph]) => glyph);
  return linesOfRows([...lines, ...rowsOf(lost)]);
}

/** How many stretches of the writing a row holds. */
function runsOf(row: readonly Glyph[], at: ReadonlyMap<Glyph, number>): number {
  const places = row.map((glyph) => at.get(glyph) ?? 0).sort((one, other) => one - other);
  return places.filter((place, index) => place - 1 !== places[index - 1]).length;
}

/** A row of letters from many words, or of one word at most. */
function isScattered(row: readonly Glyph[], at: ReadonlyMap<Glyph, number>): boolean {
  return row.length <= wordLength || runsOf(row, at) > row.length / 3;
}

/** Whether letters of the line stand where the row stands. */
function stands(row: readonly Glyph[], line: readonly Glyph[]): boolean {
  const [first, last] = [Math.min(...row.map(({ pen }) => pen)), Math.max(...row.map(({ pen }) => pen))];
  return line.some(({ pen }) => first <= pen && pen <= last);
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [yes: T[], no: T[]] {
  const [yes, no]: [T[], T[]] = [[], []];
  for (const item of items) (test(item) ? yes : no).push(item);
  return [yes, no];
}

function height(one: Glyph, other: Glyph): number {
  return Math.abs(one.baseline - other.baseline);
}

function isBeside(one: Glyph, other: Glyph): boolean {
  return height(one, other) <= reach.letter * one.size && Math.abs(one.pen - other.pen) < 3 * one.size;
}

/** Joins rows to the heaviest rows near them. */
function linesOfRows(rows: readonly Glyph[][]): Line[] {
  const lines: { baseline: number; size: number; glyphs: Glyph[] }[] = [];
  const weighed = rows.map((row) => ({ row, weight: weight(row) }));
  for (const { row } of weighed.sort((one, other) => other.weight - one.weight)) {
    const baseline = row[0]?.baseline ?? 0;
    const size = Math.max(...row.map((glyph) => glyph.size));
    const near = lines
      .map((line) => ({ line, distance: Math.abs(line.baseline - baseline) }))
      .filter(
        ({ line, distance }) =>
          distance <= reach.row * Math.max(line.size, size) && !covers(line.glyphs, row),
      )
      .sort((one, other) => one.distance - other.distance)[0];
    if (near) near.line.glyphs.push(...row);
    else lines.push({ baseline, size, glyphs: [...row] });
  }
  return lines.toSorted((one, other) => other.baseline - one.baseline).map(({ glyphs }) => glyphs);
}

function rowsOf(glyphs: readonly Glyph[]): Glyph[][] {
  const rows: Glyph[][] = [];
  let row: Glyph[] = [];
  for (const glyph of glyphs.toSorted((one, other) => other.baseline - one.baseline)) {
    const first = row[0];
    if (first && first.baseline - glyph.baseline > 0.1 * Math.max(first.size, glyph.size)) {
      rows.push(row);
      row = [];
    }
    row.push(glyph);
  }
  if (row.length > 0) rows.push(row);
  return rows;
}

function weight(row: readonly Glyph[]): number {
  return row.reduce((sum, { right, left, size }) => sum + (right - left) * size, 0);
}

/** Whether most of a row of some length stands over or under the line's letters: then it is a line of its own. */
function covers(line: readonly Glyph[], row: readonly Glyph[]): boolean {
  if (row.length < 4) return false;
  const over = row.filter(({ left, right }) => {
    const middle = (left + right) / 2;
    return line.some((glyph) => glyph.left < middle && middle < glyph.right);
  });
  return over.length > row.length / 2;
}
