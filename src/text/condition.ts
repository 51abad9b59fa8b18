/**
 * What must hold of a search key. One description for JavaScript, SQL and the index, so that they cannot
 * disagree. An empty `all` always holds, an empty `any` never does.
 */
export type Condition =
  | { readonly contains: string }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] };

/** Whether the condition holds of this search key. */
export function holds(condition: Condition, key: string): boolean {
  if ('contains' in condition) return key.includes(condition.contains);
  if ('all' in condition) return condition.all.every((part) => holds(part, key));
  return condition.any.some((part) => holds(part, key));
}

/** Every needle of the condition, in order. */
export function needles(condition: Condition): string[] {
  if ('contains' in condition) return [condition.contains];
  return ('all' in condition ? condition.all : condition.any).flatMap(needles);
}

/** Conditions of which all must hold, or any; of one alone that one. */
export function combined(parts: readonly Condition[], kind: 'all' | 'any'): Condition {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  return kind === 'all' ? { all: parts } : { any: parts };
}

/**
 * The same condition without alternatives that say nothing: where a needle itself satisfies another alternative, every
 * key that holds the needle does too.
 */
export function absorb(condition: Condition): Condition {
  if ('contains' in condition) return condition;
  if ('all' in condition) return combined(condition.all.map(absorb), 'all');
  const parts = condition.any.map(absorb);
  const kept = parts.filter(
    (part, at) =>
      !('contains' in part) ||
      !parts.some(
        (other, otherAt) =>
          otherAt !== at &&
          holds(other, part.contains) &&
          // Of two that imply each other, the first stays.
          !('contains' in other && other.contains === part.contains && otherAt > at),
      ),
  );
  return combined(kept, 'any');
}

/** An SQL expression with its bound values, in order. */
interface SqlExpression {
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
