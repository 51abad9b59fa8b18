import type { OwnRows } from '#backend/db/rows.ts';
import type { Log } from '#library/store/log.ts';
import type { BackendSettings } from '#settings/config.ts';

export type LessonLinks = ReturnType<typeof createLessonLinks>;

/** Resolves addresses of lessons with the rows and the log of publications. */
export function createLessonLinks(
  rows: OwnRows,
  log: Pick<Log, 'wasRemoved' | 'lessonOfFormerFile'>,
  { databaseId, filesTableId }: Pick<BackendSettings, 'databaseId' | 'filesTableId'>,
) {
  const lessons = (values: Record<string, string>) => rows(databaseId, filesTableId, values);
  return {
    /**
     * The edition of a lesson that visitors are given now: its file, and its title with its ending, as the row has it. `gone` is a lesson
     * that was taken down, `undefined` one that never was.
     */
    edition(lessonId: string) {
      const [row] = lessons({ $id: lessonId });
      if (row) return { fileId: String(row.fileId), fileName: String(row.fileName) };
      return log.wasRemoved(lessonId) ? 'gone' : undefined;
    },
    /** Returns the lesson a file belonged to before it was replaced or removed. */
    formerlyOf(fileId: string): string | undefined {
      const lesson = log.lessonOfFormerFile(fileId);
      return lesson && lessons({ fileId }).length === 0 ? lesson : undefined;
    },
  };
}
