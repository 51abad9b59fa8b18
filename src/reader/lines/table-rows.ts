import { CELL_END } from './line-text.ts';
import { arePiecesRightToLeft, type Piece, pieceOf } from './reading-direction.ts';

type Line = readonly Piece[];

/**
 * Orders the cells of a table's rows in the direction of most letters. A row of numbers or foreign words can seem to have the other
 * direction. Consecutive rows with the same number of cells count as a table.
 */
export function alignRowDirections(lines: readonly Line[]): Line[] {
  const cells = lines.map(cellsOf);
  const result: Line[] = [];
  for (let start = 0; start < lines.length; ) {
    const count = cells[start]?.length ?? 0;
    let end = start + 1;
    while (count > 1 && cells[end]?.length === count) end++;
    const rows = cells.slice(start, end);
    const isRtl = end - start > 1 ? arePiecesRightToLeft(rows.flat(2)) : undefined;
    for (const [index, row] of rows.entries()) {
      const isReversed = isRtl !== undefined && startsAtRight(row) !== isRtl;
      result.push(isReversed ? joinCells(row.toReversed()) : (lines[start + index] ?? []));
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

function joinCells([first = [], ...others]: readonly Piece[][]): Piece[] {
  return [...first, ...others.flatMap((cell) => [pieceOf(CELL_END), ...cell])];
}

/** Whether the first cell of a row is to the right of its last one. */
function startsAtRight(row: readonly Piece[][]): boolean {
  const leftOf = (cell: readonly Piece[] = []) =>
    Math.min(...cell.flatMap(({ glyph }) => (glyph ? glyph.left : [])));
  return leftOf(row[0]) > leftOf(row.at(-1));
}
