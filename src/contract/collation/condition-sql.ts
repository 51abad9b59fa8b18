import type { Condition } from './condition.ts';

/** An SQL expression with its bound values, in order. */
export interface SqlExpression {
  readonly sql: string;
  readonly values: string[];
}

/**
 * The condition as SQL over the column that holds the search key. `column` is put into the text as it is: it must
 * come from the schema, never from a request. Everything the visitor typed is bound.
 */
export function conditionSql(condition: Condition, column: string): SqlExpression {
  if ('contains' in condition) return { sql: `instr(${column}, ?) > 0`, values: [condition.contains] };
  const [parts, operator, empty] =
    'all' in condition ? [condition.all, ' AND ', 'TRUE'] : [condition.any, ' OR ', 'FALSE'];
  const expressions = parts.map((part) => conditionSql(part, column));
  return {
    sql: parts.length === 0 ? empty : `(${expressions.map(({ sql }) => sql).join(operator)})`,
    values: expressions.flatMap(({ values }) => values),
  };
}
