import { placeColumn, type Ranking, rankings } from './collated-columns.ts';
import { tableName } from './names.ts';
import type { OpenTable } from './open-table.ts';
import { storedRow } from './row-reader.ts';
import { addEntries, removeEntries } from './search-entries.ts';
import { statement } from './statements.ts';

/** The gap between two rows when places are first given: rows fit between them 24 times in the worst order. */
const GAP = 2 ** 24;
/** The least gap worth spreading rows to. */
const LEAST_GAP = 2 ** 12;

interface Neighbour {
  readonly key: string | number | Uint8Array;
  readonly sequence: number;
  readonly place: number;
}
type Position = Pick<Neighbour, 'key' | 'sequence'>;

/** Gives a row its places in all orders of its table, moving others where there is no gap. */
export function givePlaces(table: OpenTable, sequence: number): void {
  for (const ranking of rankings(table)) {
    // A row without a place is not found as a neighbour.
    setPlace(table, ranking, sequence, null);
    setPlace(table, ranking, sequence, freePlace(table, ranking, sequence));
  }
}

function setPlace(table: OpenTable, { place }: Ranking, sequence: number, value: number | null): void {
  const sql = `UPDATE ${tableName(table)} SET ${place} = ? WHERE _sequence = ?`;
  statement(table.database, sql).run(value, sequence);
}

function freePlace(table: OpenTable, ranking: Ranking, sequence: number): number {
  const sql = `SELECT ${ranking.key} AS key FROM ${tableName(table)} WHERE _sequence = ?`;
  const key = statement(table.database, sql).get(sequence)?.key as Neighbour['key'];
  const at = { key, sequence };
  const between = (): number | undefined => {
    const [before] = neighbours(table, ranking, at, '<', 1);
    const [after] = neighbours(table, ranking, at, '>', 1);
    if (!before) return after ? after.place - GAP : 0;
    if (!after) return before.place + GAP;
    return after.place - before.place < 2 ? undefined : Math.floor((before.place + after.place) / 2);
  };
  const place = between();
  if (place !== undefined) return place;
  spread(table, ranking, at);
  return between() ?? 0;
}

/** Makes a gap at a position of an order: ever more rows around it are moved apart until they lie far enough from each other. */
function spread(table: OpenTable, ranking: Ranking, at: Position): void {
  for (let reach = 32; ; reach *= 4) {
    const before = neighbours(table, ranking, at, '<', reach + 1);
    const after = neighbours(table, ranking, at, '>', reach + 1);
    const low = before[reach];
    const high = after[reach];
    const rows = [...before.slice(0, reach).reverse(), ...after.slice(0, reach)];
    const first = low ? low.place : (high?.place ?? 0) - (rows.length + 1) * GAP;
    const step = high ? Math.floor((high.place - first) / (rows.length + 1)) : GAP;
    if (step < LEAST_GAP) continue;
    const stored = rows.map(({ sequence }) => storedRow(table, sequence) ?? {});
    for (const row of stored) removeEntries(table, row);
    for (const [index, row] of stored.entries()) {
      const place = first + step * (index + 1);
      setPlace(table, ranking, Number(row._sequence), place);
      addEntries(table, { ...row, [placeColumn(ranking.attribute)]: place });
    }
    return;
  }
}

/** The rows nearest before or after a position of an order, nearest first. */
function neighbours(
  table: OpenTable,
  { key, place }: Ranking,
  at: Position,
  side: '<' | '>',
  count: number,
): Neighbour[] {
  const direction = side === '<' ? 'DESC' : 'ASC';
  const sql = `SELECT ${key} AS key, _sequence AS sequence, ${place} AS place FROM ${tableName(table)}
    WHERE ${key} ${side}= ? AND (${key} ${side} ? OR _sequence ${side} ?) AND ${place} IS NOT NULL
    ORDER BY ${key} ${direction}, _sequence ${direction} LIMIT ?`;
  return statement(table.database, sql).all(at.key, at.key, at.sequence, count) as unknown as Neighbour[];
}

/** Gives every row of a table its places anew. */
export function givePlacesAnew(table: OpenTable): void {
  for (const { key, place } of rankings(table))
    table.database.exec(`UPDATE ${tableName(table)} SET ${place} = ordered.number * ${GAP} FROM (
      SELECT _sequence AS sequence, row_number() OVER (ORDER BY ${key}, _sequence) AS number FROM ${tableName(table)}
    ) AS ordered WHERE ordered.sequence = _sequence`);
}
