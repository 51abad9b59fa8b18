import type { Messages } from '../messages/en.ts';
import { changeKinds } from '../plan/change.ts';
import type { Plan } from '../plan/plan.ts';

/** What a plan does in one line, or an empty string when it changes no lesson. */
export function summary({ changes }: Plan, messages: Messages): string {
  return changeKinds
    .map((kind) => [kind, changes.filter((change) => change.kind === kind).length] as const)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => messages.history.count(kind, count))
    .join(', ');
}
