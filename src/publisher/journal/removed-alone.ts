import type { Catalogue } from '../catalogue/appwrite-catalogue.ts';
import type { Library } from './read-published.ts';

const day = 24 * 60 * 60 * 1000;

/** How many lessons the running site has taken off by itself within a day and nobody has put back. */
export async function removedAlone(catalogue: Catalogue, { journal, lessons }: Library): Promise<number> {
  const live = new Set(lessons.map(({ id }) => id));
  const lately = journal.filter(
    ({ kind, lesson, createdAt }) =>
      kind === 'removed' && lesson && !live.has(lesson) && Date.now() - Date.parse(createdAt) < day,
  );
  if (lately.length === 0) return 0;
  const heads = await catalogue.journal(['started', 'finished']);
  const alone = new Set(heads.filter(({ note }) => note?.alone === true).map(({ id }) => id));
  return new Set(lately.filter(({ publication }) => alone.has(publication ?? '')).map(({ lesson }) => lesson))
    .size;
}
