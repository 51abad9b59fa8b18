import { Query } from 'appwrite';
import { directionOf, type Language } from '#contract/language.ts';
import type { LibraryFile } from '#contract/rows.ts';
import { firstPageOfText, type LessonView, PAGES_PER_TEXT } from '#contract/urls.ts';
import type { RequestContext } from '#http/request-context.ts';
import type { LessonPages } from '#site/pictures/lesson-drawings.ts';
import type { RelatedLessons } from '#site/related-lessons.ts';
import type { DiscoverySite } from '#site/site-facts.ts';
import { shareOfArabic } from '#text/language-runs.ts';
import { findTerms } from '#text/page-matches.ts';
import { compilePageQuery, type PageTerm } from '#text/page-query.ts';
import { findVerses } from '#text/verses/find-verses.ts';
import { quotedVerses } from '#text/verses/quoted-verses.ts';
import { wordRanges } from '#text/words.ts';
import type { LessonLink } from '#web/components/lesson-links.tsx';
import { formatDates } from '#web/i18n/dates.ts';
import { findInLesson } from '#web/library/find-in-lesson.ts';
import { listLessons, listRows, loadRowsById, type OpenLibrary } from '#web/library/library-queries.ts';
import { withTimeout } from '#web/library/query-failure.ts';
import { fileTitle, toSafeHref } from '#web/page/file-facts.ts';
import type { PageFacts } from '#web/page/page-facts.ts';

type LoadedLesson = NonNullable<Awaited<ReturnType<typeof loadLesson>>>;
type LessonTexts = NonNullable<Awaited<ReturnType<typeof loadLessonTexts>>>;

/**
 * Loads a lesson, the text of one page and related lessons through the official SDK, with the permissions of a visitor. Undefined
 * if there is no such lesson. Throws the SDK's errors.
 *
 * @param sources data that the tables do not have: ids of related lessons, and sizes of archives
 */
export async function loadLesson(
  library: OpenLibrary,
  { id, page, search, as }: LessonView,
  { relatedLessons, zipBytes }: Pick<DiscoverySite, 'zipBytes'> & { relatedLessons: RelatedLessons },
) {
  const [file] = await listLessons(library, Query.equal('$id', id), Query.limit(1));
  if (!file) return undefined;
  const [texts, pageTexts, hits, previousLesson, nextLesson, relatedLinks, archiveBytes] = await Promise.all([
    loadLessonTexts(library, file, page),
    as === 'text' ? loadPartTexts(library, id, firstPageOfText(page)) : undefined,
    search === '' ? undefined : findInLesson(library, { lessonId: id, search, page }),
    loadNeighbor(library, file, 'previous'),
    loadNeighbor(library, file, 'next'),
    relatedLessons(id).then((ids) => loadLinks(library, ids)),
    zipBytes(file.category.$id).catch(() => undefined),
  ]);
  const text = texts?.currentPage;
  // Of a page whose words are uncertain, only the letters are compared.
  const shownTexts = pageTexts ? [...pageTexts.values()] : text?.label === 'words' ? [text.text] : undefined;
  return {
    /** The lesson's row. */
    file,
    texts,
    pageTexts,
    /** The terms of the search, to mark on the page or in the text. */
    terms: shownTexts ? compileTermsForTexts(search, shownTexts) : text ? compilePageQuery(search) : [],
    /** The verse number in the search, if there is no such verse. */
    unknownVerse: search === '' ? undefined : findVerses(search)?.unknown,
    /** Verses of the Qur'an that the current page quotes. */
    verses: text?.label === 'words' ? quotedVerses(text.text) : [],
    /** Pages with the words of the search; null if there are none, undefined if nothing was searched or the search failed. */
    hits,
    previousLesson,
    nextLesson,
    relatedLinks,
    /** Size of the category's archive in bytes; undefined if there is none or the size is unknown. */
    zipBytes: archiveBytes,
  };
}

/** Loads the previous or next lesson of the category in the order of names; undefined if there is none. */
async function loadNeighbor(library: OpenLibrary, { $id, category }: LibraryFile, side: 'previous' | 'next') {
  const queries = [
    Query.select(['$id', 'fileName']),
    Query.equal('category.$id', category.$id),
    Query.orderAsc(library.sortColumn),
    side === 'previous' ? Query.cursorBefore($id) : Query.cursorAfter($id),
    Query.limit(1),
  ];
  const [row] = (await listRows(library, 'files', queries, false)).rows;
  return row && { id: row.$id, title: fileTitle(String(row.fileName)) };
}

/** Loads the lessons with these ids, in the order of the ids. Removed lessons are left out. */
async function loadLinks(library: OpenLibrary, ids: readonly string[]): Promise<LessonLink[]> {
  const rows = await loadRowsById(library, 'files', ids, ['fileName']);
  return ids.flatMap((id) => {
    const row = rows.get(id);
    return row ? [{ id, title: fileTitle(String(row.fileName)) }] : [];
  });
}

