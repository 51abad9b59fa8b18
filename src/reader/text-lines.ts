import type { Glyph } from './glyph.ts';

/** Glyphs of one line, in no order. */
export type Line = Glyph[];

/** How far from a line, in sizes, a row may stand that belongs to it, and how far a letter that was written between its letters. */
const reach = { row: 0.8, letter: 1.7 };
/** How many letters away in the writing a scattered letter looks for its line. */
const steps = 8;
const wordLength = 6;

/** Whether a glyph stands above or below letters instead of among them. */
export function isMark({ kind }: Glyph): boolean {
  return kind.isMark;
}

/** A letter on its way to a line: where it stands in the writing, and the line that has it. */
interface Letter {
  glyph: Glyph;
  at: number;
  row: Letter[] | undefined;
  line: Letter[] | undefined;
}

/**
 * Gathers glyphs of one angle into lines, from top to bottom. Glyphs on exactly one baseline make a row; the rows with most of the
 * writing are lines, and rows near one of them, as raised numbers, belong to it. Where letters climb and fall within a word, as in
 * Nastaliq, a row holds letters of many words: each of them belongs to the line of the letters written before and after it.
 */
export function textLines(glyphs: readonly Glyph[]): Line[] {
  const letters = glyphs
    .filter((glyph) => !isMark(glyph))
    .sort((one, other) => one.order - other.order)
    .map((glyph, at): Letter => ({ glyph, at, row: undefined, line: undefined }));
  const runs = (row: readonly Letter[]) => runsOf(row, letters);
  const [whole, scattered]: [Letter[][], Letter[][]] = [[], []];
  for (const row of rowsOf(letters)) (isScattered(row, runs) ? scattered : whole).push(row);
  const lines = linesOfRows(whole);
  if (scattered.length === 0) return lines.map(glyphsOf);
  for (const line of lines) for (const letter of line) letter.line = line;
  const homes = scattered.map((row) => {
    const found = row.map((letter) => lineNear(letter, letters));
    // A short line of its own stands over letters, a part of a word stands between them.
    const apart = runs(row) === 1 && found.some((line) => line && stands(row, line));
    return apart ? [] : found;
  });
  const lost: Letter[] = [];
  for (const [index, row] of scattered.entries())
    for (const [place, letter] of row.entries()) (homes[index]?.[place] ?? lost).push(letter);
  return linesOfRows([...lines, ...rowsOf(lost)]).map(glyphsOf);
}

function glyphsOf(line: readonly Letter[]): Line {
  return line.map(({ glyph }) => glyph);
}

/** The line of the letters that were written nearest to a letter and stand beside it. */
function lineNear(letter: Letter, letters: readonly Letter[]): Letter[] | undefined {
  for (let away = 1; away <= steps; away++) {
    const [before, after] = [letters[letter.at - away], letters[letter.at + away]].map((other) =>
      other?.line && isBeside(letter, other) ? other : undefined,
    );
    const isAfter = !before || (after && height(after, letter) < height(before, letter));
    const closest = isAfter ? after : before;
    if (closest) return closest.line;
  }
  return undefined;
}

/** How many stretches of the writing a row holds. */
function runsOf(row: readonly Letter[], letters: readonly Letter[]): number {
  return row.filter(({ at }) => letters[at - 1]?.row !== row).length;
}

/** A row of letters from many words, which Latin ones never are, or of one word at most. */
function isScattered(row: readonly Letter[], runs: (row: readonly Letter[]) => number): boolean {
  if (row.length <= wordLength) return true;
  const latin = row.filter(({ glyph }) => glyph.kind.runs === 'L').length;
  return latin <= row.length / 2 && runs(row) > row.length / 3;
}

/** Whether letters of the line stand where the row stands. */
function stands(row: readonly Letter[], line: readonly Letter[]): boolean {
  const pens = row.map(({ glyph }) => glyph.pen);
  const [first, last] = [Math.min(...pens), Math.max(...pens)];
  return line.some(({ glyph: { pen } }) => first <= pen && pen <= last);
}

function height(one: Letter, other: Letter): number {
  return Math.abs(one.glyph.baseline - other.glyph.baseline);
}

function isBeside(one: Letter, other: Letter): boolean {
  const { size, pen } = one.glyph;
  return height(one, other) <= reach.letter * size && Math.abs(pen - other.glyph.pen) < 3 * size;
}

/** Joins rows to the heaviest rows near them. */
function linesOfRows(rows: readonly Letter[][]): Letter[][] {
  const lines: { baseline: number; size: number; letters: Letter[] }[] = [];
  const weighed = rows.map((row) => ({ row, weight: weight(row) }));
  for (const { row } of weighed.sort((one, other) => other.weight - one.weight)) {
    const baseline = row[0]?.glyph.baseline ?? 0;
    const size = row.reduce((largest, { glyph }) => Math.max(largest, glyph.size), 0);
    let near: (typeof lines)[number] | undefined;
    let nearest = Number.POSITIVE_INFINITY;
    for (const line of lines) {
      const distance = Math.abs(line.baseline - baseline);
      if (distance >= nearest || distance > reach.row * Math.max(line.size, size)) continue;
      if (!covers(line.letters, row)) [near, nearest] = [line, distance];
    }
    if (near) near.letters.push(...row);
    else lines.push({ baseline, size, letters: [...row] });
  }
  return lines.sort((one, other) => other.baseline - one.baseline).map(({ letters }) => letters);
}

function rowsOf(letters: readonly Letter[]): Letter[][] {
  const rows: Letter[][] = [];
  let row: Letter[] = [];
  for (const letter of letters.toSorted((one, other) => other.glyph.baseline - one.glyph.baseline)) {
    const { glyph } = letter;
    const first = row[0]?.glyph;
    if (!first || first.baseline - glyph.baseline > 0.1 * Math.max(first.size, glyph.size)) {
      row = [];
      rows.push(row);
    }
    row.push(letter);
    letter.row = row;
  }
  return rows;
}

function weight(row: readonly Letter[]): number {
  return row.reduce((sum, { glyph: { right, left, size } }) => sum + (right - left) * size, 0);
}

/** Whether most of a row of some length stands over or under the line's letters: then it is a line of its own. */
function covers(line: readonly Letter[], row: readonly Letter[]): boolean {
  if (row.length < 4) return false;
  const over = row.filter(({ glyph: { left, right } }) => {
    const middle = (left + right) / 2;
    return line.some(({ glyph }) => glyph.left < middle && middle < glyph.right);
  });
  return over.length > row.length / 2;
}
