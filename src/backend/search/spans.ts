import { scriptOrder } from '#contract/collation/script-order.ts';
import type { Ranking } from '../database/collated-columns.ts';
import { tableName } from '../database/names.ts';
import type { Sql } from '../database/sql.ts';
import { statement } from '../database/statements.ts';
import type { Reading } from './reading.ts';

/** Places from one up to another that is not among them. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

const [LOWEST, HIGHEST] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];

/**
 * The places of an order in the caller's language. They are kept once for all languages: where a language has its scripts in
 * another order, each script is a span of places, and the spans are read one after the other.
 */
export function spansOf(reading: Reading, ranking: Ranking): Span[] {
  const groups = ranking.attribute.startsWith('$') ? undefined : scriptOrder(reading.asked.locale ?? '');
  if (!groups) return [{ from: LOWEST, to: HIGHEST }];
  const first = (group: number) => firstPlace(reading, ranking, group);
  const begins = { 1: LOWEST, 2: first(2), 3: first(3), 4: HIGHEST };
  const spans = groups.map((group) => ({ from: begins[group], to: begins[(group + 1) as 2 | 3 | 4] }));
  return spans.filter(({ from, to }) => from < to);
}

/** The place of the first row whose key begins with a group of scripts, or a later one. */
function firstPlace({ database }: Reading, { table, key, place }: Ranking, group: number): number {
  const sql = `SELECT ${place} AS place FROM ${tableName(table)} WHERE ${key} >= ? ORDER BY ${key}, _sequence LIMIT 1`;
  return Number(statement(database, sql).get(new Uint8Array([group]))?.place ?? HIGHEST);
}

/** The conditions of a place within a span. */
export function withinSql(place: string, { from, to }: Span): Sql[] {
  return [
    ...(from === LOWEST ? [] : [{ text: `${place} >= ?`, values: [from] }]),
    ...(to === HIGHEST ? [] : [{ text: `${place} < ?`, values: [to] }]),
  ];
}
