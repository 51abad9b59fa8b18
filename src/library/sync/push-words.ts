import { ID, Query } from 'node-appwrite';
import type { LessonPage } from '#backend/search/pages.ts';
import { readingVersion } from '#reader/engine/reading-version.ts';
import { pageWordsVersion } from '#text/page-words.ts';
import { searchedText } from '#text/verses/quoted-verses.ts';
import type { PublishedLesson } from '../plan/model.ts';
import { type LocalLibrary, missingContent } from '../store/local-library.ts';
import {
  isRead,
  parseWordsRecords,
  readWordsRecords,
  type WordsRecord,
  wordsRecordText,
} from '../words/words.ts';
import type { AppwriteLibrary } from './appwrite.ts';
import { lessonKey, wordsKey } from './push.ts';
import { whenRefused } from './retry.ts';

/** Rows and bytes of one request. */
const MAX_ROWS = 100;
const MAX_BYTES = 500_000;

/** Lessons whose words are sent before that is recorded. */
const SAVED_AFTER = 25;

/** Answers to bulk requests repeat the rows: their ids are enough. */
const ids = Query.select(['$id']);

/** The heads of the words that a project has. Null if it has no table for them. */
export async function fetchRemoteWordsRecords(
  remote: AppwriteLibrary,
): Promise<Map<string, WordsRecord> | null> {
  const columns = Query.select(['$id', 'lesson', 'category', 'text']);
  const rows = await remote
    .rows('pages', [Query.equal('page', 0), columns])
    .catch(whenRefused(null, 'table_not_found'));
  const heads = rows?.map(({ lesson, category, text }) => {
    return { lesson: String(lesson), category: String(category ?? ''), record: String(text) };
  });
  return heads ? parseWordsRecords(heads) : null;
}

/** A lesson's words as `mirroredRows` records them: the file they are read from, and how. */
const wordsText = ({ categoryId, fileId }: PublishedLesson) =>
  JSON.stringify([categoryId, fileId, readingVersion, pageWordsVersion]);

/**
 * Compares the words on a mirror with those of a library once they are read. Returns lessons whose words are missing there or
 * outdated, and lessons there that the library lacks. Null if the project has no table for them.
 */
export async function planWords(
  local: LocalLibrary,
  lessons: readonly PublishedLesson[],
  remote: AppwriteLibrary,
): Promise<{ unsent: PublishedLesson[]; gone: string[] } | null> {
  const heads = await fetchRemoteWordsRecords(remote);
  if (!heads) return null;
  const mirrored = local.log.mirroredRows(remote.name) ?? {};
  const limit = await remote.largestFile();
  // A mirror has no row of a lesson that it refuses for its size, and so no words.
  const fits = ({ id, fileSize }: PublishedLesson) => fileSize <= limit || lessonKey(id) in mirrored;
  const live = new Set(lessons.map(({ id }) => id));
  return {
    unsent: lessons.filter(
      (lesson) =>
        lesson.contentId !== missingContent &&
        fits(lesson) &&
        !(heads.has(lesson.id) && mirrored[wordsKey(lesson.id)] === wordsText(lesson)),
    ),
    gone: [...heads.keys()].filter((id) => !live.has(id)),
  };
}

/**
 * Makes the words of a mirror equal to those of the data folder. May be interrupted after any lesson and called again. Returns whether
 * the project has a table for them.
 */
export async function pushWords(
  local: LocalLibrary,
  remote: AppwriteLibrary,
  { onLesson, signal }: { onLesson(done: number, all: number): void; signal: AbortSignal },
): Promise<boolean> {
  const place = remote.table('pages');
  const plan = await planWords(local, local.read().lessons, remote);
  if (!plan) return false;
  const remove = (lesson: string) =>
    remote.retry(() => remote.tables.deleteRows({ ...place, queries: [Query.equal('lesson', lesson), ids] }));
  for (const id of plan.gone) await remove(id);
  const { words } = local.backend;
  const heads = readWordsRecords({ words });
  const mirrored = local.log.mirroredRows(remote.name) ?? {};
  const unsent = plan.unsent.flatMap((lesson) => {
    const head = heads.get(lesson.id);
    return head && isRead(head, lesson.fileId) ? [{ lesson, head }] : [];
  });
  for (const [index, { lesson, head }] of unsent.entries()) {
    signal.throwIfAborted();
    await replace(head, words?.pages(lesson.id) ?? []);
    mirrored[wordsKey(lesson.id)] = wordsText(lesson);
    const isLast = index + 1 === unsent.length;
    if (isLast || index % SAVED_AFTER === SAVED_AFTER - 1)
      await local.backend.write(() => local.log.saveMirroredRows(remote.name, mirrored));
    onLesson(index + 1, unsent.length);
  }
  return true;

  /** Replaces a lesson's pages in one transaction. */
  async function replace(head: WordsRecord, pages: readonly LessonPage[]): Promise<void> {
    const queries = [Query.equal('lesson', head.lesson), ids];
    await remote.retry(async () => {
      const { $id: transactionId } = await remote.tables.createTransaction();
      await remote.tables.deleteRows({ ...place, queries, transactionId });
      for (const rows of inParts(rowsOf(head, pages)))
        await remote.tables.createRows({ ...place, rows, transactionId });
      await remote.tables.updateTransaction({ transactionId, commit: true });
    });
  }
}

function rowsOf(head: WordsRecord, pages: readonly LessonPage[]) {
  const { lesson, category } = head;
  const first = {
    $id: ID.unique(),
    lesson,
    category,
    page: 0,
    label: 'lesson',
    text: wordsRecordText(head),
    search: null,
  };
  return [
    first,
    ...pages.map((page) => ({
      $id: ID.unique(),
      lesson,
      category,
      ...page,
      search: searchedText(page.text, page.label),
    })),
  ];
}

/** Rows in parts that one request may have each. */
function inParts<Row extends { text: string; search: string | null }>(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = [];
  let [count, bytes] = [MAX_ROWS, 0];
  for (const row of rows) {
    const size = Buffer.byteLength(row.text) + Buffer.byteLength(row.search ?? '');
    if (count === MAX_ROWS || bytes + size > MAX_BYTES) {
      parts.push([]);
      [count, bytes] = [0, 0];
    }
    parts.at(-1)?.push(row);
    count += 1;
    bytes += size;
  }
  return parts;
}
