import type { Language } from '#contract/language.ts';
import type { Reading } from '#contract/urls.ts';
import type { RequestContext } from '#http/request-context.ts';
import type { LessonPages } from '#site/pictures/lesson-drawings.ts';
import { withinTime } from '#site/within-time.ts';
import { findTerms } from '#text/page-matches.ts';
import { compilePageQuery, type PageTerm } from '#text/page-query.ts';
import { wordRanges } from '#text/words.ts';
import { gregorianDate, hijriDate } from '#web/i18n/dates.ts';
import { directionOfText } from '#web/i18n/language-runs.ts';
import { fileTitle } from '#web/page/file-title.ts';
import type { PageFacts } from '#web/page/page-facts.ts';
import { safeHref } from '#web/page/safe-href.ts';
import type { LessonState } from './lesson-state.ts';
import type { LessonTexts, LoadedLesson } from './load.server.ts';

/** Milliseconds that a page waits for what must be looked up in the PDF itself. */
const patience = 800;
/** Assumed size of a page in points while the real one is unknown. */
const a4 = { width: 595, height: 842 };

/** A lesson with what was looked up in its PDF. */
export type ReadLesson = Awaited<ReturnType<typeof lookUp>>;

/** Looks up in the PDF what a page needs; waits for it no longer than a visitor should. */
export async function lookUp(
  lessonPages: LessonPages,
  lesson: LoadedLesson,
  { page, search }: Reading,
  client?: RequestContext,
) {
  const { file, texts } = lesson;
  const { fileId } = file;
  let isWhole = true;
  /** A client whose request to read the PDF is refused still gets the page. */
  const inTime = <Value>(asking: Promise<Value>) =>
    withinTime(asking, patience).catch(() => {
      isWhole = false;
      return undefined;
    });
  const outline = await inTime(lessonPages.outline(fileId, client));
  const pageSize = isWhole ? outline?.pages[page - 1] : a4;
  const text = texts?.page;
  const needs = text ? needsOnPage(search, text) : [];
  const isSeen = text && isWhole && pageSize;
  const marks = isSeen && (await inTime(lessonPages.words(fileId, page, text.label, needs, client)));
  /** `isWhole` is false where something took too long. */
  return { ...lesson, needs, outline, pageSize, marks: marks || [], isWhole };
}

/** Returns the state of a lesson's page; undefined if the lesson has no such page. */
export function lessonState(
  read: ReadLesson,
  facts: Omit<PageFacts, 'route'>,
  reading: Reading,
  { language, hijriOffset }: { language: Language; hijriOffset: number },
): LessonState | undefined {
  const { file, texts, needs, outline, isWhole } = read;
  const pages = outline?.pages.length ?? (texts?.pages || undefined);
  // A PDF that could not be looked into in time may have any page.
  if (reading.page > (pages ?? (isWhole ? 1 : Number.POSITIVE_INFINITY))) return undefined;
  const title = fileTitle(file.fileName);
  const gregorian = gregorianDate(file.$createdAt, language);
  const hijri = hijriDate(file.$createdAt, language, hijriOffset);
  return {
    ...facts,
    ...read,
    route: 'lesson',
    reading,
    title,
    ...(gregorian && hijri && { added: { iso: file.$createdAt, gregorian, hijri } }),
    pdf: safeHref(file.url, facts.origin),
    pages,
    // The reading direction of the text, or else of the title.
    direction: directionOfText(texts?.first?.slice(0, 2000) || title) === 'rtl' ? 'rtl' : 'ltr',
    contents: outline?.contents ?? [],
    ...(texts?.page?.label === 'words' && { text: { text: texts.page.text, needs } }),
  };
}

/** Returns the query as this page contains it: with its last word whole, or else as the beginning of a word. */
function needsOnPage(search: string, page: NonNullable<LessonTexts['page']>): PageTerm[] {
  const needs = compilePageQuery(search);
  const last = needs.length - 1;
  const isWhole =
    page.label !== 'words' ||
    findTerms(page.text, wordRanges(page.text), needs).some(({ term }) => term === last);
  return isWhole ? needs : compilePageQuery(search, true);
}
