import type { Catalogue } from '../catalogue/appwrite-catalogue.ts';
import { formerFiles } from '../journal/journal.ts';
import type { Library } from '../journal/read-published.ts';
import { inParallel } from './in-parallel.ts';

const atOnce = 3;

/**
 * Writes into each row the address that stays, where it has another: of a library that was made before there was one, or of a
 * site that has moved. Both addresses lead to the lesson all the while. Returns how many there were.
 */
export async function giveLinks(
  catalogue: Catalogue,
  { unlinked, journal }: Library,
  signal?: AbortSignal,
): Promise<number> {
  if (unlinked.length === 0) return 0;
  // Before the rows: as long as one is left, the next publication does all of this again.
  await catalogue.saveJournal(formerFiles(journal));
  await inParallel(atOnce, unlinked, async (lesson) => {
    signal?.throwIfAborted();
    await catalogue.giveLink(lesson);
  });
  return unlinked.length;
}
