import { Query, type TablesDB } from 'appwrite';
import { type LibraryFile, shownRows, toCategory, toLibraryFile } from '#contract/rows.ts';
import type { SiteBackend } from '#settings/config.ts';
import { containsSearch } from '#web/features/library/library-queries.ts';
import type { Language } from '#web/i18n/language.ts';
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

export function createLessonList(
  tables: Record<Language, TablesDB>,
  settings: Pick<
    SiteBackend,
    'databaseId' | 'filesTableId' | 'categoriesTableId' | 'searchColumn' | 'sortColumn'
  >,
) {
  const { databaseId, filesTableId, categoriesTableId } = settings;
  const list = (language: Language, tableId: string, queries: string[]) =>
    withinTime(tables[language].listRows({ databaseId, tableId, queries }));
  const row = async <Row>(tableId: string, rowId: string, queries: string[], toRow: (_: unknown) => Row) => {
    const asking = tables.en.getRow({ databaseId, tableId, rowId, queries });
    const found = await withinTime(asking).catch((error: { code?: number }) => {
      if (error.code === 404) return undefined;
      throw error;
    });
    return found && shownRows([found], toRow)[0];
  };
  const whole = Query.select(['*', 'category.*']);

  return {
    async lessons({ language, order, categoryId, search = '', limit, skip = 0 }: LessonQuestion) {
      const { rows, total } = await list(language, filesTableId, [
        whole,
        Query.limit(limit),
        Query.offset(skip),
        order === 'newest' ? Query.orderDesc('$createdAt') : Query.orderAsc(settings.sortColumn),
        ...(categoryId === undefined ? [] : [Query.equal('category.$id', categoryId)]),
        ...containsSearch(settings, search),
      ]);
      return { rows: shownRows(rows, toLibraryFile), total };
    },
    /** Dates of lessons, the oldest lesson first, so that a lesson keeps its place in the list. */
    async dates(skip: number, limit: number): Promise<{ rows: LessonDate[]; total: number }> {
      const queries = [
        Query.select(['$id', '$updatedAt']),
        Query.orderAsc('$createdAt'),
        Query.limit(limit),
        Query.offset(skip),
      ];
      const { rows, total } = await list('en', filesTableId, queries);
      return { rows: rows.map(({ $id, $updatedAt }) => ({ $id, $updatedAt })), total };
    },
    /** Undefined when there is none, as is a category. */
    lesson: (id: string) => row(filesTableId, id, [whole], toLibraryFile),
    category: (id: string) => row(categoriesTableId, id, [], toCategory),
    /** The id of the oldest lesson or category whose id begins so. */
    async idFrom(kind: 'lesson' | 'category', beginning: string): Promise<string | undefined> {
      const queries = [
        Query.select(['$id']),
        // Letters, digits, dots, hyphens and underscores are all that follows.
        Query.between('$id', beginning, `${beginning}~`),
        Query.orderAsc('$createdAt'),
        Query.limit(1),
      ];
      const tableId = kind === 'lesson' ? filesTableId : categoriesTableId;
      return (await list('en', tableId, queries)).rows[0]?.$id;
    },
    async categories(language: Language) {
      const queries = [Query.select(['*']), Query.orderAsc('categoryName'), Query.limit(mostCategories)];
      return shownRows((await list(language, categoriesTableId, queries)).rows, toCategory);
    },
  };
}
