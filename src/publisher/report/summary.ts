import type { Messages } from '../messages/en.ts';
import { type Change, changeKinds } from '../plan/change.ts';
import type { Plan } from '../plan/plan.ts';

/** What was done of a plan in one line, or an empty string when no lesson and no category's name changed. */
export function summary(done: Change[], { renamedCategories }: Plan, messages: Messages): string {
  return [
    ...changeKinds.map((kind) => [kind, done.filter((change) => change.kind === kind).length] as const),
    ['categoryRenamed', renamedCategories.length] as const,
  ]
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => messages.history.count(kind, count))
    .join(messages.texts.comma);
}
