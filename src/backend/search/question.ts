import { tableName } from '../database/names.ts';
import type { OpenTable } from '../database/open-table.ts';
import type { StoredRow } from '../database/row-reader.ts';
import type { Sql } from '../database/sql.ts';
import type { Caller } from '../permissions.ts';
import { placePage } from './place-page.ts';
import { refuseCostly } from './price.ts';
import { type Asked, readQuestion } from './reading.ts';
import { sortedPage } from './sorted-page.ts';
import { countRows, keptTotal } from './total.ts';

/**
 * Reads a question on the rows that `readable` lets through once: its page and its total come from the same reading. Throws 400 for
 * one that costs more than its asker may ask.
 */
export function askRows(table: OpenTable, asked: Asked, readable: Sql, asker: Caller = 'key') {
  const reading = readQuestion(table, asked, readable);
  if (asker !== 'key') refuseCostly(reading);
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
