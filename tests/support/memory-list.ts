import type { Category, LibraryFile } from '#contract/rows.ts';
import type { LessonList } from '#site/lesson-list.ts';

const date = (day: number) => new Date(Date.UTC(2026, 0, 1 + day)).toISOString();

export const categoryRow = (id: string, categoryName: string): Category => ({
  $id: id,
  $createdAt: date(0),
  $updatedAt: date(0),
  categoryName,
});

export const lessonRow = (at: number, fileName: string, category: Category): LibraryFile => ({
  $id: `lesson${at}`,
  $createdAt: date(at),
  $updatedAt: date(at),
  url: `/lesson/lesson${at}.pdf`,
  fileName,
  fileSize: 1000 + at,
  fileId: `file${at}`,
  category,
});

/** Creates a list of exactly these rows, even if a backend would reject them. They must be in order of age, oldest first. */
export function memoryList(categories: readonly Category[], files: readonly LibraryFile[]): LessonList {
  const byId = <Row extends { $id: string }>(rows: readonly Row[]) =>
    new Map(rows.map((row) => [row.$id, row]));
  const [categoryOf, lessonOf] = [byId(categories), byId(files)];
  return {
    async lessons({ order, categoryId, search = '', limit, skip = 0 }) {
      const rows = files.filter(
        ({ fileName, category }) =>
          fileName.includes(search) && (categoryId === undefined || category.$id === categoryId),
      );
      if (order === 'newest') rows.reverse();
      const page = rows.slice(skip, skip + limit);
      return { rows: page, rowCount: page.length, total: rows.length };
    },
    lesson: async (id) => lessonOf.get(id),
    category: async (id) => categoryOf.get(id),
    subject: async ({ kind, id }) => {
      const lesson = kind === 'lesson' ? lessonOf.get(id) : undefined;
      return { lesson, category: lesson?.category ?? categoryOf.get(id) };
    },
    findIdByPrefix: async (kind, beginning) =>
      (kind === 'lesson' ? files : categories).find(({ $id }) => $id.startsWith(beginning))?.$id,
    categories: async () => [...categories],
  };
}
