import type { Backend } from '#backend/backend.ts';
import type { LessonPage, LessonPages } from '#backend/search/pages.ts';
import { readingVersion } from '#reader/engine/reading-version.ts';
import type { PdfProcess, PdfReading, VisibleContent } from '#reader/pdf-process.ts';
import type { Messages } from '../messages/en.ts';
import { isolate } from '../messages/format.ts';
import type { PublishedLesson } from '../plan/model.ts';
import type { LocalLibrary } from '../store/local-library.ts';

/** Facts about the words of a lesson, without the text of its pages. */
export interface WordsRecord {
  lesson: string;
  category: string;
  /** Id of the file from which the words were read. */
  fileId: string;
  version: string;
  /** Number of all pages, and of pages with searchable text. */
  pages: number;
  found: number;
  /** Number of pages that could not be read in time. */
  lost: number;
  fault: 'locked' | 'broken' | 'slow' | null;
  /** Kind of content that the pages show. */
  shows: VisibleContent;
}

/** Words records by lesson id. */
export type WordsRecords = ReadonlyMap<string, WordsRecord>;

/** Reasons why a lesson is not fully searchable, in the order of the owner's report. */
const unsearchableKinds = ['pictures', 'xfa', 'portfolio', 'nothing', 'locked', 'broken', 'slow'] as const;

/** Names of lessons that are not fully searchable, by reason. */
export type UnsearchableLessons = Record<(typeof unsearchableKinds)[number], string[]>;

/** A lesson is reported if its pages without searchable words exceed this share and reach this number, or if it has no other page. */
const MAX_UNSEARCHABLE_SHARE = 1 / 3;
const MIN_UNSEARCHABLE_PAGES = 3;

/** Whether the words were read from this file by the current version of the reader. */
export function isRead(record: WordsRecord | undefined, fileId: string): boolean {
  return record?.fileId === fileId && record.version === readingVersion;
}

/** Maximum length of a page's text in characters; the rest is dropped. */
const MAX_PAGE_CHARACTERS = 40_000;

/** Returns the searchable pages of a lesson, and its words record. */
export function toLessonWords(
  lesson: Pick<WordsRecord, 'lesson' | 'category' | 'fileId'>,
  reading: PdfReading,
): { record: WordsRecord; pages: readonly LessonPage[] } {
  const record = { ...lesson, version: readingVersion };
  if ('fault' in reading)
    return {
      record: { ...record, pages: 0, found: 0, lost: 0, fault: reading.fault, shows: 'pages' },
      pages: [],
    };
  const pages = reading.pages.flatMap(({ label, text }, index): LessonPage[] => {
    if (label === 'title') return [];
    return [{ page: index + 1, label, text: text.slice(0, MAX_PAGE_CHARACTERS).toWellFormed() }];
  });
  const counts = {
    pages: reading.pages.length,
    found: pages.length,
    lost: reading.unreadPages.length,
    fault: null,
    shows: reading.content,
  };
  return { record: { ...record, ...counts }, pages };
}

/** Serializes a record without its lesson and category, which are stored in separate columns. */
export function wordsRecordText({ lesson: _, category: __, ...facts }: WordsRecord): string {
  return JSON.stringify(facts);
}

export function parseWordsRecords(rows: readonly Omit<LessonPages, 'pages'>[]): Map<string, WordsRecord> {
  return new Map(
    rows.map(({ lesson, category, record }) => [lesson, { ...JSON.parse(record), lesson, category }]),
  );
}

/** Reads the words records in the data folder. */
export function readWordsRecords({ words }: Pick<Backend, 'words'>): Map<string, WordsRecord> {
  return parseWordsRecords(words?.records() ?? []);
}

/** Finds the lessons that are not fully searchable. */
export function findUnsearchableLessons(
  lessons: readonly Pick<PublishedLesson, 'id' | 'fileName'>[],
  records: WordsRecords,
): UnsearchableLessons {
  const listNames = (
    test: (record: WordsRecord) => boolean,
    formatSuffix = (_: WordsRecord): string => '',
  ): string[] =>
    lessons.flatMap(({ id, fileName }) => {
      const record = records.get(id);
      return record && test(record) ? [`${fileName}${formatSuffix(record)}`] : [];
    });
  return {
    pictures: listNames(
      hasManyScannedPages,
      ({ pages, found, lost }) => ` (${pages - found - lost}/${pages})`,
    ),
    xfa: listNames(({ shows }) => shows === 'xfa'),
    portfolio: listNames(({ shows }) => shows === 'portfolio'),
    nothing: listNames(({ shows }) => shows === 'nothing'),
    locked: listNames(({ fault }) => fault === 'locked'),
    broken: listNames(({ fault }) => fault === 'broken'),
    slow: listNames(
      ({ fault, lost }) => fault === 'slow' || lost > 0,
      ({ lost, pages }) => (lost > 0 ? ` (${lost}/${pages})` : ''),
    ),
  };
}

