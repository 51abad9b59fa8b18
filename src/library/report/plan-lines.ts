import type { Messages } from '../messages/en.ts';
import { shown } from '../messages/shown.ts';
import { type Change, changeKinds, countKinds } from '../plan/change.ts';
import { inVisitorsOrder, type Place } from '../plan/place.ts';
import { isEmpty, type Plan } from '../plan/plan.ts';

/** The plan as the owner reads it, in lines. `all` shows long lists in full. */
export function planLines(plan: Plan, messages: Messages, all: boolean): string[] {
  const say = messages.plan;
  const list = (heading: string, items: string[]) => listLines(heading, items, messages, all);
  const changes = changeKinds.flatMap((kind) => {
    const some = plan.changes.filter((change) => change.kind === kind);
    const inOrder = inVisitorsOrder(some, ({ before, after }) => after ?? before);
    const texts = inOrder.map((change) => changeText(change, messages));
    return list(`${say.kind[kind]}: ${messages.lessons(some.length)}`, texts);
  });
  const names = (categories: { name: string }[]) => categories.map(({ name }) => shown(name));
  const renames = plan.renamedCategories.map(
    ({ from, to }) => `${shown(from)} ${messages.arrow} ${shown(to)}`,
  );
  const whole = isEmpty(plan)
    ? [say.nothing]
    : [
        say.heading,
        '',
        ...list(say.newCategory, names(plan.newCategories)),
        ...list(say.renamedCategory, renames),
        ...changes,
        ...list(say.emptyCategory, names(plan.emptyCategories)),
        ...(plan.unchanged > 0 ? [`  ${say.unchanged(plan.unchanged)}`] : []),
      ];
  const remarks = [
    list(say.attention, plan.attention.map(say.problem)),
    list(say.locked, plan.locked.map(shown)),
    list(say.pictures(plan.pictures.length), plan.pictures.map(shown)),
  ];
  return [...whole, ...remarks.flatMap((lines) => (lines.length > 0 ? ['', ...lines] : [])), ''];
}

const shortList = 12;

/** A heading and what belongs to it, in lines; a long list is cut unless all of it is wanted. Nothing for an empty one. */
export function listLines(heading: string, items: string[], messages: Messages, all: boolean): string[] {
  if (items.length === 0) return [];
  const some = all ? items : items.slice(0, shortList);
  const more = items.length - some.length;
  return [
    `  ${heading}`,
    ...some.map((item) => `    ${item}`),
    ...(more > 0 ? [`    ${messages.plan.more(more)}`] : []),
  ];
}

/** A lesson's place, or the one it had and the one it has now. */
export function changeText(
  { before, after }: { before: Place | null; after: Place | null },
  { arrow }: Messages,
): string {
  const places = [before, after].flatMap((place) => (place ? [placeText(place)] : []));
  return [...new Set(places)].join(` ${arrow} `);
}

/** A lesson's place, or a category. */
export function placeText({ category, fileName }: Place): string {
  return fileName === '' ? shown(category) : `${shown(category)} / ${shown(fileName)}`;
}

/** What was done of a plan in one line, or an empty string when no lesson and no category's name changed. */
export function summary(done: Change[], { renamedCategories }: Plan, messages: Messages): string {
  const kinds = [...done.map(({ kind }) => kind), ...renamedCategories.map(() => 'categoryRenamed')];
  return countsText(countKinds(kinds), messages);
}

/** How many of each kind there are. */
export function countsText(counts: ReturnType<typeof countKinds>, { plan, texts }: Messages): string {
  return counts.map(([kind, count]) => `${plan.kind[kind]}: ${count}`).join(texts.comma);
}
