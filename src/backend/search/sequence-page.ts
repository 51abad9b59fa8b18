import { tableName } from '../database/names.ts';
import type { StoredRow } from '../database/row-reader.ts';
import { statement } from '../database/statements.ts';
import type { Reading } from './reading.ts';

/** With no more matches than this, sorting them is faster. */
const SORTED_AT_MOST = 2000;
/** Rows scanned from the beginning of the order before all matches are sorted after all. */
const SCANNED_AT_MOST = 20_000;

/**
 * The page of a search in the order of `$sequence`, for which no full-text table is kept: when many rows match (`total`
 * of them), the first ones are near the beginning. Undefined when sorting the matches is faster.
 */
export function sequencePage(reading: Reading, total: () => number): StoredRow[] | undefined {
  const { database, table, terms, lookup } = reading;
  const { orders, limit, offset, cursor } = reading.asked;
  if (cursor || orders === 'random' || orders[0]?.attribute !== '$sequence') return undefined;
  if (!lookup || total() < SORTED_AT_MOST) return undefined;
  const { descending } = orders[0];
  const name = tableName(table);
  const near = descending
    ? `_sequence > (SELECT max(_sequence) FROM ${name}) - ${SCANNED_AT_MOST}`
    : `_sequence < (SELECT min(_sequence) FROM ${name}) + ${SCANNED_AT_MOST}`;
  const where = reading.where(terms, [{ text: near, values: [] }]);
  const sql = `SELECT ${reading.columns} FROM ${name} ${where.text} ORDER BY _sequence ${descending ? 'DESC' : 'ASC'} LIMIT ? OFFSET ?`;
  const rows = statement(database, sql).all(...where.values, limit, offset);
  return rows.length === limit ? rows : undefined;
}
