import { keptColumn, type Ranking, rankings } from './collated-columns.ts';
import { tableName } from './names.ts';
import type { OpenTable } from './open-table.ts';
import type { StoredRow } from './row-reader.ts';
import { addEntries, removeEntries } from './search-entries.ts';
import { statement } from './statements.ts';

/** The gap between two rows when places are first given: rows fit between them 24 times in the worst order. */
const GAP = 2 ** 24;
/** The least gap worth spreading rows to. */
const LEAST_GAP = 2 ** 12;

/** Gives a row its places in all orders of its table, moving others where there is no gap. Returns the row with them. */
export function givePlaces(table: OpenTable, row: StoredRow): StoredRow {
  const places = rankings(table).map((ranking) => {
    const place = freePlace(table, ranking, Number(row._sequence));
    setPlace(table, ranking, Number(row._sequence), place);
    return [keptColumn(ranking.attribute, 'place'), place];
  });
  return { ...row, ...Object.fromEntries(places) };
}

function setPlace(table: OpenTable, { place }: Ranking, sequence: number, value: number): void {
  const sql = `UPDATE ${tableName(table)} SET ${place} = ? WHERE _sequence = ?`;
  statement(table.database, sql).run(value, sequence);
}

/** A place for a row between those of its neighbours in an order. */
function freePlace(table: OpenTable, ranking: Ranking, sequence: number): number {
  const { attribute, key, place } = ranking;
  const { database } = table;
  const rows = tableName(table);
  const own = statement(database, `SELECT ${key} AS key FROM ${rows} WHERE _sequence = ?`).get(sequence);
  const at = own?.key ?? null;
  /** The rows nearest before or after the row, nearest first; never itself. */
  const neighbours = (side: '<' | '>', count: number) => {
    const direction = side === '<' ? 'DESC' : 'ASC';
    const sql = `SELECT * FROM ${rows}
      WHERE ${key} ${side}= ? AND (${key} ${side} ? OR _sequence ${side} ?) AND ${place} IS NOT NULL
      ORDER BY ${key} ${direction}, _sequence ${direction} LIMIT ?`;
    return statement(database, sql).all(at, at, sequence, count);
  };
  const placeOf = (row: StoredRow | undefined) => row && Number(row[keptColumn(attribute, 'place')]);
  for (let reach = 32; ; reach *= 4) {
    const before = placeOf(neighbours('<', 1)[0]);
    const after = placeOf(neighbours('>', 1)[0]);
    if (before === undefined) return after === undefined ? 0 : after - GAP;
    if (after === undefined) return before + GAP;
    if (after - before >= 2) return Math.floor((before + after) / 2);
    // There is no gap: ever more rows around are moved apart until they lie far enough from each other.
    const [lower, higher] = [neighbours('<', reach + 1), neighbours('>', reach + 1)];
    const moved = [...lower.slice(0, reach).reverse(), ...higher.slice(0, reach)];
    const [low, high] = [placeOf(lower[reach]), placeOf(higher[reach])];
    const first = low ?? (high ?? 0) - (moved.length + 1) * GAP;
    const step = high === undefined ? GAP : Math.floor((high - first) / (moved.length + 1));
    if (step < LEAST_GAP) continue;
    for (const row of moved) removeEntries(table, row);
    for (const [index, row] of moved.entries()) {
      const spread = first + step * (index + 1);
      setPlace(table, ranking, Number(row._sequence), spread);
      addEntries(table, { ...row, [keptColumn(attribute, 'place')]: spread });
    }
  }
}

/** Gives every row of a table its places anew. */
export function givePlacesAnew(table: OpenTable): void {
  for (const { key, place } of rankings(table))
    table.database.exec(`UPDATE ${tableName(table)} SET ${place} = ordered.number * ${GAP} FROM (
      SELECT _sequence AS sequence, row_number() OVER (ORDER BY ${key}, _sequence) AS number FROM ${tableName(table)}
    ) AS ordered WHERE ordered.sequence = _sequence`);
}
