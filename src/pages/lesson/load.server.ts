import { Query, type TablesDB } from 'appwrite';
import { type LibraryFile, shownRows, toLibraryFile } from '#contract/rows.ts';
import type { Reading } from '#contract/urls.ts';
import { type LibraryTables, type OpenLibrary, rowsById, rowsIn } from '#web/library/library-queries.ts';
import { fileTitle } from '#web/page/file-title.ts';
import type { LessonLink } from './lesson-state.ts';

/** A lesson's data in the library. */
export type LoadedLesson = NonNullable<Awaited<ReturnType<typeof loadLesson>>>;

export type LessonTexts = NonNullable<Awaited<ReturnType<typeof lessonTexts>>>;

/**
 * Loads a lesson with the text of one page and its related lessons through the official SDK, as any visitor could.
 * Undefined if there is no such lesson. Throws the SDK's errors.
 *
 * @param relatedTo returns the ids of lessons similar to one
 */
export async function loadLesson(
  db: TablesDB,
  tables: LibraryTables,
  { id, page }: Pick<Reading, 'id' | 'page'>,
  relatedTo: (id: string) => readonly string[] | Promise<readonly string[]>,
) {
  const library = { ...tables, db };
  const queries = [Query.select(['*', 'category.*']), Query.equal('$id', id), Query.limit(1)];
  const { rows } = await rowsIn(library, 'files', queries, false);
  const [file] = shownRows(rows, toLibraryFile, tables.onSkipped);
  if (!file) return undefined;
  const [texts, before, after, related] = await Promise.all([
    lessonTexts(library, file, page),
    neighbour(library, file, 'before'),
    neighbour(library, file, 'after'),
    Promise.resolve(relatedTo(id)).then((ids) => linksTo(library, ids)),
  ]);
  return { file, texts, before, after, related };
}

/** Returns the previous or next lesson of the category, by name. */
async function neighbour(library: OpenLibrary, { $id, category }: LibraryFile, side: 'before' | 'after') {
  const queries = [
    Query.select(['$id', 'fileName']),
    Query.equal('category.$id', category.$id),
    Query.orderAsc(library.sortColumn),
    side === 'before' ? Query.cursorBefore($id) : Query.cursorAfter($id),
    Query.limit(1),
  ];
  const [row] = (await rowsIn(library, 'files', queries, false)).rows;
  return row && { id: row.$id, title: fileTitle(String(row.fileName)) };
}

/** Returns the lessons with these ids, in their order, without removed ones. */
async function linksTo(library: OpenLibrary, ids: readonly string[]): Promise<LessonLink[]> {
  const rows = await rowsById(library, 'files', ids, ['fileName']);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [{ id, title: fileTitle(String(row.fileName)) }] : [];
  });
}

/**
 * Loads the text of a lesson's file. Undefined if it was not read yet, belongs to another version, or if the backend has no such
 * table: the lesson's page works without.
 */
async function lessonTexts(library: OpenLibrary, { $id, fileId }: LibraryFile, page: number) {
  const queries = [
    Query.select(['page', 'label', 'text']),
    Query.equal('lesson', $id),
    Query.equal('page', [...new Set([0, 1, page])]),
    Query.limit(3),
  ];
  const { rows } = await rowsIn(library, 'pages', queries, false).catch((error: { code?: number }) => {
    if (error.code === 404) return { rows: [] };
    throw error;
  });
  const row = (number: number) => rows.find((one) => one.page === number);
  const head = headOf(row(0)?.text);
  if (head?.fileId !== fileId) return undefined;
  const words = (number: number) =>
    row(number)?.label === 'words' ? String(row(number)?.text ?? '') : undefined;
  const text = words(page);
  const letters = row(page)?.label === 'letters' ? { label: 'letters' as const } : undefined;
  return {
    /** Number of pages of the PDF; 0 if it could not be opened. */
    pages: head.pages,
    /** The words of the first page, where they are known for certain. */
    first: words(1),
    /** The page that is read: its words, or that only its letters are known. */
    page: text === undefined ? letters : { label: 'words' as const, text },
  };
}

function headOf(text: unknown): { fileId: string; pages: number } | undefined {
  try {
    const { fileId, pages } = JSON.parse(String(text));
    return typeof fileId === 'string' && Number.isInteger(pages) ? { fileId, pages } : undefined;
  } catch {
    return undefined;
  }
}
