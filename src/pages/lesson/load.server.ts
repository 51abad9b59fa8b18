import { Query, type TablesDB } from 'appwrite';
import { directionOf, type Language } from '#contract/language.ts';
import type { ContentsEntry, PageLine, PageSize, WordPlace } from '#contract/lesson-outline.ts';
import { type LibraryFile, parseShownRows, toLibraryFile } from '#contract/rows.ts';
import { firstOfText, PAGES_PER_TEXT, type Reading } from '#contract/urls.ts';
import type { RequestContext } from '#http/request-context.ts';
import type { LessonPages } from '#site/pictures/lesson-drawings.ts';
import { shareOfArabic } from '#text/language-runs.ts';
import { findTerms } from '#text/page-matches.ts';
import { compilePageQuery, type PageTerm } from '#text/page-query.ts';
import { findVerses } from '#text/verses/find-verses.ts';
import { quotedVerses, type Verse } from '#text/verses/quoted-verses.ts';
import { wordRanges } from '#text/words.ts';
import { datesOf } from '#web/i18n/dates.ts';
import { findInLesson, type LessonHits } from '#web/library/find-in-lesson.ts';
import { type LibraryTables, type OpenLibrary, rowsById, rowsIn } from '#web/library/library-queries.ts';
import { withTimeout } from '#web/library/query-failure.ts';
import { fileTitle, safeHref } from '#web/page/file-facts.ts';
import type { PageFacts } from '#web/page/page-facts.ts';

/** A lesson's data in the library. */
export type LoadedLesson = NonNullable<Awaited<ReturnType<typeof loadLesson>>>;

export type LessonTexts = NonNullable<Awaited<ReturnType<typeof lessonTexts>>>;

export interface LessonSources {
  /** Returns the ids of lessons similar to one. */
  relatedLessons: (id: string) => readonly string[] | Promise<readonly string[]>;
  /** Returns the bytes of a category's archive. */
  zipBytes?: ((categoryId: string) => Promise<number | undefined>) | undefined;
}

/**
 * Loads a lesson with the text of one page and its related lessons through the official SDK, as any visitor could.
 * Undefined if there is no such lesson. Throws the SDK's errors.
 *
 * @param sources of what its tables do not hold
 */
export async function loadLesson(
  db: TablesDB,
  tables: LibraryTables,
  { id, page, search, as }: Reading,
  { relatedLessons, zipBytes }: LessonSources,
) {
  const library = { ...tables, db, findVerses };
  const queries = [Query.select(['*', 'category.*']), Query.equal('$id', id), Query.limit(1)];
  const { rows } = await rowsIn(library, 'files', queries, false);
  const [file] = parseShownRows(rows, toLibraryFile, tables.onSkipped);
  if (!file) return undefined;
  const [texts, wholeText, hits, before, after, related, zip] = await Promise.all([
    lessonTexts(library, file, page),
    as === 'text' ? textPages(library, id, firstOfText(page)) : undefined,
    search === '' ? undefined : findInLesson(library, { lessonId: id, search, page }),
    neighbour(library, file, 'before'),
    neighbour(library, file, 'after'),
    Promise.resolve(relatedLessons(id)).then((ids) => linksTo(library, ids)),
    zipBytes?.(file.category.$id).catch(() => undefined),
  ]);
  return { file, texts, wholeText, hits, before, after, related, zip };
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
 * Loads the text of a lesson's file. Undefined if it is unread, of another version, or if the backend has no such table; the page
 * works without it.
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
  const row = (number: number) => rows.find((row) => row.page === number);
  const head = headOf(row(0)?.text);
  if (head?.fileId !== fileId) return undefined;
  const words = (number: number) =>
    row(number)?.label === 'words' ? String(row(number)?.text ?? '') : undefined;
  const text = words(page);
  const letters = row(page)?.label === 'letters' ? { label: 'letters' as const } : undefined;
  return {
    /** Number of pages of the PDF; 0 if it could not be opened. */
    pages: head.pages,
    /** Whether some page has text. */
    hasText: head.found > 0,
    /** Words of the first page, if they are certain. */
    first: words(1),
    /** The current page: its words, or that only its letters are known. */
    page: text === undefined ? letters : { label: 'words' as const, text },
  };
}

/** A page in the text of a lesson; without text if its words are uncertain. */
export interface TextPage {
  page: number;
  text?: string;
}

