import type { Ranking } from '../database/collated-columns.ts';
import { tableName } from '../database/names.ts';
import type { StoredRow } from '../database/row-reader.ts';
import { statement } from '../database/statements.ts';
import type { Reading } from './reading.ts';

/**
 * Reverses rows of the same name: places have one direction, but ties stay in the order of `$sequence` when names are
 * descending (docs/rules.md#order-and-totals). At both ends of a page, ties may be on other pages: which of them belong here is asked of
 * the table.
 */
export function reverseTies(
  reading: Reading,
  ranking: Ranking,
  rows: StoredRow[],
  descending: boolean,
): StoredRow[] {
  const groups = Map.groupBy(rows, (row) => keyText(row['/key']));
  const last = groups.size - 1;
  return [...groups.values()].flatMap((ties, at) =>
    at === 0 || at === last ? tiesOnPage(reading, ranking, ties, at === 0, descending) : ties.toReversed(),
  );
}

function tiesOnPage(
  reading: Reading,
  { key, place }: Ranking,
  ties: readonly StoredRow[],
  maybeBegun: boolean,
  descending: boolean,
): StoredRow[] {
  const { database, table } = reading;
  const [first] = ties;
  const where = reading.where(reading.terms, [
    { text: `${key} = ?`, values: [(first?.['/key'] ?? '') as string | number | Uint8Array] },
  ]);
  const from = `FROM ${tableName(table)} ${where.text}`;
  const earlier = `SELECT count(*) AS count ${from} AND ${place} ${descending ? '>' : '<'} ?`;
  const placeOfFirst = first?.[place.slice(1, -1)] ?? null;
  const skip = maybeBegun
    ? Number(statement(database, earlier).get(...where.values, placeOfFirst)?.count)
    : 0;
  return statement(
    database,
    `SELECT ${reading.columns} ${from} ORDER BY ${place} ${descending ? 'ASC' : 'DESC'} LIMIT ? OFFSET ?`,
  ).all(...where.values, ties.length, skip);
}

function keyText(key: unknown): string {
  return key instanceof Uint8Array ? key.toString() : String(key);
}
