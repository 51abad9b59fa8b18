import type { FolderLesson, FolderListing } from '../folder/folder-listing.ts';
import type { LessonState } from '../plan/published.ts';
import { placeKey } from './place.ts';
import type { UndoPlan } from './undo-plan.ts';

/** The listing of the folder after the steps, for the plan that the owner is shown before anything happens. Pure. */
export function undoneListing({ steps }: UndoPlan, listing: FolderListing): FolderListing {
  const formerName = new Map(
    steps.flatMap((step) => (step.kind === 'folder' ? [[step.from, step.to] as const] : [])),
  );
  const named = (category: string) => formerName.get(category) ?? category;
  const lessons = new Map<string, FolderLesson>();
  for (const lesson of listing.lessons) {
    const here = { ...lesson, category: named(lesson.category) };
    lessons.set(placeKey(here), here);
  }
  for (const step of steps) {
    if (step.kind === 'aside') lessons.delete(placeKey(step.at));
    else if (step.kind === 'edition') lessons.set(placeKey(step.at), { ...fetched(step.state), ...step.at });
    else if (step.kind === 'fetch') lessons.set(placeKey(step.state), fetched(step.state));
    else if (step.kind === 'move') {
      const lesson = lessons.get(placeKey(step.from));
      lessons.delete(placeKey(step.from));
      if (lesson) lessons.set(placeKey(step.to), { ...lesson, ...step.to });
    }
  }
  const all = [...lessons.values()];
  return {
    exists: true,
    categories: [...new Set([...listing.categories.map(named), ...all.map(({ category }) => category)])],
    lessons: all,
    problems: listing.problems.map((problem) => ({
      ...problem,
      ...(problem.category && { category: named(problem.category) }),
    })),
  };
}

function fetched(state: LessonState): FolderLesson {
  const { category, fileName, fileSize: size, contentId } = state;
  return { path: placeKey(state), category, fileName, size, contentId, md5: '', modifiedAt: 0 };
}
