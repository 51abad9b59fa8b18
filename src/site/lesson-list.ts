import { Query, type TablesDB } from 'appwrite';
import type { Language } from '#contract/language.ts';
import { type LibraryFile, parseShownRows, toCategory, toLibraryFile } from '#contract/rows.ts';
import { type PosterSubject, shortPath } from '#contract/urls.ts';
import { orderCategories } from '#text/category-names.ts';
import { filesOf, type LibraryTables, rowsIn } from '#web/library/library-queries.ts';
import { withTimeout } from '#web/library/query-failure.ts';
import { BACKEND_TIMEOUT_MS } from './site-env.ts';

export interface LessonQuestion {
  language: Language;
  order: 'newest' | 'name';
  categoryId?: string | undefined;
  /** Part of a title. */
  search?: string;
  limit: number;
  /** Number of lessons to skip. */
  skip?: number;
}

/** A lesson's address and when it changed last. */
export type LessonDate = Pick<LibraryFile, '$id' | '$updatedAt'>;

/** The library for other programs, in bounded parts. Rejects if the backend does not respond in time. */
export type LessonList = ReturnType<typeof createLessonList>;

/** Maximum categories, more than a visitor looks through. */
const mostCategories = 1000;

const ofLesson = ['*', 'category.*'];
const withId = (id: string) => [Query.equal('$id', id), Query.limit(1)];

export function createLessonList(tables: Record<Language, TablesDB>, place: LibraryTables) {
  const list = (language: Language, table: 'files' | 'categories', queries: string[], total?: false) =>
    withTimeout(rowsIn({ ...place, db: tables[language] }, table, queries, total), BACKEND_TIMEOUT_MS);
  const rowsOf = async (table: 'files' | 'categories', queries: string[], language: Language = 'en') =>
    (await list(language, table, queries, false)).rows;
  const categoriesOf = async (queries: string[], language?: Language) =>
    parseShownRows(await rowsOf('categories', [Query.select(['*']), ...queries], language), toCategory);

  const lesson = async (id: string) =>
    parseShownRows(await rowsOf('files', [Query.select(ofLesson), ...withId(id)]), toLibraryFile)[0];
  const category = async (id: string) => (await categoriesOf(withId(id)))[0];

  return {
    async lessons({ language, order, categoryId, search = '', limit, skip = 0 }: LessonQuestion) {
      const { rows, total } = await list(language, 'files', [
        Query.select(ofLesson),
        Query.limit(limit),
        Query.offset(skip),
        order === 'newest' ? Query.orderDesc('$createdAt') : Query.orderAsc(place.sortColumn),
        ...filesOf(place, { search, categoryId }),
      ]);
      return { rows: parseShownRows(rows, toLibraryFile), total };
    },
    /** Dates of lessons, the oldest first, so that a lesson's position in the list is stable. */
    async dates(skip: number, limit: number): Promise<LessonDate[]> {
      const queries = [
        Query.select(['$id', '$updatedAt']),
        Query.orderAsc('$createdAt'),
        Query.limit(limit),
        Query.offset(skip),
      ];
      return (await rowsOf('files', queries)).map(({ $id, $updatedAt }) => ({ $id, $updatedAt }));
    },
    /** Undefined if there is none; a category alike. */
    lesson,
    category,
    /** A lesson with its category, or a category alone. */
    async subject({ kind, id }: PosterSubject) {
      if (kind === 'category') return { category: await category(id) };
      const match = await lesson(id);
      return { lesson: match, category: match?.category };
    },
    /** Returns the id of the oldest lesson or category that begins with the text. */
    async idFrom(kind: PosterSubject['kind'], beginning: string): Promise<string | undefined> {
      const queries = [
        Query.select(['$id']),
        // Only letters, digits, dots, hyphens and underscores follow.
        Query.between('$id', beginning, `${beginning}~`),
        Query.orderAsc('$createdAt'),
        Query.limit(1),
      ];
      const table = kind === 'lesson' ? 'files' : 'categories';
      return (await rowsOf(table, queries))[0]?.$id;
    },
    async categories(language: Language) {
      const byName = [Query.orderAsc('categoryName'), Query.limit(mostCategories)];
      return orderCategories(await categoriesOf(byName, language), place.categoryOrder);
    },
  };
}

/** Length of a short id: enough for some thousand lessons, and quick to type. */
const MIN_ID_LENGTH = 6;

/**
 * Finds the lesson or category of a short address by the first of `starts` that begins an id. The oldest of several counts,
 * because newer ones have longer addresses.
 */
export async function shortSubject(
  list: LessonList,
  ...starts: string[]
): Promise<PosterSubject | undefined> {
  for (const start of starts)
    for (const kind of ['lesson', 'category'] as const) {
      const id = await list.idFrom(kind, start);
      if (id !== undefined) return { kind, id };
    }
  return undefined;
}

/** Returns an address to type from a notice board: the language, and the shortest unique beginning of the id. */
export async function shortPathOf(
  list: LessonList,
  { kind, id }: PosterSubject,
  language: Language,
): Promise<string> {
  for (let length = MIN_ID_LENGTH; length < id.length; length += 1) {
    const beginning = id.slice(0, length);
    const match = await shortSubject(list, beginning);
    if (match?.kind === kind && match.id === id) return shortPath(beginning, language);
  }
  return shortPath(id, language);
}

/** Returns the short address of each lesson without its beginning, for a list of all lessons. */
export function assignShortCodes(
  lessons: readonly Pick<LibraryFile, '$id' | '$createdAt'>[],
): Map<string, string> {
  const usedCodes = new Set<string>();
  const codes = new Map<string, string>();
  const oldestFirst = [...lessons].sort((a, b) => (a.$createdAt < b.$createdAt ? -1 : 1));
  for (const { $id } of oldestFirst) {
    const beginnings = Array.from({ length: Math.max(0, $id.length - MIN_ID_LENGTH) }, (_, more) =>
      $id.slice(0, MIN_ID_LENGTH + more),
    );
    codes.set($id, beginnings.find((beginning) => !usedCodes.has(beginning)) ?? $id);
    for (const beginning of beginnings) usedCodes.add(beginning);
  }
  return codes;
}
