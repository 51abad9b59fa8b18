import { tableName } from '../database/names.ts';
import type { OpenTable } from '../database/open-table.ts';
import type { StoredRow } from '../database/row-reader.ts';
import type { Sql } from '../database/sql.ts';
import { statement } from '../database/statements.ts';
import type { Caller } from '../identity.ts';
import { cursorSql, orderSql } from './order-sql.ts';
import { placePage } from './place-page.ts';
import { refuseCostly } from './price.ts';
import { type Asked, type Reading, readQuestion } from './reading.ts';
import { countRows, keptTotal } from './total.ts';

/**
 * Reads a question on the rows that `readable` lets through once: its page and its total come from the same reading. Throws 400 for
 * one that costs more than its asker may ask.
 */
export function askRows(
  table: OpenTable,
  asked: Asked,
  readable: Sql,
  asker: Pick<Caller, 'kind'> = { kind: 'key' },
) {
  const reading = readQuestion(table, asked, readable);
  if (asker.kind !== 'key') refuseCostly(reading);
  const total = () => {
    const name = JSON.stringify([tableName(table), reading.where()]);
    return keptTotal(table.database, name, () => countRows(reading));
  };
  return {
    /** How many rows there are, whatever limit, offset, order and cursor: exact, but for words in long texts (`mostCountedPages`). */
    total,
    /** The rows of the page. Throws 400 for a cursor that is gone or has no place in the order. */
    page: (): StoredRow[] => placePage(reading) ?? sortedPage(reading),
  };
}

/** The page of rows, made by sorting all that match. */
function sortedPage(reading: Reading): StoredRow[] {
  const { table, asked } = reading;
  const where = reading.searchedWhere(cursorSql(table, asked));
  const rows = tableName(table);
  const page = `${where.text} ${orderSql(table, asked)} LIMIT ? OFFSET ?`;
  const select = statement(table.database, `SELECT ${reading.columns} FROM ${rows} ${page}`);
  const found = select.all(...where.values, asked.limit, asked.offset);
  return asked.cursor?.before ? found.reverse() : found;
}
