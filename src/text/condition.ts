/**
 * A condition on a search key, shared by JavaScript, SQL and the index so that their results agree. An empty `all` is always true, an empty
 * `any` never.
 */
export type Condition =
  | { readonly contains: string }
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] };

/** Evaluates the condition on a search key. */
export function isMet(condition: Condition, key: string): boolean {
  if ('contains' in condition) return key.includes(condition.contains);
  if ('all' in condition) return condition.all.every((part) => isMet(part, key));
  return condition.any.some((part) => isMet(part, key));
}

/** Lists every needle of the condition, in order. */
export function listNeedles(condition: Condition): string[] {
  if ('contains' in condition) return [condition.contains];
  return ('all' in condition ? condition.all : condition.any).flatMap(listNeedles);
}

/** Combines conditions; a single one is returned unchanged. */
export function combineConditions(parts: readonly Condition[], kind: 'all' | 'any'): Condition {
  const [only] = parts;
  if (parts.length === 1 && only) return only;
  return kind === 'all' ? { all: parts } : { any: parts };
}

/** Drops each alternative that is a needle and satisfies another one (absorption): a key with the needle then satisfies that one too. */
export function absorb(condition: Condition): Condition {
  if ('contains' in condition) return condition;
  if ('all' in condition) return combineConditions(condition.all.map(absorb), 'all');
  const parts = condition.any.map(absorb);
  const remaining = parts.filter(
    (part, at) =>
      !('contains' in part) ||
      !parts.some(
        (other, otherAt) =>
          otherAt !== at &&
          isMet(other, part.contains) &&
          // Of two equal needles, the first is kept.
          !('contains' in other && other.contains === part.contains && otherAt > at),
      ),
  );
  return combineConditions(remaining, 'any');
}

/** An SQL expression with its bound values, in order. */
interface SqlExpression {
  readonly sql: string;
  readonly values: string[];
}

/**
 * Renders the condition as SQL over the column with the search keys. `column` is not escaped: it must come from the schema, never from a
 * request. Text from a request is always bound.
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
