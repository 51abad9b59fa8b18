import type { TablesDB } from 'appwrite';
import type { BackendSettings } from '#settings/config.ts';

/** Where a lesson's address leads: to its file, nowhere any more, or nowhere ever. */
export type LessonPlace = { href: string } | 'gone' | undefined;

/** A page waits no longer for the backend. */
const deadline = 1500;

/**
 * Finds a lesson's file on a hosted backend, by its row, as any visitor may. What was taken down cannot be told there
 * from what never was: the journal is the owner's. Rejects when the backend does not answer.
 */
export function hostedLesson(
  db: TablesDB,
  settings: BackendSettings,
): (lessonId: string) => Promise<LessonPlace> {
  const { endpoint, projectId, databaseId, filesTableId: tableId, bucketId } = settings;
  return async (rowId) => {
    const asking = db.getRow({ databaseId, tableId, rowId }).catch((error: { code?: number }) => {
      if (error.code === 404) return undefined;
      throw error;
    });
    const late = Promise.withResolvers<never>();
    const timer = setTimeout(() => late.reject(new Error(`no answer within ${deadline} ms`)), deadline);
    try {
      const row = await Promise.race([asking, late.promise]);
      if (!row) return undefined;
      const file = `/storage/buckets/${bucketId}/files/${encodeURIComponent(String(row.fileId))}/view`;
      return { href: `${endpoint}${file}?project=${encodeURIComponent(projectId)}` };
    } finally {
      clearTimeout(timer);
    }
  };
}
