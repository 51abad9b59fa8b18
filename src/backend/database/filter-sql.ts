import type { Filter, Scalar } from '../queries/row-query.ts';
import type { TableSchema } from '../schema.ts';
import { columnName, quoted, tableName } from './names.ts';
import { joined, negated, type Sql } from './sql.ts';
import { matchText, searchKeyOf } from './text-match.ts';
import { matchWords } from './word-search.ts';

/** The SQL condition of a filter on the rows of `table`. */
export function filterSql(filter: Filter, table: TableSchema): Sql {
  if (filter.kind === 'test') return testSql(filter, table);
  if (filter.kind === 'related') {
    const inner = filterSql(filter.filter, filter.table);
    const ids = `SELECT _id FROM ${tableName(filter.table)} WHERE ${inner.text}`;
    return { text: `${quoted(filter.column.key)} IN (${ids})`, values: inner.values };
  }
  const parts = filter.filters.map((one) => filterSql(one, table));
  return joined(parts, filter.kind === 'all' ? 'AND' : 'OR');
}

const comparisons = {
  notEqual: '!=',
  lessThan: '<',
  lessThanEqual: '<=',
  greaterThan: '>',
  greaterThanEqual: '>=',
} as const;

function testSql(filter: Filter & { kind: 'test' }, table: TableSchema): Sql {
  const { method, attribute } = filter;
  const column = columnName(table, attribute);
  if (column === undefined) throw new Error('a filter on an attribute that the table does not have');
  const values = filter.values.map((value) => (typeof value === 'boolean' ? Number(value) : value));
  const text = String(values[0]);
  switch (method) {
    case 'equal':
      return oneOf(column, values);
    case 'notEqual':
    case 'lessThan':
    case 'lessThanEqual':
    case 'greaterThan':
    case 'greaterThanEqual':
      return { text: `${column} ${comparisons[method]} ?`, values };
    case 'between':
      return { text: `${column} BETWEEN ? AND ?`, values };
    case 'notBetween':
      return { text: `${column} NOT BETWEEN ? AND ?`, values };
    case 'isNull':
      return { text: `${column} IS NULL`, values: [] };
    case 'isNotNull':
      return { text: `${column} IS NOT NULL`, values: [] };
    case 'startsWith':
    case 'endsWith':
      return matchText(method, searchKeyOf(table, attribute), text);
    case 'notStartsWith':
      return negated(matchText('startsWith', searchKeyOf(table, attribute), text));
    case 'notEndsWith':
      return negated(matchText('endsWith', searchKeyOf(table, attribute), text));
    case 'contains':
    case 'containsAny':
      return containsSql(table, attribute, column, values, 'OR');
    case 'containsAll':
      return containsSql(table, attribute, column, values, 'AND');
    case 'notContains':
      return negated(containsSql(table, attribute, column, values, 'OR'));
    case 'search':
      return matchWords(table, attribute, text);
    case 'notSearch':
      return negated(matchWords(table, attribute, text));
  }
}

type Value = Exclude<Scalar, boolean>;

/** One statement text for any number of values, so that it is prepared once. */
function oneOf(column: string, values: readonly Value[]): Sql {
  if (values.length === 1) return { text: `${column} = ?`, values };
  return { text: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)] };
}

function containsSql(
  table: TableSchema,
  attribute: string,
  column: string,
  values: readonly Value[],
  word: 'AND' | 'OR',
): Sql {
  const array = table.columns.get(attribute)?.array === true;
  const test = (value: Value): Sql =>
    array
      ? { text: `EXISTS (SELECT 1 FROM json_each(${column}) WHERE value = ?)`, values: [value] }
      : matchText('contains', searchKeyOf(table, attribute), String(value));
  return joined(values.map(test), word);
}
