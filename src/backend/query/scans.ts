import { listNeedles } from '#text/condition.ts';
import { prepareStatement } from '../db/sqlite.ts';
import { columnName, type OpenTable, tableName } from '../db/tables.ts';
import type { Caller } from '../permissions.ts';
import { isLongText } from '../schema.ts';
import { invalidQuery, isMethod } from './parse.ts';
import type { RowQuery } from './plan.ts';
import { EVERY_ROW_SQL, type Term, termSql, whereSql } from './sql.ts';

/** Maximum number of row tests in a visitor's query: 20,000 rows with one test, or 10,000 with two. */
const MAX_ROW_TESTS = 20_000;
/** Cost of folding and testing a long text (a page or more), in tests of a short text. */
const LONG_TEXT_TESTS = 20;
/** Cost of testing a computed text, such as the words of a page, which are folded again for each row. */
const COMPUTED_TEXT_TESTS = 400;
/** Number of needles that can be searched for in about the time of folding one text. */
const NEEDLES_PER_TEST = 8;

/** A query whose cost is estimated. */
interface Scan {
  readonly table: OpenTable;
  readonly orders: RowQuery['orders'];
  /** Terms that no full-text index evaluates. */
  readonly terms: readonly Term[];
  /** Whether the caller may read every row. If not, the permissions of each row are tested. */
  readonly readsAll: boolean;
  /** Counts the rows that a full-text index finds, up to a limit. Undefined if the rows are read from the table or another index. */
  readonly countHits?: ((limit: number) => number) | undefined;
}

/**
 * Throws 400 if a visitor's query would test too many rows: those that it reads, times the tests of each. A test is a condition, an order
 * or a row permission that the index from which the rows are read does not answer.
 */
export function refuseScans(scan: Scan, caller: Caller): void {
  if (countRowTests(scan, caller) > MAX_ROW_TESTS)
    throw invalidQuery(
      'Invalid query: Too many rows would have to be scanned. Use fewer values or an attribute with an index.',
    );
}

/** How the rows of a query are read: those that an index finds for a term, the hits of a full-text index, or all. */
type Path = Term | 'hits' | 'all';

/** Returns the cost of the tests of rows, for the cheapest way to read the rows. */
function countRowTests({ table, orders, terms, readsAll, countHits }: Scan, caller: Caller): number {
  const relatedTests = sumOf(terms, (term) => countRelatedTests(table, term, caller));
  // Counting the rows of a condition would already test the related rows.
  if (relatedTests > MAX_ROW_TESTS) return relatedTests;
  const required = listRequired(terms);
  const lookups = required.filter((term) => isLookup(table, term));
  const found = lookups.length > 0 ? lookups : required.filter((term) => isFound(table, term));
  const paths: readonly Path[] = countHits ? ['hits'] : found.length > 0 ? found : ['all'];
  const countRows = (path: Path): number => {
    const limit = MAX_ROW_TESTS + 1;
    if (path === 'hits') return countHits?.(limit) ?? limit;
    return countMatches(table, caller, path === 'all' ? undefined : path, limit);
  };
  const costs = paths.map((path) => {
    const freeTerms: Path[] = [path, ...listBounds(table, required, path, orders)];
    const testedTerms = required.filter((term) => !freeTerms.includes(term));
    const tests =
      sumOf(testedTerms, (term) => countTermTests(table, term)) +
      countSortTests(table, path, orders) +
      Number(!readsAll);
    return tests === 0 ? 0 : tests * countRows(path);
  });
  return relatedTests + Math.min(...costs);
}

const sumOf = <Item>(items: readonly Item[], count: (item: Item) => number): number =>
  items.reduce((sum, item) => sum + count(item), 0);

/** Lists the terms that every row of the result satisfies. */
function listRequired(terms: readonly Term[]): Term[] {
  return terms.flatMap((term) => (term.kind === 'all' ? listRequired(term.terms) : [term]));
}

/** Whether an index finds the rows of a term by one value, or by their ids. SQLite prefers such an index to any other. */
function isLookup(table: OpenTable, term: Term): boolean {
  if (term.kind === 'related') return term.id !== undefined;
  if (term.kind !== 'test' || !isIndexed(table, term.attribute)) return false;
  if (term.method === 'isNull') return true;
  return term.method === 'equal' && (term.values.length === 1 || term.attribute === '$id');
}

