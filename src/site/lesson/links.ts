import type { OwnRows } from '#backend/db/rows.ts';
import type { BackendSettings } from '#settings/config.ts';

export type LessonLinks = ReturnType<typeof createLessonLinks>;

const journal = 'changes';

/** Where the addresses of lessons lead, as the rows and the owner's journal of the embedded backend say. */
export function createLessonLinks(
  rows: OwnRows,
  { databaseId, filesTableId }: Pick<BackendSettings, 'databaseId' | 'filesTableId'>,
) {
  const lessons = (values: Record<string, string>) => rows(databaseId, filesTableId, values);
  const noted = (values: Record<string, string>) => rows(databaseId, journal, values);
  return {
    /**
     * The edition of a lesson that visitors are given now: its file, and its title with its ending, as the row has it. `gone` is a lesson
     * that was taken down, `undefined` one that never was.
     */
    edition(lessonId: string) {
      const [row] = lessons({ $id: lessonId });
      if (row) return { fileId: String(row.fileId), fileName: String(row.fileName) };
      return noted({ lesson: lessonId, kind: 'removed' }).length > 0 ? 'gone' : undefined;
    },
    /** The lesson that a file belonged to before a new edition took its place, or before it was taken down. */
    formerlyOf(fileId: string): string | undefined {
      // The publisher notes each file that a lesson leaves under the file's own id.
      const [note] = noted({ $id: fileId });
      return note && lessons({ fileId }).length === 0 ? String(note.lesson) : undefined;
    },
  };
}
