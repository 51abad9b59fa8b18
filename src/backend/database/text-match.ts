import { compilePrefix, compileSuffix } from '#contract/collation/compile-affix.ts';
import { compileQuery } from '#contract/collation/compile-query.ts';
import type { Condition } from '#contract/collation/condition.ts';
import { conditionSql } from '#contract/collation/condition-sql.ts';
import type { TableSchema } from '../schema.ts';
import { collatedColumns, searchColumn } from './collated-columns.ts';
import { columnName, quoted } from './names.ts';
import type { Sql } from './sql.ts';

export type TextTest = 'contains' | 'startsWith' | 'endsWith';

/** What a search key must hold for the test to hold of its text. */
export const compileTest: Record<TextTest, (text: string) => Condition> = {
  contains: compileQuery,
  startsWith: compilePrefix,
  endsWith: compileSuffix,
};

/** The SQL expression of the search key of a text attribute: kept beside it, or made on the way. */
export function searchKeyOf(table: TableSchema, attribute: string): string {
  return collatedColumns(table).includes(attribute)
    ? quoted(searchColumn(attribute))
    : `search_key(${columnName(table, attribute)})`;
}

/** The condition that the text with this search key passes the test, in any spelling. NULL for NULL. */
export function matchText(test: TextTest, key: string, text: string): Sql {
  const condition = compileTest[test](text);
  if ('all' in condition && condition.all.length === 0) return { text: `${key} IS NOT NULL`, values: [] };
  const { sql, values } = conditionSql(condition, key);
  return { text: sql, values };
}
