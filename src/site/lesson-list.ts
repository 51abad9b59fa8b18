import { Query } from 'appwrite';
import type { Language } from '#contract/language.ts';
import { parseShownRows, toCategory, toLibraryFile } from '#contract/rows.ts';
import { type PosterSubject, SHORT_ID_LENGTH, shortPath } from '#contract/urls.ts';
import { orderCategories } from '#text/category-names.ts';
import { buildFileQueries, listLessons, listRows, type OpenLibrary } from '#web/library/library-queries.ts';
import { withTimeout } from '#web/library/query-failure.ts';
import { BACKEND_TIMEOUT_MS } from './site-env.ts';

export interface LessonQuery {
  language: Language;
  order: 'newest' | 'oldest' | 'name';
  categoryId?: string | undefined;
  /** Part of a title. */
  search?: string;
  limit: number;
  /** Number of lessons to skip. */
  skip?: number;
}

/** Queries the library for feeds, catalogs, the sitemap and other documents. Rejects if the backend fails or does not respond in time. */
export type LessonList = ReturnType<typeof createLessonList>;

/** Maximum number of categories listed. */
const MAX_CATEGORIES = 1000;

const withId = (id: string) => [Query.equal('$id', id), Query.limit(1)];

/** @param libraries the library, by the language in which the backend sorts names */
export function createLessonList(libraries: Record<Language, OpenLibrary>) {
  const { sortColumn, categoryOrder } = libraries.en;
  const list = (language: Language, table: 'files' | 'categories', queries: string[], total?: false) =>
    withTimeout(listRows(libraries[language], table, queries, total), BACKEND_TIMEOUT_MS);
  const rowsOf = async (table: 'files' | 'categories', queries: string[], language: Language = 'en') =>
    (await list(language, table, queries, false)).rows;
  const categoriesOf = async (queries: string[], language?: Language) =>
    parseShownRows(await rowsOf('categories', [Query.select(['*']), ...queries], language), toCategory);

  const lesson = async (id: string) =>
    (await withTimeout(listLessons(libraries.en, ...withId(id)), BACKEND_TIMEOUT_MS))[0];
  const category = async (id: string) => (await categoriesOf(withId(id)))[0];

  const orders = {
    newest: Query.orderDesc('$createdAt'),
    oldest: Query.orderAsc('$createdAt'),
    name: Query.orderAsc(sortColumn),
  };
  return {
    /**
     * Returns one page of lessons. `rowCount` (of the page) and `total` include rows that cannot be shown. A hosted backend stops counting
     * the total at a limit.
     */
    async lessons({ language, order, categoryId, search = '', limit, skip = 0 }: LessonQuery) {
      const { rows, total } = await list(language, 'files', [
        Query.select(['*', 'category.*']),
        Query.limit(limit),
        Query.offset(skip),
        orders[order],
        ...buildFileQueries(libraries[language], { search, categoryId }),
      ]);
      return { rows: parseShownRows(rows, toLibraryFile), rowCount: rows.length, total };
    },
    /** Returns a lesson; undefined if there is none, or if its row cannot be shown. */
    lesson,
    /** Returns a category; undefined if there is none, or if its row cannot be shown. */
    category,
    /** Returns a lesson with its category, or only a category; the fields are undefined if there is none. */
    async subject({ kind, id }: PosterSubject) {
      if (kind === 'category') return { category: await category(id) };
      const match = await lesson(id);
      return { lesson: match, category: match?.category };
    },
    /** Returns the id of the first created lesson or category whose id begins with `prefix`; undefined if there is none. */
    async findIdByPrefix(kind: PosterSubject['kind'], prefix: string): Promise<string | undefined> {
      const queries = [
        Query.select(['$id']),
        // In ASCII, `~` comes after every character of an id.
        Query.between('$id', prefix, `${prefix}~`),
        // The owner can change `$createdAt` of a lesson, for example by a date in its file name.
        Query.orderAsc('$sequence'),
        Query.limit(1),
      ];
      const table = kind === 'lesson' ? 'files' : 'categories';
      return (await rowsOf(table, queries))[0]?.$id;
    },
    /** Returns at most 1,000 categories in the owner's order; categories that it does not name follow, sorted by name. */
    async categories(language: Language) {
      const byName = [Query.orderAsc('categoryName'), Query.limit(MAX_CATEGORIES)];
      return orderCategories(await categoriesOf(byName, language), categoryOrder);
    },
  };
}

/**
 * Finds the lesson or category of a short address by the first of `prefixes` that begins an id; undefined if none does. Prefers categories,
 * then the row created first, because others have longer addresses. Only ids of older versions and other programs share a prefix.
 */
export async function findShortSubject(
  list: LessonList,
  ...prefixes: string[]
): Promise<PosterSubject | undefined> {
  for (const prefix of prefixes)
    for (const kind of ['category', 'lesson'] as const) {
      const id = await list.findIdByPrefix(kind, prefix);
      if (id !== undefined) return { kind, id };
    }
  return undefined;
}

/** Returns a short address for notice boards: the language, and the shortest prefix of six or more characters that leads to the subject. */
export async function shortPathOf(
  list: LessonList,
  { kind, id }: PosterSubject,
  language: Language,
): Promise<string> {
  for (let length = SHORT_ID_LENGTH; length < id.length; length += 1) {
    const prefix = id.slice(0, length);
    const match = await findShortSubject(list, prefix);
    if (match?.kind === kind && match.id === id) return shortPath(prefix, language);
  }
  return shortPath(id, language);
}

/** Returns the short code of each lesson and category: the shortest prefix of six or more characters that no other id has, else the id. */
export function assignShortCodes(ids: readonly string[]): Map<string, string> {
  const prefixesOf = (id: string) =>
    Array.from({ length: Math.max(0, id.length - SHORT_ID_LENGTH) }, (_, extra) =>
      id.slice(0, SHORT_ID_LENGTH + extra),
    );
  const idsByPrefix = Map.groupBy(ids.flatMap(prefixesOf), (prefix) => prefix);
  return new Map(
    ids.map((id) => [id, prefixesOf(id).find((prefix) => idsByPrefix.get(prefix)?.length === 1) ?? id]),
  );
}
