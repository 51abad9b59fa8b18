import type { Messages } from '../messages/en.ts';
import { shown } from '../messages/shown.ts';
import { type Change, changeKinds } from '../plan/change.ts';
import { isEmpty, type Plan } from '../plan/plan.ts';
import type { LessonState } from '../plan/published.ts';

const shortList = 12;

/** The plan as the owner reads it, in lines. `all` shows long lists in full. */
export function planLines(plan: Plan, messages: Messages, all: boolean): string[] {
  const say = messages.plan;
  const list = (heading: string, items: string[]) => {
    if (items.length === 0) return [];
    const some = all ? items : items.slice(0, shortList);
    const more = items.length - some.length;
    return [
      `  ${heading}`,
      ...some.map((item) => `    ${item}`),
      ...(more > 0 ? [`    ${say.more(more)}`] : []),
    ];
  };
  const changes = changeKinds.flatMap((kind) => {
    const some = plan.changes.filter((change) => change.kind === kind);
    return list(
      `${say.kind[kind]}: ${messages.lessons(some.length)}`,
      some.map((change) => changeLine(change, messages)),
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
  return [...whole, ...(attention.length > 0 ? ['', ...list(say.attention, attention)] : []), ''];
}

function changeLine({ before, after }: Change, { arrow }: Messages): string {
  const place = ({ category, fileName }: LessonState) => `${shown(category)} / ${shown(fileName)}`;
  const places = [before, after].flatMap((state) => (state ? [place(state)] : []));
  return [...new Set(places)].join(` ${arrow} `);
}
