import type { DatabaseSync } from 'node:sqlite';
import type { RowQuery } from '../queries/row-query.ts';
import type { TableSchema } from '../schema.ts';
import { tableName } from './names.ts';
import type { StoredRow } from './row-reader.ts';
import { joined, type Sql } from './sql.ts';
import { statement } from './statements.ts';
import { anySource, whereSql } from './where-sql.ts';

/** Matches that are quicker sorted than looked for. */
export const FEW = 2000;
/** Rows looked at before all matches are sorted after all. */
const NEAR = 20_000;

/**
 * The page of a search in no other order than `$sequence`, in which no search tables are kept: where many rows match
 * (`total` of them), the first that do are near. Undefined where the page is better made by sorting the matches.
 */
export function oldestPage(
  database: DatabaseSync,
  table: TableSchema,
  query: Pick<RowQuery, 'filters' | 'orders' | 'limit' | 'offset' | 'cursor'>,
  readable: Sql,
  total: () => number,
): StoredRow[] | undefined {
  const { filters, orders, limit, offset, cursor } = query;
  if (cursor || orders === 'random' || orders[0]?.attribute !== '$sequence') return undefined;
  if (!anySource(database, table, filters) || total() < FEW) return undefined;
  const { descending } = orders[0];
  const name = tableName(table);
  const near = descending
    ? `_sequence > (SELECT max(_sequence) FROM ${name}) - ${NEAR}`
    : `_sequence < (SELECT min(_sequence) FROM ${name}) + ${NEAR}`;
  const where = whereSql(database, table, filters, joined([readable, { text: near, values: [] }], 'AND'));
  const sql = `SELECT * FROM ${name} ${where.text} ORDER BY _sequence ${descending ? 'DESC' : 'ASC'} LIMIT ? OFFSET ?`;
  const rows = statement(database, sql).all(...where.values, limit, offset);
  return rows.length === limit ? rows : undefined;
}
