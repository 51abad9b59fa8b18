import { listNeedles } from '#text/condition.ts';
import { prepareStatement } from '../db/sqlite.ts';
import { columnName, type OpenTable, tableName } from '../db/tables.ts';
import type { Caller } from '../permissions.ts';
import { isLongText } from '../schema.ts';
import { invalidQuery, isMethod, type Order } from './parse.ts';
import type { RowQuery } from './plan.ts';
import { EVERY_ROW_SQL, type Term, termSql, whereSql } from './sql.ts';

/**
 * Maximum number of row tests in a visitor's query: 20,000 rows with one test, or 10,000 with two. A row that an index finds for a term
 * also counts as a test.
 */
const MAX_ROW_TESTS = 20_000;
/** Cost of folding and testing a long text (a page or more), in tests of a short text. */
const LONG_TEXT_TESTS = 20;
/** Cost of testing a computed text, such as the words of a page, which are folded again for each row. */
const COMPUTED_TEXT_TESTS = 400;
/** Number of needles that can be searched for in about the time of folding one text. */
const NEEDLES_PER_TEST = 8;

/** The rows that terms without an index are tested on. */
interface Scan {
  readonly table: OpenTable;
  readonly caller: Caller;
  /** Counts the rows, up to one more than the maximum number of tests. */
  readonly countRows: () => number;
}

/**
 * Throws 400 if a query would test too many rows. Only the rows of one value are tested if a term requires that value of an attribute
 * with an index. Free of charge are that lookup, rows read in the order of an index, and a lower and an upper bound of that order.
 */
export function refuseScans(
  table: OpenTable,
  orders: RowQuery['orders'],
  terms: readonly Term[],
  caller: Caller,
): void {
  const requiredTerms = listRequired(terms);
  const lookup = requiredTerms.find((term) => isLookup(table, term));
  const bounds = requiredTerms.filter((term) => orders !== 'random' && isBound(table, term, orders[0]));
  const freeTerms = [lookup, ...bounds.slice(0, 2)];
  const scan = createScan(table, caller, lookup);
  const sortTests = countSortTests(table, orders);
  const tests = sortTests === 0 ? 0 : sortTests * scan.countRows();
  const remainingTerms = requiredTerms.filter((term) => !freeTerms.includes(term));
  if (addTests(tests, scan, remainingTerms) > MAX_ROW_TESTS)
    throw invalidQuery(
      'Invalid query: Too many rows would have to be scanned. Use fewer values or an attribute with an index.',
    );
}

/** Creates the scan of the rows that a lookup finds, or of all rows. */
function createScan(table: OpenTable, caller: Caller, lookup?: Term): Scan {
  let count: number | undefined;
  const countRows = () => {
    count ??= countMatches(table, caller, lookup, MAX_ROW_TESTS + 1);
    return count;
  };
  return { table, caller, countRows };
}

/** Lists the terms that every row of the result satisfies. */
function listRequired(terms: readonly Term[]): Term[] {
  return terms.flatMap((term) => (term.kind === 'all' ? listRequired(term.terms) : [term]));
}

/** Whether an index finds the rows of a term by one value. */
function isLookup(table: OpenTable, term: Term): boolean {
  if (term.kind === 'related') return term.id !== undefined;
  if (term.kind !== 'test' || !isIndexed(table, term.attribute)) return false;
  return term.method === 'isNull' || (term.method === 'equal' && term.values.length === 1);
}

/** Whether a term is a lower or upper bound of the rows in an order. Texts with sort keys are compared differently than sorted. */
function isBound(table: OpenTable, term: Term, order: Order | undefined): boolean {
  if (term.kind !== 'test' || term.attribute !== order?.attribute) return false;
  return isRange(term) && isIndexed(table, term.attribute) && !table.keyColumns.has(term.attribute);
}

/** Whether a test is a range of values, which an index finds. */
function isRange({ method }: Term & { kind: 'test' }): boolean {
  return method !== 'notEqual' && method !== 'notBetween' && isMethod(method, 'comparison', 'range');
}

/** Returns the number of row tests that sorting a row counts as. */
function countSortTests(table: OpenTable, orders: RowQuery['orders']): number {
  if (orders === 'random') return 1;
  return orders
    .filter(({ attribute }) => !isIndexed(table, attribute) && !table.keyColumns.has(attribute))
    .reduce((sum, { attribute }) => sum + countTextTests(table, attribute), 0);
}

/** Adds the row tests of terms to `tests`, until there are too many. */
function addTests(tests: number, scan: Scan, terms: readonly Term[]): number {
  return terms.reduce((sum, term) => (sum > MAX_ROW_TESTS ? sum : addTermTests(sum, scan, term)), tests);
}

function addTermTests(tests: number, scan: Scan, term: Term): number {
  const { table, caller, countRows } = scan;
  const countFound = () => countMatches(table, caller, term, countRows());
  switch (term.kind) {
    case 'words':
      return tests;
    case 'all':
    case 'any':
      return addTests(tests, scan, term.terms);
    case 'related': {
      const related = table.tables.get(term.column.relatedTable);
      if (!related) return tests;
      const sum = term.id === undefined ? addTests(tests, createScan(related, caller), [term.term]) : tests;
      return sum > MAX_ROW_TESTS ? sum : sum + countFound();
    }
    case 'test': {
      if (isFoundByIndex(table, term)) return tests + countFound();
      const isArray = table.columns.get(term.attribute)?.array;
      const cost = table.computedColumns.has(term.attribute) ? COMPUTED_TEXT_TESTS : 1;
      return tests + (isArray ? Math.max(1, term.values.length) : 1) * cost * countRows();
    }
    case 'text': {
      const texts = Math.max(1, Math.ceil(listNeedles(term.condition).length / NEEDLES_PER_TEST));
      return tests + texts * countTextTests(table, term.attribute) * countRows();
    }
  }
}

/** Whether an index finds the rows of a test. The opposite tests, such as `notEqual`, walk nearly the whole index. */
function isFoundByIndex(table: OpenTable, term: Term & { kind: 'test' }): boolean {
  return (
    isIndexed(table, term.attribute) && (term.method === 'equal' || term.method === 'isNull' || isRange(term))
  );
}

/** Returns the cost of folding and testing a text of an attribute, in tests of a short text. */
function countTextTests(table: OpenTable, attribute: string): number {
  if (table.computedColumns.has(attribute)) return COMPUTED_TEXT_TESTS;
  return isLongText(table.columns.get(attribute)) ? LONG_TEXT_TESTS : 1;
}

/** Counts the rows that satisfy a term, or all rows, up to `limit`. */
function countMatches(table: OpenTable, caller: Caller, term: Term | undefined, limit: number): number {
  const { text, values } = whereSql([term ? termSql(term, table, caller) : EVERY_ROW_SQL]);
  const sql = `SELECT count(*) AS count FROM (SELECT 1 FROM ${tableName(table)} ${text} LIMIT ?)`;
  return Number(prepareStatement(table.database, sql).get(...values, limit)?.count);
}

/** Whether an index finds rows by the values of an attribute. */
function isIndexed(table: OpenTable, attribute: string): boolean {
  return (
    columnName(table, attribute)?.startsWith('_') === true ||
    table.columns.get(attribute)?.kind === 'relationship' ||
    table.indexes.some(({ type, columns }) => type !== 'fulltext' && columns[0] === attribute)
  );
}
