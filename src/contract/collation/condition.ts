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
