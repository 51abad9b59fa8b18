import type { OpenPublication } from '../journal/journal.ts';
import type { Plan } from '../plan/plan.ts';
import { inVisitorsOrder } from '../plan/visitors-order.ts';

/**
 * Dates the new lessons of a publication by the backend's clock, each a millisecond before the one that visitors see above it:
 * so "newest" shows what came at once in the same order as the list of names. Gone on with after an interruption, the rest
 * gets the dates it would have had.
 */
export function dateAdditions(plan: Plan, { startedAt, added }: OpenPublication): Plan {
  const coming = plan.changes.flatMap(({ kind, id, after }) =>
    kind === 'added' && after ? [{ id, ...after }] : [],
  );
  const order = inVisitorsOrder([...added, ...coming], (lesson) => lesson);
  const dates = new Map(
    order.map(({ id }, index) => [id, new Date(Date.parse(startedAt) - index).toISOString()]),
  );
  const changes = plan.changes.map((change) =>
    change.kind === 'added' && change.after
      ? { ...change, after: { ...change.after, publishedAt: dates.get(change.id) ?? startedAt } }
      : change,
  );
  return { ...plan, changes };
}
