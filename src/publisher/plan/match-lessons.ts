import type { FolderLesson } from '../folder/folder-listing.ts';
import type { PublishedLesson } from './published.ts';

export interface Matches {
  pairs: { lesson: FolderLesson; published: PublishedLesson }[];
  added: FolderLesson[];
  /** The same content a second time; it is not published. */
  twice: { lesson: FolderLesson; first: FolderLesson }[];
  unmatched: PublishedLesson[];
}

/**
 * Which file is which published lesson. Content decides before the name: the same content at its place, the same content anywhere
 * (renamed or moved), then the same place with other content (a corrected edition).
 * `categoryOf` tells the name a published lesson's category has now.
 */
export function matchLessons(
  lessons: FolderLesson[],
  published: PublishedLesson[],
  categoryOf: (lesson: PublishedLesson) => string,
): Matches {
  const open = new Set(published);
  const pairs: Matches['pairs'] = [];
  const waiting = new Set(lessons);
  const take = (key: (lesson: FolderLesson) => string, keyOf: (lesson: PublishedLesson) => string) => {
    const index = Map.groupBy(open, keyOf);
    for (const lesson of waiting) {
      const found = index.get(key(lesson))?.find((candidate) => open.has(candidate));
      if (!found) continue;
      open.delete(found);
      waiting.delete(lesson);
      pairs.push({ lesson, published: found });
    }
  };
  const place = (lesson: FolderLesson) => joined(lesson.category, lesson.fileName);
  const placeOf = (lesson: PublishedLesson) => joined(categoryOf(lesson), lesson.fileName);

  take(
    (lesson) => joined(place(lesson), lesson.contentId),
    (lesson) => joined(placeOf(lesson), lesson.contentId),
  );
  const twice = setDuplicatesAside(
    pairs.map((pair) => pair.lesson),
    waiting,
  );
  take(
    (lesson) => joined(lesson.category, lesson.contentId),
    (lesson) => joined(categoryOf(lesson), lesson.contentId),
  );
  take(
    (lesson) => joined(lesson.fileName, lesson.contentId),
    (lesson) => joined(lesson.fileName, lesson.contentId),
  );
  take(
    (lesson) => lesson.contentId,
    (lesson) => lesson.contentId,
  );
  take(place, placeOf);
  return { pairs, added: [...waiting], twice, unmatched: [...open] };
}

function setDuplicatesAside(matched: FolderLesson[], waiting: Set<FolderLesson>): Matches['twice'] {
  const first = new Map(matched.map((lesson) => [lesson.contentId, lesson]));
  const twice: Matches['twice'] = [];
  for (const lesson of waiting) {
    const other = first.get(lesson.contentId);
    if (!other) first.set(lesson.contentId, lesson);
    else {
      waiting.delete(lesson);
      twice.push({ lesson, first: other });
    }
  }
  return twice;
}

// NUL stands in no file name.
function joined(...parts: string[]): string {
  return parts.join('\0');
}