/** Loads the text of a part of a lesson, page by page. */
async function textPages(library: OpenLibrary, lessonId: string, first: number): Promise<TextPage[]> {
  const queries = [
    Query.select(['page', 'label', 'text']),
    Query.equal('lesson', lessonId),
    Query.greaterThanEqual('page', first),
    Query.lessThan('page', first + PAGES_PER_TEXT),
    Query.orderAsc('page'),
    Query.limit(PAGES_PER_TEXT),
  ];
  const { rows } = await rowsIn(library, 'pages', queries, false).catch((error: { code?: number }) => {
    if (error.code === 404) return { rows: [] };
    throw error;
  });
  return rows.map(({ page, label, text }) => ({
    page: Number(page),
    ...(label === 'words' && { text: String(text ?? '') }),
  }));
}

function headOf(text: unknown): { fileId: string; pages: number; found: number } | undefined {
  try {
    const { fileId, pages, found = pages } = JSON.parse(String(text));
    return typeof fileId === 'string' && Number.isInteger(pages) ? { fileId, pages, found } : undefined;
  } catch {
    return undefined;
  }
}

/** Maximum milliseconds that a page waits for data from the PDF itself. */
const LOOKUP_TIMEOUT_MS = 800;
/** Assumed size of a page in points while the real one is unknown. */
const A4_POINTS = { width: 595, height: 842 };

/** A lesson with the facts of its PDF. */
export type ReadLesson = Awaited<ReturnType<typeof lookUp>>;

/** Reads from the PDF what a page needs, with a time limit. */
export async function lookUp(
  lessonPages: LessonPages,
  lesson: LoadedLesson,
  { page, search, as, quote }: Reading,
  client?: RequestContext,
) {
  const { file, texts } = lesson;
  const { fileId } = file;
  const unknownVerse = search === '' ? undefined : findVerses(search)?.unknown;
  const verses = texts?.page?.label === 'words' ? quotedVerses(texts.page.text) : [];
  let isWhole = true;
  /** A client whose request to read the PDF is refused still gets the page. */
  const inTime = <Value>(lookup: Promise<Value>) =>
    withTimeout(lookup, LOOKUP_TIMEOUT_MS).catch(() => {
      isWhole = false;
      return undefined;
    });
  const outline = await inTime(lessonPages.outline(fileId, client));
  const pageSize = isWhole ? outline?.pages[page - 1] : A4_POINTS;
  const text = texts?.page;
  const terms =
    as === 'text' ? needsInLesson(search, lesson.wholeText ?? []) : text ? needsOnPage(search, text) : [];
  const isSeen = text && isWhole && pageSize;
  const marks =
    isSeen && (await inTime(lessonPages.words(fileId, page, text.label, boxNeeds(text, terms), client)));
  const lines =
    quote && isSeen
      ? await inTime(lessonPages.lines?.(fileId, page, client) ?? Promise.resolve([]))
      : undefined;
  /** `isWhole` is false where something took too long. */
  return {
    ...lesson,
    lines,
    terms,
    unknownVerse,
    verses,
    outline,
    pageSize,
    marks: marks || [],
    isWhole,
  };
}

/** Returns the state of a lesson's page; undefined if the lesson has no such page. */
export function lessonState(
  read: ReadLesson,
  facts: Omit<PageFacts, 'route'>,
  reading: Reading,
  { language, hijriOffset, shortPath }: { language: Language; hijriOffset: number; shortPath: string },
): LessonState | undefined {
  const { file, texts, terms, outline, isWhole } = read;
  const pages = outline?.pages.length ?? (texts?.pages || undefined);
  // Lines that the page does not have are no address of it.
  if (reading.quote && read.lines && reading.quote.first > Math.max(1, read.lines.length)) return undefined;
  // A PDF that could not be looked into in time may have any page.
  if (reading.page > (pages ?? (isWhole ? 1 : Number.POSITIVE_INFINITY))) return undefined;
  const title = fileTitle(file.fileName);
  const dates = datesOf(file.$createdAt, language, hijriOffset);
  return {
    ...facts,
    ...read,
    route: 'lesson',
    reading,
    shortPath,
    title,
    ...(dates && { added: { iso: file.$createdAt, dates } }),
    pdf: safeHref(file.url, facts.origin),
    pages,
    direction: directionOfPages(texts?.first?.slice(0, 2000) || title, language),
    contents: outline?.contents ?? [],
    hasText: texts?.hasText === true,
    ...(read.wholeText && { wholeText: everyPage(texts ? read.wholeText : [], reading.page, pages) }),
    ...(texts?.page?.label === 'words' && { text: { text: texts.page.text, terms } }),
  };
}

/** Minimum share of each language in a lesson that is in both. */
const MIN_BILINGUAL_SHARE = 0.25;

