import type { DatabaseSync } from 'node:sqlite';
import { tableName } from '../database/names.ts';
import type { StoredRow } from '../database/row-reader.ts';
import type { Sql } from '../database/sql.ts';
import { statement } from '../database/statements.ts';
import type { Caller } from '../identity.ts';
import type { TableSchema } from '../schema.ts';
import { keptTotal } from './kept-totals.ts';
import { cursorSql, orderSql } from './order-sql.ts';
import { placePage } from './place-page.ts';
import { refuseCostly } from './price.ts';
import { type Asked, type Reading, readQuestion } from './reading.ts';
import { countRows } from './total.ts';
import { wholeWordsPage } from './whole-words.ts';

/**
 * Reads a question on the rows that `readable` lets through once: its page and its total come from the same reading. Throws 400 for
 * one that costs more than its asker may ask.
 */
export function askRows(
  database: DatabaseSync,
  table: TableSchema,
  asked: Asked,
  readable: Sql,
  asker: Pick<Caller, 'kind'> = { kind: 'key' },
) {
  const reading = readQuestion(database, table, asked, readable);
  if (asker.kind !== 'key') refuseCostly(reading);
  const total = () => {
    const name = JSON.stringify([tableName(table), reading.where()]);
    return keptTotal(database, name, () => countRows(reading));
  };
  return {
    /** How many rows there are, whatever limit, offset, order and cursor: exact, but for words in long texts (`mostCountedPages`). */
    total,
    /** The rows of the page. Throws 400 for a cursor that is gone or has no place in the order. */
    page: (): StoredRow[] =>
      placePage(reading) ?? wholeWordsPage(reading) ?? sequencePage(reading, total) ?? sortedPage(reading),
  };
}

/** The page of rows, made by sorting all that match. */
function sortedPage(reading: Reading): StoredRow[] {
  const { database, table, asked } = reading;
  const where = reading.searchedWhere(cursorSql(database, table, asked));
  const rows = tableName(table);
  const page = `${where.text} ${orderSql(table, asked)} LIMIT ? OFFSET ?`;
  const found = statement(database, `SELECT ${reading.columns} FROM ${rows} ${page}`).all(
    ...where.values,
    asked.limit,
    asked.offset,
  );
  return asked.cursor?.before ? found.reverse() : found;
}

/** With no more matches than this, sorting them is faster. */
const SORTED_AT_MOST = 2000;
/** Rows scanned from the beginning of the order before all matches are sorted after all. */
const SCANNED_AT_MOST = 20_000;

/**
 * The page of a search in the order of `$sequence`, for which no full-text table is kept: when many rows match (`total`
 * of them), the first ones are near the beginning. Undefined when sorting the matches is faster.
 */
function sequencePage(reading: Reading, total: () => number): StoredRow[] | undefined {
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
