import type { Catalogue } from '../catalogue/catalogue.ts';
import { isContentId } from '../content-id.ts';
import { isKept } from '../journal/journal-entry.ts';

/**
 * Deletes the files nobody can see or take back: of lessons removed or replaced more than 30 days ago, and what an interrupted
 * publication left over. Files that this command did not make are never touched unless it removed their lesson itself.
 */
export async function dropExpired(catalogue: Catalogue): Promise<void> {
  const [lessons, journal, files] = await Promise.all([
    catalogue.lessons(),
    catalogue.journal(['removed', 'replaced']),
    catalogue.files(),
  ]);
  const now = Date.now();
  const ours = new Set(journal.flatMap(({ before }) => before?.fileId ?? []));
  const needed = new Set([
    ...lessons.map(({ fileId }) => fileId),
    ...journal.filter((entry) => isKept(entry, now)).flatMap(({ before }) => before?.fileId ?? []),
  ]);
  for (const { id } of files) {
    if (!needed.has(id) && (isContentId(id) || ours.has(id))) await catalogue.removeFile(id);
  }
}
