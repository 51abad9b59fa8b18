import type { Backend } from '#backend/backend.ts';
import type { BackendSettings } from '#settings/config.ts';

/** The ids of lessons that share rare words with another one, most alike first. */
export type RelatedLessons = (lessonId: string) => readonly string[] | Promise<readonly string[]>;

export const mostRelated = 5;
/** Bytes of an id, about. */
const idBytes = 40;

/** Asks the embedded backend once for each version of the library. */
export function createRelatedLessons(
  { kept, relatedGroups }: Pick<Backend, 'kept' | 'relatedGroups'>,
  { databaseId, pagesTableId: tableId }: Pick<BackendSettings, 'databaseId' | 'pagesTableId'>,
): RelatedLessons {
  const known = kept.shelf<readonly string[]>('related', (ids) => idBytes * ids.length);
  return (value) =>
    known.get(value, () => relatedGroups({ databaseId, tableId, column: 'lesson', value }, mostRelated));
}
