import type { Kept } from '#backend/kept.ts';
import type { LessonPlace } from './hosted-lesson.ts';

type Find = (lessonId: string) => Promise<LessonPlace>;

/** Asks a backend elsewhere once for each lesson as long as the library stays as it is, however many pictures are wanted of it. */
export function keptPlaces(kept: Kept, find: Find): Find {
  const places = kept.shelf<{ place: Promise<LessonPlace> }>('place', () => 300);
  return async (lessonId) => {
    const known = places.find(lessonId);
    if (known) return known.place;
    const asked = { place: find(lessonId) };
    places.keep(lessonId, asked, kept.version());
    try {
      return await asked.place;
    } catch (error) {
      places.keep(lessonId, asked, Number.NaN);
      throw error;
    }
  };
}