/** Formats messages to the owner about lessons that are not fully searchable. */
export function formatUnsearchableLessons(report: UnsearchableLessons, messages: Messages): string[] {
  const { texts } = messages;
  return unsearchableKinds.flatMap((kind) => {
    const names = report[kind];
    return names.length === 0 ? [] : [texts[kind](names.length, names.map(isolate).join(texts.comma))];
  });
}

/** Returns the message about lessons that are not read yet, if any. */
export function formatUnreadLessons(
  lessons: readonly Pick<PublishedLesson, 'id' | 'fileId'>[],
  records: WordsRecords,
  messages: Messages,
): string[] {
  const unread = countUnread(lessons, records);
  return unread > 0 ? [messages.texts.unread(unread)] : [];
}

/** Counts the lessons whose words the current version of the reader has not read. */
export function countUnread(
  lessons: readonly Pick<PublishedLesson, 'id' | 'fileId'>[],
  records: WordsRecords,
): number {
  return lessons.filter(({ id, fileId }) => !isRead(records.get(id), fileId)).length;
}

function hasManyScannedPages({ fault, pages, found, lost, shows }: WordsRecord): boolean {
  const unsearchable = pages - found - lost;
  const isWhole = found === 0 && unsearchable > 0 && shows === 'pages';
  return fault === null && (isWhole || (found > 0 && areManyUnsearchable(unsearchable, pages)));
}

/** Whether the number of pages without words is large enough to report the lesson. */
export function areManyUnsearchable(unsearchable: number, pages: number): boolean {
  return unsearchable >= MIN_UNSEARCHABLE_PAGES && unsearchable > MAX_UNSEARCHABLE_SHARE * pages;
}

/** Number of pages after which a commit follows; lessons are not split. Fewer would be slower in total; more would delay requests. */
const PAGES_PER_WRITE = 100;

export interface ReadWordsOptions {
  /** Reads the PDFs; closed when the signal aborts. */
  pdfs: PdfProcess;
  /** Whether to also reread lessons that, in whole or in part, could not be read in time. */
  isRepair?: boolean;
  /** Called after each lesson. */
  onLesson?(done: number, all: number): void;
  signal?: AbortSignal | undefined;
}

/**
 * Reads the words of new and changed lessons, and deletes the words of removed ones. Returns the newly read lessons that are not
 * fully searchable. Rejects if the signal aborts; the next call then continues.
 */
export async function readWords(
  local: LocalLibrary,
  { pdfs, isRepair, onLesson, signal }: ReadWordsOptions,
): Promise<UnsearchableLessons> {
  const { words } = local.backend;
  if (!words) return findUnsearchableLessons([], new Map());
  const { lessons } = local.read();
  const records = readWordsRecords({ words });
  const liveIds = new Set(lessons.map(({ id }) => id));
  const removedIds = [...records.keys()].filter((id) => !liveIds.has(id));
  if (removedIds.length > 0) words.remove(removedIds);
  for (const { id, categoryId } of lessons) {
    const record = records.get(id);
    if (record && record.category !== categoryId) await words.move(id, categoryId);
  }
  const unreadLessons = lessons.filter(({ id, fileId }) => {
    const record = records.get(id);
    return !isRead(record, fileId) || (isRepair && (record?.fault === 'slow' || (record?.lost ?? 0) > 0));
  });
  if (unreadLessons.length === 0) return findUnsearchableLessons([], records);
  const close = () => pdfs.close();
  signal?.addEventListener('abort', close);
  let pendingLessons: LessonPages[] = [];
  const write = async () => {
    const batch = pendingLessons;
    pendingLessons = [];
    await words.replace(batch);
  };
  try {
    for (const [index, { id: lesson, categoryId: category, fileId }] of unreadLessons.entries()) {
      const path = local.filePath(fileId);
      const reading = path && (await pdfs.read(path));
      // The result of an interrupted reading is incomplete.
      signal?.throwIfAborted();
      if (reading) {
        const { record, pages } = toLessonWords({ lesson, category, fileId }, reading);
        records.set(lesson, record);
        pendingLessons.push({ lesson, category, record: wordsRecordText(record), pages });
        if (pendingLessons.reduce((sum, { pages }) => sum + 1 + pages.length, 0) >= PAGES_PER_WRITE)
          await write();
      }
      onLesson?.(index + 1, unreadLessons.length);
    }
    await write();
  } finally {
    signal?.removeEventListener('abort', close);
  }
  return findUnsearchableLessons(unreadLessons, records);
}
