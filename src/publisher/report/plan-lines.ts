import type { Messages } from '../messages/en.ts';
import { shown } from '../messages/shown.ts';
import { changeKinds } from '../plan/change.ts';
import { isEmpty, type Plan } from '../plan/plan.ts';
import { inVisitorsOrder } from '../plan/visitors-order.ts';
import { changeText } from './change-text.ts';
import { listLines } from './list-lines.ts';

/** The plan as the owner reads it, in lines. `all` shows long lists in full. */
export function planLines(plan: Plan, messages: Messages, all: boolean): string[] {
  const say = messages.plan;
  const list = (heading: string, items: string[]) => listLines(heading, items, messages, all);
  const changes = changeKinds.flatMap((kind) => {
    const some = plan.changes.filter((change) => change.kind === kind);
    return list(
      `${say.kind[kind]}: ${messages.lessons(some.length)}`,
      inVisitorsOrder(some, ({ before, after }) => after ?? before ?? nowhere).map((change) =>
        changeText(change, messages),
      ),
    );
  });
  const names = (heading: string, categories: { name: string }[]) =>
    list(
      heading,
      categories.map(({ name }) => shown(name)),
    );
  const whole = isEmpty(plan)
    ? [say.nothing]
    : [
        say.heading,
        '',
        ...names(say.newCategory, plan.newCategories),
        ...list(
          say.renamedCategory,
          plan.renamedCategories.map(({ from, to }) => `${shown(from)} ${messages.arrow} ${shown(to)}`),
        ),
        ...changes,
        ...names(say.emptyCategory, plan.emptyCategories),
        ...(plan.unchanged > 0 ? [`  ${say.unchanged(plan.unchanged)}`] : []),
      ];
  const attention = plan.attention.map((problem) => say.problem(problem));
  const [locked, pictures] = [plan.locked.map(shown), plan.pictures.map(shown)];
  return [
    ...whole,
    ...(attention.length > 0 ? ['', ...list(say.attention, attention)] : []),
    ...(locked.length > 0 ? ['', ...list(say.locked, locked)] : []),
    ...(pictures.length > 0 ? ['', ...list(say.pictures(pictures.length), pictures)] : []),
    '',
  ];
}

const nowhere = { category: '', fileName: '' };
