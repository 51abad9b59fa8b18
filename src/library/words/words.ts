import type { Backend } from '#backend/backend.ts';
import type { LessonPage, LessonPages } from '#backend/search/pages.ts';
import { readingVersion } from '#reader/engine/reading-version.ts';
import type { PdfProcess, PdfReading, VisibleContent } from '#reader/pdf-process.ts';
import type { Messages } from '../messages/en.ts';
import { isolate } from '../messages/format.ts';
import type { PublishedLesson } from '../plan/model.ts';
import type { LocalLibrary } from '../store/local-library.ts';

/** Facts about a lesson's words, without its pages. */
export interface WordsRecord {
  lesson: string;
  category: string;
  /** The file they were read from. */
  fileId: string;
  version: string;
  /** Pages of the PDF, and those with text that can be found. */
  pages: number;
  found: number;
  /** Pages that could not be read in time. */
  lost: number;
  fault: 'locked' | 'broken' | 'slow' | null;
  /** Kind of its pages. */
  shows: VisibleContent;
}

/** Facts by the ids of their lessons. */
export type WordsRecords = ReadonlyMap<string, WordsRecord>;

/** Reasons why not every word of a lesson can be found, in the order of the owner's report. */
const unfoundKinds = ['pictures', 'xfa', 'portfolio', 'nothing', 'locked', 'broken', 'slow'] as const;

/** The lessons of which not every word can be found, by their names, and why. */
export type UnsearchableLessons = Record<(typeof unfoundKinds)[number], string[]>;

/** A lesson is named if more than this share of its pages, and so many, have no words that can be found. */
const MAX_UNFOUND_SHARE = 1 / 3;
const MIN_UNFOUND_PAGES = 3;

/** Whether the words are those of a file, as this program reads it. */
export function isRead(head: WordsRecord | undefined, fileId: string): boolean {
  return head?.fileId === fileId && head.version === readingVersion;
}

/** Characters of one page beyond this are dropped. */
const MAX_PAGE_CHARACTERS = 40_000;

