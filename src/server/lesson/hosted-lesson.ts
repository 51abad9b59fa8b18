import type { TablesDB } from 'appwrite';
import type { BackendSettings } from '#settings/config.ts';
import { withinTime } from '../within-time.ts';

/** Where a lesson's address leads: to its file (`saved` where it is not to be shown), nowhere any more, or nowhere ever. */
export type LessonPlace = { href: string; saved: string; fileId: string } | 'gone' | undefined;

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
    const row = await withinTime(asking);
    if (!row) return undefined;
    const fileId = String(row.fileId);
    const file = `${endpoint}/storage/buckets/${bucketId}/files/${encodeURIComponent(fileId)}`;
    const of = `?project=${encodeURIComponent(projectId)}`;
    return { fileId, href: `${file}/view${of}`, saved: `${file}/download${of}` };
  };
}