/** Lists a lesson's rows in the table `pages`; none if the backend does not have that table. */
async function listPageRows(library: OpenLibrary, lessonId: string, ...conditions: string[]) {
  const queries = [Query.select(['page', 'label', 'text']), Query.equal('lesson', lessonId), ...conditions];
  const { rows } = await listRows(library, 'pages', queries, false).catch((error: { code?: number }) => {
    if (error.code === 404) return { rows: [] };
    throw error;
  });
  return rows.map(({ page, label, text }) => ({ page: Number(page), label, text: String(text ?? '') }));
}

/** Loads the texts of the first and the current page. Undefined if the current version of the file has not been read. */
async function loadLessonTexts(library: OpenLibrary, { $id, fileId }: LibraryFile, page: number) {
  const pageNumbers = [...new Set([0, 1, page])];
  const rows = await listPageRows(
    library,
    $id,
    Query.equal('page', pageNumbers),
    Query.limit(pageNumbers.length),
  );
  const findRow = (number: number) => rows.find((row) => row.page === number);
  const record = parseTextRecord(findRow(0)?.text);
  if (record?.fileId !== fileId) return undefined;
  const findWords = (number: number) =>
    findRow(number)?.label === 'words' ? findRow(number)?.text : undefined;
  const text = findWords(page);
  const letters = findRow(page)?.label === 'letters' ? { label: 'letters' as const } : undefined;
  return {
    /** Number of pages of the PDF; 0 if it could not be opened. */
    pages: record.pages,
    /** Whether any page has text. */
    hasText: record.found > 0,
    /** Text of the first page, if its words are certain. */
    firstPageText: findWords(1),
    /** The current page: with text if its words are certain, without text if only its letters are. Undefined otherwise. */
    currentPage: text === undefined ? letters : { label: 'words' as const, text },
  };
}

/** Loads one part of a lesson's text, by page number, without pages whose words are uncertain. */
async function loadPartTexts(
  library: OpenLibrary,
  lessonId: string,
  first: number,
): Promise<Map<number, string>> {
  const rows = await listPageRows(
    library,
    lessonId,
    Query.greaterThanEqual('page', first),
    Query.lessThan('page', first + PAGES_PER_TEXT),
    Query.orderAsc('page'),
    Query.limit(PAGES_PER_TEXT),
  );
  return new Map(rows.filter(({ label }) => label === 'words').map(({ page, text }) => [page, text]));
}

/** Parses the header row (page 0), which records the file that was read; undefined if the row is missing or invalid. */
function parseTextRecord(text: unknown): { fileId: string; pages: number; found: number } | undefined {
  try {
    const { fileId, pages, found = pages } = JSON.parse(String(text));
    return typeof fileId === 'string' && Number.isInteger(pages) ? { fileId, pages, found } : undefined;
  } catch {
    return undefined;
  }
}

/** Maximum wait for each lookup in the PDF. */
const LOOKUP_TIMEOUT_MS = 800;
/** Assumed size of a page in points while the real one is unknown. */
const A4_POINTS = { width: 595, height: 842 };

/** Adds data from the PDF to a lesson. Leaves out data that does not arrive in time. */
export async function lookUpInPdf(
  lessonPages: LessonPages,
  lesson: LoadedLesson,
  { page, quote }: LessonView,
  client?: RequestContext,
) {
  const { fileId } = lesson.file;
  const text = lesson.texts?.currentPage;
  let isComplete = true;
  /** Returns undefined on a timeout or refusal: the page is rendered without this data. */
  const tryLookup = <Value>(lookup: Promise<Value>) =>
    withTimeout(lookup, LOOKUP_TIMEOUT_MS).catch(() => {
      isComplete = false;
      return undefined;
    });
  const outline = await tryLookup(lessonPages.outline(fileId, client));
  const pageSize = isComplete ? outline?.pages[page - 1] : A4_POINTS;
  const isDrawable = text && isComplete && pageSize;
  const marks =
    isDrawable &&
    (await tryLookup(lessonPages.words(fileId, page, text.label, listBoxTerms(text, lesson.terms), client)));
  const lines = quote && isDrawable ? await tryLookup(lessonPages.lines(fileId, page, client)) : undefined;
  return {
    ...lesson,
    /** The lines of the page, if some are quoted. */
    lines,
    outline,
    /** Size of this page, or A4 if the lookup failed; undefined if the page cannot be drawn. */
    pageSize,
    /** Boxes around the matching words on this page. */
    marks: marks || [],
    /** False if a lookup was refused or took too long. */
    isComplete,
  };
}

/** The requested view of a lesson, and data of the page that do not come from the library. */
interface LessonRequest extends Omit<PageFacts, 'route'> {
  view: LessonView;
  /** Short address of the lesson's first page. */
  shortPath: string;
}

