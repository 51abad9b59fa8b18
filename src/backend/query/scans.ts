import { listNeedles } from '#text/condition.ts';
import { prepareStatement } from '../db/sqlite.ts';
import { columnName, type OpenTable, tableName } from '../db/tables.ts';
import { isLongText } from '../schema.ts';
import { invalidQuery } from './parse.ts';
import type { RowQuery } from './plan.ts';
import type { Term } from './sql.ts';

/** Maximum number of row tests in a visitor's query without an index: 20,000 rows with one test, or 10,000 with two. */
const MAX_ROW_TESTS = 20_000;
/** Cost of folding and testing a long text (a page or more), in tests of a short text. */
const LONG_TEXT_TESTS = 20;
/** Cost of testing a computed text, such as the words of a page, which are folded again for each row. */
const COMPUTED_TEXT_TESTS = 400;
/** Number of needles that can be searched for in about the time of folding one text. */
const NEEDLES_PER_TEST = 8;

/** Throws 400 if orders and terms without an index would test too many rows. */
export function refuseScans(table: OpenTable, orders: RowQuery['orders'], terms: readonly Term[]): void {
  const unindexedOrders =
    orders === 'random' ? [] : orders.filter((order) => !isIndexed(table, order.attribute));
  const sortTests = unindexedOrders.reduce((sum, { attribute }) => sum + countTextTests(table, attribute), 0);
  const tests =
    (orders === 'random' ? 1 : sortTests) * countRowsToTest(table, orders === 'random' || sortTests > 0);
  const total = terms.reduce((sum, term) => sum + countRowTests(table, term), tests);
  if (total > MAX_ROW_TESTS)
    throw invalidQuery(
      'Invalid query: Too many rows would have to be scanned. Use fewer values or an attribute with an index.',
    );
}

/** Returns the number of row tests that a term requires. */
function countRowTests(table: OpenTable, term: Term): number {
  switch (term.kind) {
    case 'words':
      return 0;
    case 'all':
    case 'any':
      return term.terms.reduce((sum, part) => sum + countRowTests(table, part), 0);
    case 'related': {
      const related = table.tables.get(term.column.relatedTable);
      return related && term.id === undefined ? countRowTests(related, term.term) : 0;
    }
    case 'test': {
      const isArray = table.columns.get(term.attribute)?.array;
      const tests = isArray ? term.values.length : Number(!isIndexed(table, term.attribute));
      const cost = table.computedColumns.has(term.attribute) ? COMPUTED_TEXT_TESTS : 1;
      return tests * cost * countRowsToTest(table, tests > 0);
    }
    case 'text': {
      const texts = Math.max(1, Math.ceil(listNeedles(term.condition).length / NEEDLES_PER_TEST));
      return texts * countTextTests(table, term.attribute) * countRowsToTest(table, true);
    }
  }
}

/** Returns the cost of folding and testing a text of an attribute, in tests of a short text. */
function countTextTests(table: OpenTable, attribute: string): number {
  if (table.computedColumns.has(attribute)) return COMPUTED_TEXT_TESTS;
  return isLongText(table.columns.get(attribute)) ? LONG_TEXT_TESTS : 1;
}

/** Counts the rows of a table, up to one more than the limit; 0 if they need not be tested. */
function countRowsToTest(table: OpenTable, isNeeded: boolean): number {
  if (!isNeeded) return 0;
  const sql = `SELECT count(*) AS count FROM (SELECT 1 FROM ${tableName(table)} LIMIT ${MAX_ROW_TESTS + 1})`;
  return Number(prepareStatement(table.database, sql).get()?.count);
}

/** Whether an index has rows in the order of an attribute. */
function isIndexed(table: OpenTable, attribute: string): boolean {
  return (
    columnName(table, attribute)?.startsWith('_') === true ||
    table.columns.get(attribute)?.kind === 'relationship' ||
    table.keyColumns.has(attribute) ||
    table.indexes.some(({ type, columns }) => type !== 'fulltext' && columns[0] === attribute)
  );
}