/** Whether an index finds the rows of a term. The opposite tests, such as `notEqual`, would walk nearly the whole index. */
function isFound(table: OpenTable, term: Term): boolean {
  if (term.kind === 'any') return term.terms.every((part) => isFound(table, part));
  if (term.kind === 'test')
    return (
      isIndexed(table, term.attribute) &&
      (term.method === 'equal' || term.method === 'isNull' || isRange(term))
    );
  return term.kind === 'related' || term.kind === 'words';
}

/** Whether a test is a range of values. */
function isRange({ method }: Term & { kind: 'test' }): boolean {
  return method !== 'notEqual' && method !== 'notBetween' && isMethod(method, 'comparison', 'range');
}

/**
 * Lists the lower and upper bounds of the sorted attribute that the index of the order evaluates. None for texts with sort keys, because
 * filters compare these texts by code points.
 */
function listBounds(table: OpenTable, required: readonly Term[], path: Path, orders: Scan['orders']): Term[] {
  const [first] = orders === 'random' ? [] : orders;
  if (!first || table.keyColumns.has(first.attribute) || !isOrdered(table, path, first.attribute)) return [];
  const bounds = required.filter(
    (term) => term.kind === 'test' && term.attribute === first.attribute && isRange(term),
  );
  return bounds.filter((term) => term !== path).slice(0, bounds.some((term) => term === path) ? 1 : 2);
}

/** Returns the number of row tests that sorting a row counts as. Rows of equal value are in `$sequence` order anyway. */
function countSortTests(table: OpenTable, path: Path, orders: Scan['orders']): number {
  if (orders === 'random') return 1;
  const [first, ...others] = orders;
  const isFirstFree = first === undefined || isOrdered(table, path, first.attribute);
  const sorted = [
    ...(isFirstFree ? [] : [first]),
    ...others.filter(({ attribute }) => attribute !== '$sequence'),
  ];
  return sumOf(sorted, ({ attribute }) => countTextTests(table, attribute));
}

/** Whether rows are read in the order of an attribute. */
function isOrdered(table: OpenTable, path: Path, attribute: string): boolean {
  const order = table.keyColumns.get(attribute)?.sort ?? columnName(table, attribute);
  if (path === 'all') return isFirstColumn(table, order);
  if (path === 'hits') return attribute === '$sequence';
  if (path.kind === 'test' && isRange(path)) return path.attribute === attribute;
  if (!isLookup(table, path) || (path.kind === 'test' && path.values.length > 1)) return false;
  const key = path.kind === 'related' ? path.column.key : path.kind === 'test' ? path.attribute : '';
  if (attribute === '$sequence' || attribute === key) return true;
  const column = columnName(table, key);
  return table.rowIndexes.some(({ columns }) => columns[0] === column && columns[1] === order);
}

/** Returns the cost of testing one row. */
function countTermTests(table: OpenTable, term: Term): number {
  switch (term.kind) {
    case 'all':
    case 'any':
      return sumOf(term.terms, (part) => countTermTests(table, part));
    case 'related':
    case 'words':
      return 1;
    case 'test': {
      const isArray = table.columns.get(term.attribute)?.array;
      const cost = table.computedColumns.has(term.attribute) ? COMPUTED_TEXT_TESTS : 1;
      return (isArray ? Math.max(1, term.values.length) : 1) * cost;
    }
    case 'text': {
      const texts = Math.max(1, Math.ceil(listNeedles(term.condition).length / NEEDLES_PER_TEST));
      return texts * countTextTests(table, term.attribute);
    }
  }
}

/** Returns the cost of finding the related rows of a term. */
function countRelatedTests(table: OpenTable, term: Term, caller: Caller): number {
  if (term.kind === 'all' || term.kind === 'any')
    return sumOf(term.terms, (part) => countRelatedTests(table, part, caller));
  const related = term.kind === 'related' && table.tables.get(term.column.relatedTable);
  if (!related) return 0;
  return countRowTests({ table: related, orders: [], terms: [term.term], readsAll: true }, caller);
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
const isIndexed = (table: OpenTable, attribute: string): boolean =>
  isFirstColumn(table, columnName(table, attribute));

/** Whether an index begins with an SQL column. SQLite itself creates the indexes of ids. */
const isFirstColumn = (table: OpenTable, column: string | undefined): boolean =>
  column === '_id' || column === '_sequence' || table.rowIndexes.some(({ columns }) => columns[0] === column);
