import type { Catalogue } from '../catalogue/appwrite-catalogue.ts';
import { whenRefused } from '../catalogue/when-refused.ts';
import { isContentId } from '../content-id.ts';
import { isKept } from '../journal/journal-entry.ts';
import type { Library } from '../journal/read-published.ts';
import type { Plan } from '../plan/plan.ts';

/**
 * Deletes the files nobody can see or take back: of lessons removed or replaced more than 30 days ago, and what an interrupted
 * publication left over. Files that this command did not make are never touched unless it removed their lesson itself.
 * `library` is as it was before the plan was carried out.
 */
export async function dropExpired(
  catalogue: Catalogue,
  { lessons, journal, files }: Library,
  { changes }: Plan,
): Promise<void> {
  const now = Date.now();
  const ours = new Set(journal.flatMap(({ before }) => before?.fileId ?? []));
  const needed = new Set([
    ...lessons.map(({ fileId }) => fileId),
    ...changes.flatMap(({ before, after }) => [before?.fileId, after?.fileId]),
    ...journal.filter((entry) => isKept(entry, now)).map(({ before }) => before?.fileId),
  ]);
  for (const id of files) {
    if (needed.has(id) || !(isContentId(id) || ours.has(id))) continue;
    // Appwrite answers 500 for a file whose bytes are gone on its disk. It is in nobody's way, and may go another time.
    await catalogue.removeFile(id).catch(whenRefused(undefined, 500));
  }
}
