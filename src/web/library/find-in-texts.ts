import { Query } from 'appwrite';
import { MAX_COUNTED_HITS } from '#contract/totals.ts';
import type { SpellingCache } from '#text/page-matches.ts';
import { compilePageQuery, type PageTerm } from '#text/page-query.ts';
import type { LessonHit, PageHit, TextHits } from './files-page.ts';
import type { FilesFilter } from './library-filters.ts';
import { type OpenLibrary, rowsById, rowsIn } from './library-queries.ts';
import { inTime } from './query-failure.ts';
import { textQuote } from './text-quote.ts';

/** Lessons under the files of a search, and pages of each. */
const most = { lessons: 5, pages: 3 };
/** Lessons on a page of the list of all that was found. */
export const lessonsPerPage = 10;
/** Pages asked for: for the first lessons, and at a time for the list of all. */
const fetched = { first: 60, all: 500 };
/** A page waits no longer for what stands inside the lessons than it can be without it. */
const patienceMilliseconds = typeof window === 'undefined' ? 1000 : 10_000;

type Hit = ReturnType<typeof toHit>;

type Asked = Pick<FilesFilter, 'search' | 'categoryId' | 'inText' | 'page'>;

/**
 * The pages of lessons that hold every word of a search. Undefined when nothing is found or asked, and when the backend has no
 * such table, does not answer or takes too long: the files of the search are there without it.
 */
export async function findInTexts(library: OpenLibrary, asked: Asked): Promise<TextHits | undefined> {
  return inTime(patienceMilliseconds, hitsOf(library, asked)).catch(() => undefined);
}

async function hitsOf(library: OpenLibrary, asked: Asked): Promise<TextHits | undefined> {
  const found = (await ask(library, asked, false)) ?? (await askForBeginning(library, asked));
  if (!found) return undefined;
  const { needs, hits, total } = found;
  const byLesson = new Map<string, Hit[]>();
  for (const hit of hits) {
    const pages = byLesson.get(hit.lesson);
    if (pages) pages.push(hit);
    else byLesson.set(hit.lesson, [hit]);
  }
  const [from, to] = asked.inText
    ? [(asked.page - 1) * lessonsPerPage, asked.page * lessonsPerPage]
    : [0, most.lessons];
  const shown = [...byLesson]
    .slice(from, to)
    .map(([lesson, pages]) => ({ lesson, pages: pages.slice(0, most.pages) }));
  const pagesAtLeast = total === (library.totalLimit ?? MAX_COUNTED_HITS);
  return {
    pages: total,
    ...(pagesAtLeast && { pagesAtLeast }),
    lessons: byLesson.size,
    ...((pagesAtLeast || total > hits.length) && { lessonsAtLeast: true }),
    found: await lessonHits(library, shown, needs),
    ...(asked.inText && { isWhole: true }),
    ...(pagesAtLeast && hits.length >= total && { onlyFirst: true }),
  };
}

/** What is a word of the library is not looked for as the beginning of one in a category that does not have it. */
async function askForBeginning(library: OpenLibrary, asked: Asked) {
  const needs = asked.categoryId === undefined ? [] : compilePageQuery(asked.search);
  if (needs.length > 0) {
    const queries = [Query.select(['$id']), ...holding(needs), Query.limit(1)];
    const { rows } = await rowsIn(library, 'pages', queries, false);
    if (rows.length > 0) return undefined;
  }
  return ask(library, asked, true);
}

const holding = (needs: readonly PageTerm[]) =>
  needs.map(({ values }) => Query.contains('search', [...values]));

/** Undefined where nothing is found. */
async function ask(library: OpenLibrary, { search, categoryId, inText, page }: Asked, beginning: boolean) {
  const needs = compilePageQuery(search, beginning);
  if (needs.length === 0) return undefined;
  const queries = [
    Query.select(['$id', 'lesson', 'page', 'label']),
    ...holding(needs),
    ...(categoryId === undefined ? [] : [Query.equal('category', categoryId)]),
  ];
  const list = async (limit: number, offset = 0) => {
    const part = [Query.limit(limit), ...(offset > 0 ? [Query.offset(offset)] : [])];
    const { rows, total } = await rowsIn(library, 'pages', [...queries, ...part]);
    return { needs, total, hits: rows.map(toHit) };
  };
  const first = await list(inText ? fetched.all : fetched.first);
  if (first.total === 0) return undefined;
  // To know of how many lessons they are.
  if (!inText) return first.total > first.hits.length ? list(fetched.all) : first;
  const { total, hits } = first;
  const lessons = () => new Set(hits.map(({ lesson }) => lesson)).size;
  // A page of the list is looked for as far as there is one behind it.
  while (hits.length < total && lessons() <= (page + 1) * lessonsPerPage) {
    const next = await list(fetched.all, hits.length);
    if (next.hits.length === 0) break;
    hits.push(...next.hits);
  }
  return first;
}

function toHit(row: Record<string, unknown>) {
  return {
    id: String(row.$id),
    lesson: String(row.lesson),
    page: Number(row.page),
    label: String(row.label),
  };
}

/** The lessons by name, and of each page the part that was asked for. A lesson that is gone meanwhile is left out. */
async function lessonHits(
  library: OpenLibrary,
  shown: { lesson: string; pages: Hit[] }[],
  needs: readonly PageTerm[],
): Promise<LessonHit[]> {
  const quoted = shown.flatMap(({ pages }) =>
    pages.filter(({ label }) => label === 'words').map(({ id }) => id),
  );
  const lessonIds = shown.map(({ lesson }) => lesson);
  const [lessons, texts] = await Promise.all([
    rowsById(library, 'files', lessonIds, ['fileName']),
    rowsById(library, 'pages', quoted, ['text']),
  ]);
  const spellings: SpellingCache = new Map();
  const pageHit = ({ id, page }: Hit): PageHit => {
    const text = texts.get(id)?.text;
    const quote = typeof text === 'string' ? textQuote(text, needs, spellings) : undefined;
    return quote ? { page, quote } : { page };
  };
  return shown.flatMap(({ lesson, pages }): LessonHit[] => {
    const fileName = lessons.get(lesson)?.fileName;
    return typeof fileName === 'string' ? [{ id: lesson, fileName, pages: pages.map(pageHit) }] : [];
  });
}
