import type { Plan } from '../../src/publisher/plan/plan.ts';
import type { Published } from '../../src/publisher/plan/published.ts';

/** The library after a plan, without a backend: what publishing must come down to. */
export function applied(plan: Plan, published: Published): Published {
  const gone = new Set(plan.emptyCategories.map(({ id }) => id));
  const newName = new Map(plan.renamedCategories.map(({ id, to }) => [id, to]));
  const nameOf = (id: string, name: string) => newName.get(id) ?? name;
  const changed = new Set(plan.changes.map(({ id }) => id));
  const removed = plan.changes.flatMap(({ kind, id, before }) =>
    kind === 'removed' && before ? [{ id, ...before }] : [],
  );
  return {
    categories: [...published.categories, ...plan.newCategories]
      .filter(({ id }) => !gone.has(id))
      .map(({ id, name }) => ({ id, name: nameOf(id, name) })),
    lessons: [
      ...published.lessons
        .filter(({ id }) => !changed.has(id))
        .map((lesson) => ({ ...lesson, category: nameOf(lesson.categoryId, lesson.category) })),
      ...plan.changes.flatMap(({ id, after }) => (after ? [{ id, ...after }] : [])),
    ],
    removed: [...removed, ...published.removed].filter(
      ({ id }) => !plan.changes.some((change) => change.id === id && change.after !== null),
    ),
  };
}
