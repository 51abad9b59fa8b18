import { Query, type TablesDB } from 'appwrite';
import { type LibraryFile, shownRows, toCategory, toLibraryFile } from '#contract/rows.ts';
import { filesOf, type LibraryTables, rowsIn } from '#web/features/library/library-queries.ts';
import type { Language } from '#web/i18n/language.ts';
import type { PosterSubject } from '#web/page/poster-href.ts';
import { withinTime } from '../within-time.ts';

export interface LessonQuestion {
  language: Language;
  order: 'newest' | 'name';
  categoryId?: string | undefined;
  /** Part of a title. */
  search?: string;
  limit: number;
  /** How many come before. */
  skip?: number;
}

/** A lesson's address and when it changed last. */
export type LessonDate = Pick<LibraryFile, '$id' | '$updatedAt'>;

/** The library as programs of others ask for it: a bounded part at a time. Rejects when the backend does not answer in time. */
export type LessonList = ReturnType<typeof createLessonList>;

/** More categories than anybody looks through. */
const mostCategories = 1000;

const ofLesson = ['*', 'category.*'];

export function createLessonList(tables: Record<Language, TablesDB>, place: LibraryTables) {
  const list = (language: Language, table: 'files' | 'categories', queries: string[], total?: false) =>
    withinTime(rowsIn({ ...place, db: tables[language] }, table, queries, total));
  const row = async <Row>(
    table: 'files' | 'categories',
    id: string,
    columns: string[],
    toRow: (row: unknown) => Row,
  ) => {
    const queries = [Query.select(columns), Query.equal('$id', id), Query.limit(1)];
    return shownRows((await list('en', table, queries, false)).rows, toRow)[0];
  };

  const lesson = (id: string) => row('files', id, ofLesson, toLibraryFile);
  const category = (id: string) => row('categories', id, ['*'], toCategory);

  return {
    async lessons({ language, order, categoryId, search = '', limit, skip = 0 }: LessonQuestion) {
      const { rows, total } = await list(language, 'files', [
        Query.select(ofLesson),
        Query.limit(limit),
        Query.offset(skip),
        order === 'newest' ? Query.orderDesc('$createdAt') : Query.orderAsc(place.sortColumn),
        ...filesOf(place, { search, categoryId }),
      ]);
      return { rows: shownRows(rows, toLibraryFile), total };
    },
    /** Dates of lessons, the oldest lesson first, so that a lesson keeps its place in the list. */
    async dates(skip: number, limit: number): Promise<LessonDate[]> {
      const queries = [
        Query.select(['$id', '$updatedAt']),
        Query.orderAsc('$createdAt'),
        Query.limit(limit),
        Query.offset(skip),
      ];
      const { rows } = await list('en', 'files', queries, false);
      return rows.map(({ $id, $updatedAt }) => ({ $id, $updatedAt }));
    },
    /** Undefined when there is none, as is a category. */
    lesson,
    category,
    /** A lesson with its category, or a category alone. */
    async subject({ kind, id }: PosterSubject) {
      if (kind === 'category') return { category: await category(id) };
      const found = await lesson(id);
      return { lesson: found, category: found?.category };
    },
    /** The id of the oldest lesson or category whose id begins so. */
    async idFrom(kind: PosterSubject['kind'], beginning: string): Promise<string | undefined> {
      const queries = [
        Query.select(['$id']),
        // Letters, digits, dots, hyphens and underscores are all that follows.
        Query.between('$id', beginning, `${beginning}~`),
        Query.orderAsc('$createdAt'),
        Query.limit(1),
      ];
      const table = kind === 'lesson' ? 'files' : 'categories';
      return (await list('en', table, queries, false)).rows[0]?.$id;
    },
    async categories(language: Language) {
      const queries = [Query.select(['*']), Query.orderAsc('categoryName'), Query.limit(mostCategories)];
      return shownRows((await list(language, 'categories', queries, false)).rows, toCategory);
    },
  };
}
