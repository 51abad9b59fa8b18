import type { Messages } from '../messages/en.ts';
import { shown } from '../messages/shown.ts';
import type { LessonState } from '../plan/published.ts';

/** A lesson's place, or the one it had and the one it has now. */
export function changeText(
  { before, after }: { before: LessonState | null; after: LessonState | null },
  { arrow }: Messages,
): string {
  const place = ({ category, fileName }: LessonState) => `${shown(category)} / ${shown(fileName)}`;
  const places = [before, after].flatMap((state) => (state ? [place(state)] : []));
  return [...new Set(places)].join(` ${arrow} `);
}
