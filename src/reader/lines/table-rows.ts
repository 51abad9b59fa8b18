import { CELL_END } from './line-text.ts';
import type { Piece } from './reading-direction.ts';

type Line = readonly Piece[];

/**
 * Turns the cells of rows that follow each other into one direction, that of most of their letters: a row of numbers or of words in
 * another script may seem to run the other way. Rows of one table have equally many cells.
 */
export function rowsInOneDirection(lines: readonly Line[]): Line[] {
  const cells = lines.map(cellsOf);
  const result: Line[] = [];
  for (let start = 0; start < lines.length; ) {
    const count = cells[start]?.length ?? 0;
    let end = start + 1;
    while (count > 1 && cells[end]?.length === count) end++;
    const rows = cells.slice(start, end);
    const toTheLeft = end - start > 1 ? doRunToTheLeft(rows.flat(2)) : undefined;
    for (const [index, row] of rows.entries()) {
      const isTurned = toTheLeft !== undefined && isToTheLeft(row) !== toTheLeft;
      result.push(isTurned ? joined(row.toReversed()) : (lines[start + index] ?? []));
    }
    start = end;
  }
  return result;
}

function cellsOf(line: Line): Piece[][] {
  const cells: Piece[][] = [[]];
  for (const piece of line) {
    if (piece.text === CELL_END && !piece.glyph) cells.push([]);
    else cells.at(-1)?.push(piece);
  }
  return cells;
}

function joined([first = [], ...others]: readonly Piece[][]): Piece[] {
  const end: Piece = { text: CELL_END, kind: ' ', glyph: undefined };
  return [...first, ...others.flatMap((cell) => [end, ...cell])];
}

function doRunToTheLeft(pieces: readonly Piece[]): boolean {
  const count = (of: Piece['kind']) => pieces.filter(({ kind }) => kind === of).length;
  return count('R') > count('L');
}

/** Whether the first cell of a row is to the right of its last one. */
function isToTheLeft(row: readonly Piece[][]): boolean {
  const leftOf = (cell: readonly Piece[] = []) =>
    Math.min(...cell.flatMap(({ glyph }) => (glyph ? glyph.left : [])));
  return leftOf(row[0]) > leftOf(row.at(-1));
}
