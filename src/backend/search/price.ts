import { needles } from '#text/condition.ts';
import { collatedColumns, rankingOf, searchedTexts } from '../database/collated-columns.ts';
import { columnName, tableName } from '../database/names.ts';
import { countsOf } from '../database/search-entries.ts';
import { EVERY_ROW_GRAM } from '../database/search-grams.ts';
import { statement } from '../database/statements.ts';
import { invalidQuery } from '../queries/query.ts';
import { isLongText, type TableSchema } from '../schema.ts';
import type { Reading } from './reading.ts';
import { isMadeText } from './sorted-page.ts';
import type { Term } from './term.ts';
import { keptTotal } from './total.ts';

/** The most microseconds that a visitor's question may spend on scanning rows. */
const MOST_FOR_VISITORS = 1_000_000;

/** Microseconds per scanned row, measured on one slow core. */
const cost = {
  comparison: 0.2,
  keptKey: 2,
  madeKey: 25,
  needle: 0.15,
  longText: 1000,
  element: 1,
  random: 0.5,
  sorted: 1,
} as const;

/**
 * Refuses, with 400, a question that would scan for too long because no index answers it. What an index answers costs
 * nothing here; the rows of the answer have a bound of their own (`PAGE` in `queries/plan.ts`).
 */
export function refuseCostly(reading: Reading): void {
  const { table, terms, lookup, readsAll } = reading;
  const scanned = lookup?.others ?? terms;
  const price = scanned.reduce((sum, term) => sum + termPrice(reading, term, table), 0);
  const permissions = readsAll || scanned.length === 0 ? 0 : cost.keptKey * rowsOf(reading, table);
  if (price + permissions + orderPrice(reading) > MOST_FOR_VISITORS)
    throw invalidQuery(
      'Invalid query: Too many rows would have to be scanned at. Ask for fewer values, or for an attribute with an index.',
    );
}

function orderPrice(reading: Reading): number {
  const { table } = reading;
  const { orders } = reading.asked;
  if (orders === 'random') return cost.random * rowsOf(reading, table);
  const [first] = orders;
  // A kept order needs no sort, nor does one that an index begins with.
  if (!first || isIndexed(table, first.attribute) || rankingOf(table, first.attribute)) return 0;
  const made = orders.filter(({ attribute }) => isMadeText(table, attribute));
  const keys = made.reduce((sum, { attribute }) => sum + madePrice(table, attribute), 0);
  return (cost.sorted + keys) * rowsOf(reading, table);
}

function termPrice(reading: Reading, term: Term, table: TableSchema): number {
  switch (term.kind) {
    case 'test':
      if (term.method === 'equal' && isIndexed(table, term.attribute)) return 0;
      return (
        rowsOf(reading, table) *
        (cost.comparison + (table.columns.get(term.attribute)?.array ? cost.element * term.values.length : 0))
      );
    case 'words':
      return 0;
    case 'text': {
      const isKept = collatedColumns(table).includes(term.attribute);
      const key = isKept ? cost.keptKey : madePrice(table, term.attribute);
      return rowsOf(reading, table) * (key + needles(term.condition).length * cost.needle);
    }
    case 'related':
      // The related rows are scanned once, however many rows name them.
      return term.id === undefined ? termPrice(reading, term.term, term.table) : 0;
    default:
      return term.terms.reduce((sum, one) => sum + termPrice(reading, one, table), 0);
  }
}

/** Whether an index begins with the values of an attribute. */
function isIndexed(table: TableSchema, attribute: string): boolean {
  return (
    columnName(table, attribute)?.startsWith('_') === true ||
    table.columns.get(attribute)?.kind === 'relationship' ||
    table.indexes.some(({ type, columns }) => type !== 'fulltext' && columns[0] === attribute)
  );
}

/** What the key of a text costs that is made for each row: of a column without a kept one, or of an id. */
function madePrice(table: TableSchema, attribute: string): number {
  return isLongText(table.columns.get(attribute)) ? cost.longText : cost.madeKey;
}

function rowsOf({ table: { database } }: Reading, table: TableSchema): number {
  const [text] = searchedTexts(table);
  if (text) return countsOf(database, text.grams, [EVERY_ROW_GRAM]).get(EVERY_ROW_GRAM)?.count ?? 0;
  const sql = `SELECT count(*) AS total FROM ${tableName(table)}`;
  return keptTotal(database, sql, () => Number(statement(database, sql).get()?.total));
}