/** Returns the direction in which pages follow each other: that of their text, or the visitor's if it is in both languages. */
function directionOfPages(text: string, language: Language): 'ltr' | 'rtl' {
  const arabic = shareOfArabic(text) ?? 0.5;
  const isBilingual = Math.min(arabic, 1 - arabic) >= MIN_BILINGUAL_SHARE;
  return directionOf(isBilingual ? language : arabic > 0.5 ? 'ar' : 'en');
}

/** Returns the query as this page contains it: with its last word whole, or as the beginning of a word. */
function needsOnPage(search: string, page: NonNullable<LessonTexts['page']>): PageTerm[] {
  const quoted = page.label === 'words' ? findVerses(search)?.terms : undefined;
  if (page.label === 'words' && quoted && findTerms(page.text, [], quoted).length > 0) return quoted;
  const terms = compilePageQuery(search);
  const last = terms.length - 1;
  const isWhole =
    page.label !== 'words' ||
    findTerms(page.text, wordRanges(page.text), terms).some(({ term }) => term === last);
  return isWhole ? terms : compilePageQuery(search, true);
}

/** Returns the pages of a part of a lesson, including those without a row. */
function everyPage(texts: readonly TextPage[], page: number, pages = 1): TextPage[] {
  const first = firstOfText(page);
  const byPage = new Map(texts.map((text) => [text.page, text]));
  const length = Math.min(PAGES_PER_TEXT, pages - first + 1);
  return Array.from({ length }, (_, at) => byPage.get(first + at) ?? { page: first + at });
}

/** Words per phrase by which part of a verse is found on the picture. */
const WORDS_OF_PHRASE = 5;

/** Returns the terms to mark on the picture; a verse is split into phrases of its words on this page. */
function boxNeeds(page: NonNullable<LessonTexts['page']>, terms: readonly PageTerm[]): readonly PageTerm[] {
  if (page.label !== 'words' || !terms.some(({ verse }) => verse)) return terms;
  return findTerms(page.text, [], terms).flatMap(({ start, end }) => {
    const words = page.text.slice(start, end).split(/\s+/);
    const phrases = words.flatMap((_, at) =>
      at % WORDS_OF_PHRASE === 0 ? [words.slice(at, at + WORDS_OF_PHRASE).join(' ')] : [],
    );
    return phrases.flatMap((phrase) => compilePageQuery(`"${phrase.replaceAll('"', '')}"`));
  });
}

/** The same for the whole text of a lesson. */
function needsInLesson(search: string, pages: readonly TextPage[]): PageTerm[] {
  const text = pages.map((page) => page.text ?? '').join('\n');
  return needsOnPage(search, { label: 'words', text });
}

/** A lesson that another one leads to. */
export interface LessonLink {
  id: string;
  title: string;
}

/** All that a page of a lesson shows. */
export interface LessonState extends PageFacts {
  route: 'lesson';
  reading: Reading;
  /** The short address that leads to its first page. */
  shortPath: string;
  /** Its row. */
  file: LibraryFile;
  title: string;
  /** When it was added; absent if the row's date is invalid. */
  added?: { iso: string; dates: [first: string, second: string] };
  /** Address of the PDF; absent if the row's address is not safe. */
  pdf?: string | undefined;
  /** Number of pages, if known. */
  pages?: number | undefined;
  /** Size of this page, if it can be drawn. */
  pageSize?: PageSize | undefined;
  /** Reading direction of its pages. */
  direction: 'ltr' | 'rtl';
  contents: readonly ContentsEntry[];
  /** The text of the page; absent if its words are not certain. */
  text?: { text: string; terms: readonly PageTerm[] };
  /** Whether the lesson has text that can be read. */
  hasText: boolean;
  /** Text of the lesson, or of a part of it, if shown instead of a page. */
  wholeText?: readonly TextPage[] | undefined;
  /** The words of the search as this text contains them. */
  terms: readonly PageTerm[];
  /** Verses of the Qur'an that this page quotes, and the searched number that does not exist. */
  verses: readonly Verse[];
  unknownVerse?: string | undefined;
  /** Boxes of the searched words on this page. */
  marks: readonly WordPlace[];
  /** Pages with the words of the search; null if there are none. */
  hits?: LessonHits | null | undefined;
  /** The printed lines of the page, if some are quoted. */
  lines?: readonly PageLine[] | undefined;
  /** Bytes of the archive of its category; absent if there is none. */
  zip?: number | undefined;
  before?: LessonLink | undefined;
  after?: LessonLink | undefined;
  related: readonly LessonLink[];
}
