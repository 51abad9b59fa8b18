import { conditionSql, needles } from '#text/condition.ts';
import { collatedColumns, keptColumn } from '../database/collated-columns.ts';
import { conditionName } from '../database/collation-functions.ts';
import { columnName, quoted, tableName } from '../database/names.ts';
import { joined, negated, type Sql } from '../database/sql.ts';
import { wholeWords } from '../database/whole-words.ts';
import type { TestMethod } from '../queries/query.ts';
import type { TableSchema } from '../schema.ts';
import type { Term } from './term.ts';

/** The condition of every row, which is left out of a WHERE: SQLite counts a whole table faster without. */
export const EVERY_ROW_SQL: Sql = { text: 'TRUE', values: [] };

/** `WHERE …` for conditions that must all hold; empty for every row. */
export function whereSql(conditions: readonly Sql[]): Sql {
  const restricting = conditions.filter(({ text }) => text !== EVERY_ROW_SQL.text);
  const { text, values } = joined(restricting, 'AND');
  return { text: restricting.length > 0 ? `WHERE ${text}` : '', values };
}

/** The SQL condition of a term on the rows of `table`. */
export function termSql(term: Term, table: TableSchema): Sql {
  if (term.kind === 'test') return testSql(term, table);
  if (term.kind === 'text') {
    const holds = textSql(term, table);
    return term.negated ? negated(holds) : holds;
  }
  if (term.kind === 'words') {
    const name = wholeWords(table)?.name;
    return { text: `_sequence IN (SELECT rowid FROM ${name} WHERE ${name} MATCH ?)`, values: [term.match] };
  }
  if (term.kind === 'related') {
    const column = quoted(term.column.key);
    const inner = termSql(term.term, term.table);
    const ids = `SELECT _id FROM ${tableName(term.table)} WHERE ${inner.text}`;
    if (term.id === undefined) return { text: `${column} IN (${ids})`, values: inner.values };
    // As one value of the column, so that an index is read in its order.
    return { text: `${column} = ? AND EXISTS (${ids})`, values: [term.id, ...inner.values] };
  }
  const parts = term.terms.map((one) => termSql(one, table));
  return joined(parts, term.kind === 'all' ? 'AND' : 'OR');
}

/** Needles that SQLite looks for in a kept key sooner than it calls a function. */
const FEW_NEEDLES = 24;

/** The condition on the search key of a text, which is kept beside it or made on the way. NULL for NULL. */
function textSql({ attribute, condition }: Term & { kind: 'text' }, table: TableSchema): Sql {
  const kept = collatedColumns(table).includes(attribute);
  const key = kept ? quoted(keptColumn(attribute, 'search')) : `search_key(${columnName(table, attribute)})`;
  const count = needles(condition).length;
  if (!kept || count === 0 || count > FEW_NEEDLES)
    return { text: `holds(${key}, ?)`, values: [conditionName(condition)] };
  const { sql, values } = conditionSql(condition, key);
  return { text: sql, values };
}

const operators: Partial<Record<TestMethod, string>> = {
  notEqual: '!= ?',
  lessThan: '< ?',
  lessThanEqual: '<= ?',
  greaterThan: '> ?',
  greaterThanEqual: '>= ?',
  between: 'BETWEEN ? AND ?',
  notBetween: 'NOT BETWEEN ? AND ?',
  isNull: 'IS NULL',
  isNotNull: 'IS NOT NULL',
};

function testSql({ method, attribute, values }: Term & { kind: 'test' }, table: TableSchema): Sql {
  const column = columnName(table, attribute);
  if (column === undefined) throw new Error('a filter on an attribute that the table does not have');
  const operator = operators[method];
  if (operator) return { text: `${column} ${operator}`, values };
  if (method === 'equal') {
    if (values.length === 1) return { text: `${column} = ?`, values };
    // One statement text for any number of values, so that it is prepared once.
    return { text: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)] };
  }
  // What is left is asked of lists: texts are looked into by their search keys.
  const element = `EXISTS (SELECT 1 FROM json_each(${column}) WHERE value = ?)`;
  const elements = values.map((value) => ({ text: element, values: [value] }));
  const held = joined(elements, method === 'containsAll' ? 'AND' : 'OR');
  return method === 'notContains' ? negated(held) : held;
}
