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
import { lessonKey, serializeLesson, wordsKey } from './push.ts';
import { whenRefused } from './retry.ts';

/** Maximum rows, and bytes of text in them, in one request. */
const MAX_ROWS = 100;
const MAX_BYTES = 500_000;

/** Number of sent lessons after which the progress is saved. */
const LESSONS_PER_SAVE = 25;

/** Query for bulk requests, so that their responses contain only the ids of the rows. */
const selectId = Query.select(['$id']);

/** Reads the words records in a project; null if it has no table for them. */
export async function fetchRemoteWordsRecords(
  remote: AppwriteLibrary,
): Promise<Map<string, WordsRecord> | null> {
  const columns = Query.select(['$id', 'lesson', 'category', 'text']);
  const rows = await remote
    .listRows('pages', [Query.equal('page', 0), columns])
    .catch(whenRefused(null, 'table_not_found'));
  const records = rows?.map(({ lesson, category, text }) => {
    return { lesson: String(lesson), category: String(category ?? ''), record: String(text) };
  });
  return records ? parseWordsRecords(records) : null;
}

/** Returns the text for a lesson's words in `mirroredRows`: all values that the words on a mirror depend on. */
const serializeWordsState = ({ categoryId, fileId }: PublishedLesson) =>
  JSON.stringify([categoryId, fileId, readingVersion, pageWordsVersion]);

/**
 * Compares the words on a mirror with the library. Returns lessons whose words are missing or outdated on the mirror, and ids of
 * lessons with words there that are no longer in the library: none on the embedded backend of a site, which reads the words itself.
 * Null if the project has no table for words.
 */
export async function planWords(
  local: LocalLibrary,
  lessons: readonly PublishedLesson[],
  remote: AppwriteLibrary,
): Promise<{ unsentLessons: PublishedLesson[]; removedIds: string[] } | null> {
  if (await remote.isEmbedded()) return { unsentLessons: [], removedIds: [] };
  const records = await fetchRemoteWordsRecords(remote);
  if (!records) return null;
  const mirroredRows = local.log.mirroredRows(remote.name) ?? {};
  const limit = await remote.maxFileBytes();
  // A mirror does not accept lessons above its size limit, so it cannot have their words.
  const isAccepted = (lesson: PublishedLesson) =>
    lesson.fileSize <= limit || mirroredRows[lessonKey(lesson.id)] === serializeLesson(lesson);
  const liveIds = new Set(lessons.map(({ id }) => id));
  return {
    unsentLessons: lessons.filter(
      (lesson) =>
        lesson.contentId !== missingContent &&
        isAccepted(lesson) &&
        !(records.has(lesson.id) && mirroredRows[wordsKey(lesson.id)] === serializeWordsState(lesson)),
    ),
    removedIds: [...records.keys()].filter((id) => !liveIds.has(id)),
  };
}

/**
 * Makes the words on a mirror equal to those in the data folder; skips lessons whose words are not read yet. Can be interrupted and
 * called again. Returns whether the project has a table for words.
 */
export async function pushWords(
  local: LocalLibrary,
  remote: AppwriteLibrary,
  { onLesson, signal }: { onLesson(done: number, all: number): void; signal: AbortSignal },
): Promise<boolean> {
  const tableIds = remote.tableIds('pages');
  const plan = await planWords(local, local.read().lessons, remote);
  if (!plan) return false;
  const remove = (lesson: string) =>
    remote.retry(() =>
      remote.tables.deleteRows({ ...tableIds, queries: [Query.equal('lesson', lesson), selectId] }),
    );
  for (const id of plan.removedIds) await remove(id);
  const { words } = local.backend;
  const records = readWordsRecords({ words });
  const mirroredRows = local.log.mirroredRows(remote.name) ?? {};
  const unsent = plan.unsentLessons.flatMap((lesson) => {
    const record = records.get(lesson.id);
    // If the project refused a new version, its row and words there are those of the earlier version.
    const isMirrored = mirroredRows[lessonKey(lesson.id)] === serializeLesson(lesson);
    return isMirrored && record && isRead(record, lesson.fileId) ? [{ lesson, record }] : [];
  });
  for (const [index, { lesson, record }] of unsent.entries()) {
    signal.throwIfAborted();
    await replace(record, words?.pages(lesson.id) ?? []);
    mirroredRows[wordsKey(lesson.id)] = serializeWordsState(lesson);
    const isLast = index + 1 === unsent.length;
    if (isLast || index % LESSONS_PER_SAVE === LESSONS_PER_SAVE - 1)
      await local.backend.write(() => local.log.saveMirroredRows(remote.name, mirroredRows));
    onLesson(index + 1, unsent.length);
  }
  return true;

  /** Replaces a lesson's pages in one transaction. */
  async function replace(record: WordsRecord, pages: readonly LessonPage[]): Promise<void> {
    const queries = [Query.equal('lesson', record.lesson), selectId];
    await remote.retry(async () => {
      const { $id: transactionId } = await remote.tables.createTransaction();
      await remote.tables.deleteRows({ ...tableIds, queries, transactionId });
      for (const rows of splitForRequests(rowsOf(record, pages)))
        await remote.tables.createRows({ ...tableIds, rows, transactionId });
      await remote.tables.updateTransaction({ transactionId, commit: true });
    });
  }
}

function rowsOf(record: WordsRecord, pages: readonly LessonPage[]) {
  const { lesson, category } = record;
  const headerRow = {
    $id: ID.unique(),
    lesson,
    category,
    page: 0,
    label: 'lesson',
    text: wordsRecordText(record),
    search: null,
  };
  return [
    headerRow,
    ...pages.map((page) => ({
      $id: ID.unique(),
      lesson,
      category,
      ...page,
      search: searchedText(page.text, page.label),
    })),
  ];
}

/** Splits rows into parts of at most `MAX_ROWS` and `MAX_BYTES`; a larger row becomes a separate part. */
function splitForRequests<Row extends { text: string; search: string | null }>(
  rows: readonly Row[],
): Row[][] {
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
