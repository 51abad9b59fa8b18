import type { DatabaseSync } from 'node:sqlite';
import type { Ranking } from './collated-columns.ts';
import { tableName } from './names.ts';
import type { StoredRow } from './row-reader.ts';
import type { Sql } from './sql.ts';
import { statement } from './statements.ts';

interface Reading {
  /** Whether the rows are read from the last place to the first. */
  readonly descending: boolean;
  readonly where: Sql;
}

/**
 * Puts rows of the same name into the opposite order: places have one direction, but rows of the same name stay in the
 * order of their `$sequence` when names are descending (contract 3.2). At the ends of a page, twins may be on other
 * pages: which of them belong here is asked of the table.
 */
export function turnTwins(
  database: DatabaseSync,
  ranking: Ranking,
  rows: StoredRow[],
  reading: Reading,
): StoredRow[] {
  const groups = Map.groupBy(rows, (row) => keyText(row['/key']));
  const last = groups.size - 1;
  return [...groups.values()].flatMap((twins, at) =>
    at === 0 || at === last ? twinsOnPage(database, ranking, twins, at === 0, reading) : twins.toReversed(),
  );
}

function twinsOnPage(
  database: DatabaseSync,
  { table, key, place }: Ranking,
  twins: readonly StoredRow[],
  maybeBegun: boolean,
  { descending, where }: Reading,
): StoredRow[] {
  const [first] = twins;
  const value = first?.['/key'] ?? null;
  const from = `FROM ${tableName(table)} ${where.text === '' ? 'WHERE' : `${where.text} AND`} ${key} = ?`;
  const earlier = `SELECT count(*) AS count ${from} AND ${place} ${descending ? '>' : '<'} ?`;
  const placeOfFirst = first?.[place.slice(1, -1)] ?? null;
  const skip = maybeBegun
    ? Number(statement(database, earlier).get(...where.values, value, placeOfFirst)?.count)
    : 0;
  return statement(
    database,
    `SELECT * ${from} ORDER BY ${place} ${descending ? 'ASC' : 'DESC'} LIMIT ? OFFSET ?`,
  ).all(...where.values, value, twins.length, skip);
}

function keyText(key: unknown): string {
  return key instanceof Uint8Array ? key.toString() : String(key);
}