/** The pages of a lesson that can be found, and the head of all of them. */
export function toLessonWords(
  lesson: Pick<WordsRecord, 'lesson' | 'category' | 'fileId'>,
  reading: PdfReading,
): { head: WordsRecord; pages: readonly LessonPage[] } {
  const head = { ...lesson, version: readingVersion };
  if ('fault' in reading)
    return {
      head: { ...head, pages: 0, found: 0, lost: 0, fault: reading.fault, shows: 'pages' },
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
  return { head: { ...head, ...counts }, pages };
}

/** The JSON of the header row, stored with its lesson and category. */
export function wordsRecordText({ lesson: _, category: __, ...facts }: WordsRecord): string {
  return JSON.stringify(facts);
}

/** Reads header rows as they are stored. */
export function parseWordsRecords(rows: readonly Omit<LessonPages, 'pages'>[]): Map<string, WordsRecord> {
  return new Map(
    rows.map(({ lesson, category, record }) => [lesson, { ...JSON.parse(record), lesson, category }]),
  );
}

/** Facts about the words of the lessons in the data folder. */
export function readWordsRecords({ words }: Pick<Backend, 'words'>): Map<string, WordsRecord> {
  return parseWordsRecords(words?.records() ?? []);
}

/** The lessons whose words cannot all be found. */
export function findUnsearchableLessons(
  lessons: readonly Pick<PublishedLesson, 'id' | 'fileName'>[],
  heads: WordsRecords,
): UnsearchableLessons {
  const namesWhere = (
    test: (head: WordsRecord) => boolean,
    more = (_: WordsRecord): string => '',
  ): string[] =>
    lessons.flatMap(({ id, fileName }) => {
      const head = heads.get(id);
      return head && test(head) ? [`${fileName}${more(head)}`] : [];
    });
  return {
    pictures: namesWhere(hasManyPictures, ({ pages, found, lost }) => ` (${pages - found - lost}/${pages})`),
    xfa: namesWhere(({ shows }) => shows === 'xfa'),
    portfolio: namesWhere(({ shows }) => shows === 'portfolio'),
    nothing: namesWhere(({ shows }) => shows === 'nothing'),
    locked: namesWhere(({ fault }) => fault === 'locked'),
    broken: namesWhere(({ fault }) => fault === 'broken'),
    slow: namesWhere(
      ({ fault, lost }) => fault === 'slow' || lost > 0,
      ({ lost, pages }) => (lost > 0 ? ` (${lost}/${pages})` : ''),
    ),
  };
}

/** Messages to the owner about the lessons' words, each with the names of lessons. */
export function unsearchableLines(report: UnsearchableLessons, messages: Messages): string[] {
  const { texts } = messages;
  return unfoundKinds.flatMap((kind) => {
    const names = report[kind];
    return names.length === 0 ? [] : [texts[kind](names.length, names.map(isolate).join(texts.comma))];
  });
}

/** Returns the message about lessons that are not read yet, if any. */
export function unreadLines(
  lessons: readonly Pick<PublishedLesson, 'id' | 'fileId'>[],
  heads: WordsRecords,
  messages: Messages,
): string[] {
  const unread = countUnread(lessons, heads);
  return unread > 0 ? [messages.texts.unread(unread)] : [];
}

/** Counts the lessons whose words are not read yet. */
export function countUnread(
  lessons: readonly Pick<PublishedLesson, 'id' | 'fileId'>[],
  heads: WordsRecords,
): number {
  return lessons.filter(({ id, fileId }) => !isRead(heads.get(id), fileId)).length;
}

function hasManyPictures({ fault, pages, found, lost, shows }: WordsRecord): boolean {
  const unfound = pages - found - lost;
  const isWhole = found === 0 && unfound > 0 && shows === 'pages';
  return fault === null && (isWhole || (found > 0 && areManyUnsearchable(unfound, pages)));
}

/** Whether a lesson with so many pages without words is reported to its owner. */
export function areManyUnsearchable(unfound: number, pages: number): boolean {
  return unfound >= MIN_UNFOUND_PAGES && unfound > MAX_UNFOUND_SHARE * pages;
}

/** Pages that are written together: a commit costs a third of a lesson's, a longer one holds visitors up. */
const PAGES_A_WRITE = 100;

export interface ReadWordsOptions {
  /** Reads the PDFs. It is closed when the signal aborts. */
  pdfs: PdfProcess;
  /** Reads lessons with lost pages again. */
  isRepair?: boolean;
  /** Called after each lesson. */
  onLesson?(done: number, all: number): void;
  signal?: AbortSignal | undefined;
}

/**
 * Reads the words of new and changed lessons one after the other, and removes those of removed lessons. If it is interrupted, the next
 * call continues. Returns the lessons read now whose words cannot all be found.
 */
export async function readWords(
  local: LocalLibrary,
  { pdfs, isRepair, onLesson, signal }: ReadWordsOptions,
): Promise<UnsearchableLessons> {
  const { words } = local.backend;
  if (!words) return findUnsearchableLessons([], new Map());
  const { lessons } = local.read();
  const heads = readWordsRecords({ words });
  const live = new Set(lessons.map(({ id }) => id));
  const removedIds = [...heads.keys()].filter((id) => !live.has(id));
  if (removedIds.length > 0) words.remove(removedIds);
  for (const { id, categoryId } of lessons) {
    const head = heads.get(id);
    if (head && head.category !== categoryId) await words.move(id, categoryId);
  }
  const unread = lessons.filter(({ id, fileId }) => {
    const head = heads.get(id);
    return !isRead(head, fileId) || (isRepair && (head?.fault === 'slow' || (head?.lost ?? 0) > 0));
  });
  if (unread.length === 0) return findUnsearchableLessons([], heads);
  const close = () => pdfs.close();
  signal?.addEventListener('abort', close);
  let waiting: LessonPages[] = [];
  const write = async () => {
    const batch = waiting;
    waiting = [];
    await words.replace(batch);
  };
  try {
    for (const [index, { id: lesson, categoryId: category, fileId }] of unread.entries()) {
      const path = local.filePath(fileId);
      const reading = path && (await pdfs.read(path));
      // Interrupted reading yields an incomplete result.
      signal?.throwIfAborted();
      if (reading) {
        const { head, pages } = toLessonWords({ lesson, category, fileId }, reading);
        heads.set(lesson, head);
        waiting.push({ lesson, category, record: wordsRecordText(head), pages });
        if (waiting.reduce((sum, { pages }) => sum + 1 + pages.length, 0) >= PAGES_A_WRITE) await write();
      }
      onLesson?.(index + 1, unread.length);
    }
    await write();
  } finally {
    signal?.removeEventListener('abort', close);
  }
  return findUnsearchableLessons(unread, heads);
}