/** All data from which a lesson's page is rendered. */
export type LessonState = NonNullable<ReturnType<typeof createLessonState>>;

/** Returns the state of a lesson's page; undefined if the lesson has no such page, or the page no such line. */
export function createLessonState(
  lesson: Awaited<ReturnType<typeof lookUpInPdf>>,
  request: LessonRequest,
  language: Language,
) {
  const { file, texts, terms, outline, isComplete, pageTexts, ...lessonFields } = lesson;
  const { view, origin, hijriOffset = 0 } = request;
  const pages = outline?.pages.length ?? (texts?.pages || undefined);
  // Not found: the quotation begins after the last line of the page.
  if (view.quote && lesson.lines && view.quote.first > Math.max(1, lesson.lines.length)) return undefined;
  // A PDF that could not be read in time can have any number of pages.
  if (view.page > (pages ?? (isComplete ? 1 : Number.POSITIVE_INFINITY))) return undefined;
  const title = fileTitle(file.fileName);
  const dates = formatDates(file.$createdAt, language, hijriOffset);
  return {
    ...request,
    ...lessonFields,
    file,
    terms,
    route: 'lesson' as const,
    title,
    /** Day on which the lesson was added; absent if the row's date is invalid. */
    addedDate: dates && { iso: file.$createdAt, dates },
    /** Address of the PDF; absent if the row's address is not safe. */
    pdf: toSafeHref(file.url, origin),
    /** Number of pages, if known. */
    pages,
    /** Reading direction of the pages. */
    direction: detectDirection(texts?.firstPageText?.slice(0, 2000) || title, language),
    contents: outline?.contents ?? [],
    /** Whether any page has text. */
    hasText: texts?.hasText === true,
    /** Text of the lesson, or of a part of it, if shown instead of a page. */
    wholeText: pageTexts && listPagesOfPart(texts ? pageTexts : new Map(), view.page, pages),
    /** The text of the page; absent if its words are not certain. */
    text: texts?.currentPage?.label === 'words' ? texts.currentPage.text : undefined,
  };
}

/** Minimum share of each language in the text of a bilingual lesson. */
const MIN_BILINGUAL_SHARE = 0.25;

/** Returns the reading direction of the pages: that of their text, or of the interface if the text is bilingual. */
function detectDirection(text: string, language: Language): 'ltr' | 'rtl' {
  const arabicShare = shareOfArabic(text) ?? 0.5;
  const isBilingual = Math.min(arabicShare, 1 - arabicShare) >= MIN_BILINGUAL_SHARE;
  return directionOf(isBilingual ? language : arabicShare > 0.5 ? 'ar' : 'en');
}

/** Compiles the terms of a search: verses that the texts quote, else words. The last word is a prefix if no text contains it. */
function compileTermsForTexts(search: string, texts: readonly string[]): PageTerm[] {
  const verseTerms = findVerses(search)?.terms;
  if (verseTerms && texts.some((text) => findTerms(text, [], verseTerms).length > 0)) return verseTerms;
  const terms = compilePageQuery(search);
  const lastTerm = terms.slice(-1);
  const containsLast = texts.some((text) => findTerms(text, wordRanges(text), lastTerm).length > 0);
  return containsLast ? terms : compilePageQuery(search, true);
}

/** A page in the text view of a lesson; without text if its words are uncertain. */
export interface TextPage {
  page: number;
  text: string | undefined;
}

/** Returns the pages of a part of a lesson, including those without a text. */
function listPagesOfPart(texts: ReadonlyMap<number, string>, page: number, pages = 1): TextPage[] {
  const first = firstPageOfText(page);
  const length = Math.min(PAGES_PER_TEXT, pages - first + 1);
  return Array.from({ length }, (_, index) => ({ page: first + index, text: texts.get(first + index) }));
}

/** Maximum number of words in each phrase into which a verse is split to mark it on the picture. */
const WORDS_PER_PHRASE = 5;

/** Returns the terms to mark on the picture; a verse is split into phrases of its words on this page. */
function listBoxTerms(
  page: NonNullable<LessonTexts['currentPage']>,
  terms: readonly PageTerm[],
): readonly PageTerm[] {
  if (page.label !== 'words' || !terms.some(({ verse }) => verse)) return terms;
  return findTerms(page.text, [], terms).flatMap(({ start, end }) => {
    const words = page.text.slice(start, end).split(/\s+/);
    const phrases = words.flatMap((_, index) =>
      index % WORDS_PER_PHRASE === 0 ? [words.slice(index, index + WORDS_PER_PHRASE).join(' ')] : [],
    );
    return phrases.flatMap((phrase) => compilePageQuery(`"${phrase.replaceAll('"', '')}"`));
  });
}
