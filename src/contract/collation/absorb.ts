import { type Condition, holds } from './condition.ts';

function simple(parts: readonly Condition[], kind: 'all' | 'any'): Condition {
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
  if ('all' in condition) return simple(condition.all.map(absorb), 'all');
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
  return simple(kept, 'any');
}
