import type { DatabaseSync } from 'node:sqlite';
import type { TableSchema } from '../schema.ts';
import { placeColumn, type Ranking, rankings } from './collated-columns.ts';
import { tableName } from './names.ts';
import type { StoredRow } from './row-reader.ts';
import { addEntries, removeEntries } from './search-entries.ts';
import { statement } from './statements.ts';

/** The room between two rows when places are first given: rows fit between them 24 times in the worst order. */
const STEP = 2 ** 24;
/** The least room worth spreading rows to. */
const LEAST_STEP = 2 ** 12;

interface Neighbour {
  readonly key: string | number | Uint8Array;
  readonly sequence: number;
  readonly place: number;
}

/** Gives a row its places in all orders of its table (or those of `attributes`), moving others where there is no room. */
export function givePlaces(
  database: DatabaseSync,
  table: TableSchema,
  sequence: number,
  attributes?: ReadonlySet<string>,
): void {
  for (const ranking of rankings(table)) {
    if (attributes && !attributes.has(ranking.attribute)) continue;
    const sql = `UPDATE ${tableName(table)} SET ${ranking.place} = ? WHERE _sequence = ?`;
    // Without a place the row is nobody's neighbour.
    statement(database, sql).run(null, sequence);
    statement(database, sql).run(freePlace(database, ranking, sequence), sequence);
  }
}

function freePlace(database: DatabaseSync, ranking: Ranking, sequence: number): number {
  const key = keyOf(database, ranking, sequence);
  const find = () => {
    const at = { key, sequence, place: 0 };
    return {
      before: neighbours(database, ranking, at, '<', 1)[0],
      after: neighbours(database, ranking, at, '>', 1)[0],
    };
  };
  const between = ({ before, after }: ReturnType<typeof find>): number | undefined => {
    if (!before) return after ? after.place - STEP : 0;
    if (!after) return before.place + STEP;
    return after.place - before.place < 2 ? undefined : Math.floor((before.place + after.place) / 2);
  };
  const place = between(find());
  if (place !== undefined) return place;
  spread(database, ranking, { key, sequence, place: 0 });
  return between(find()) ?? 0;
}

/** Makes room at a point of an order: ever more rows around it are moved apart until they lie far enough from each other. */
function spread(database: DatabaseSync, ranking: Ranking, at: Neighbour): void {
  for (let reach = 32; ; reach *= 4) {
    const before = neighbours(database, ranking, at, '<', reach + 1);
    const after = neighbours(database, ranking, at, '>', reach + 1);
    const low = before[reach];
    const high = after[reach];
    const rows = [...before.slice(0, reach).reverse(), ...after.slice(0, reach)];
    const first = low ? low.place : (high?.place ?? 0) - (rows.length + 1) * STEP;
    const step = high ? Math.floor((high.place - first) / (rows.length + 1)) : STEP;
    if (step < LEAST_STEP) continue;
    move(
      database,
      ranking,
      rows.map(({ sequence }, index) => ({ sequence, place: first + step * (index + 1) })),
    );
    return;
  }
}

function move(
  database: DatabaseSync,
  ranking: Ranking,
  rows: readonly { sequence: number; place: number }[],
): void {
  const { table } = ranking;
  const row = statement(database, `SELECT * FROM ${tableName(table)} WHERE _sequence = ?`);
  const stored = rows.map(({ sequence, place }) => ({ place, before: row.get(sequence) as StoredRow }));
  for (const { before } of stored) removeEntries(database, table, before);
  for (const { before, place } of stored) {
    statement(database, `UPDATE ${tableName(table)} SET ${ranking.place} = ? WHERE _sequence = ?`).run(
      place,
      before._sequence ?? null,
    );
    addEntries(database, table, { ...before, [placeColumn(ranking.attribute)]: place });
  }
}

function keyOf(database: DatabaseSync, { table, key }: Ranking, sequence: number): Neighbour['key'] {
  const sql = `SELECT ${key} AS key FROM ${tableName(table)} WHERE _sequence = ?`;
  return statement(database, sql).get(sequence)?.key as Neighbour['key'];
}

/** The rows nearest before or after a point of an order, nearest first. */
function neighbours(
  database: DatabaseSync,
  { table, key, place }: Ranking,
  at: Neighbour,
  side: '<' | '>',
  count: number,
): Neighbour[] {
  const direction = side === '<' ? 'DESC' : 'ASC';
  const sql = `SELECT ${key} AS key, _sequence AS sequence, ${place} AS place FROM ${tableName(table)}
    WHERE ${key} ${side}= ? AND (${key} ${side} ? OR _sequence ${side} ?) AND ${place} IS NOT NULL
    ORDER BY ${key} ${direction}, _sequence ${direction} LIMIT ?`;
  return statement(database, sql).all(at.key, at.key, at.sequence, count) as unknown as Neighbour[];
}

/** Gives every row of a table its places anew. */
export function givePlacesAnew(database: DatabaseSync, table: TableSchema): void {
  for (const { key, place } of rankings(table))
    database.exec(`UPDATE ${tableName(table)} SET ${place} = ordered.number * ${STEP} FROM (
      SELECT _sequence AS sequence, row_number() OVER (ORDER BY ${key}, _sequence) AS number FROM ${tableName(table)}
    ) AS ordered WHERE ordered.sequence = _sequence`);
}
