import { ID, Query } from 'node-appwrite';
import { pageWordsVersion } from '#text/page-words.ts';
import { searchedText } from '#text/verses/quoted-verses.ts';
import type { LocalLibrary } from '../store/local-library.ts';
import {
  headText,
  isRead,
  type LessonWords,
  openLocalWords,
  parseHead,
  type WordsHead,
} from '../words/words.ts';
import type { AppwriteLibrary } from './appwrite.ts';
import { whenRefused } from './client.ts';
import { wordsKey } from './push.ts';

/** Rows and bytes of one request. */
const MAX_ROWS = 100;
const MAX_BYTES = 500_000;

/** Number of lessons after which it is recorded that their words were sent. */
const SAVED_AFTER = 25;

/** Answers to bulk requests repeat the rows: their ids are enough. */
const ids = Query.select(['$id']);

/** The heads of the words that a project has. Null if it has no table for them. */
export async function remoteHeads(remote: AppwriteLibrary): Promise<WordsHead[] | null> {
  const columns = Query.select(['$id', 'lesson', 'category', 'text']);
  const rows = await remote
    .rows('pages', [Query.equal('page', 0), columns])
    .catch(whenRefused(null, 'table_not_found'));
  return (
    rows?.map(({ lesson, category, text }) =>
      parseHead({ lesson: String(lesson), category: String(category ?? ''), head: String(text) }),
    ) ?? null
  );
}

/**
 * Makes the words of a mirror equal to those of the data folder. May be interrupted after any lesson and called again. Returns how many
 * lessons were written, or null if the project has no table for them.
 */
export async function pushWords(
  local: LocalLibrary,
  remote: AppwriteLibrary,
  { onLesson, signal }: { onLesson?(done: number, all: number): void; signal?: AbortSignal | undefined } = {},
): Promise<number | null> {
  const place = { databaseId: remote.target.databaseId, tableId: remote.target.pagesTableId };
  const words = openLocalWords(local.backend);
  const heads = words.heads();
  const lessons = new Map(local.read().lessons.map((lesson) => [lesson.id, lesson]));
  const known = local.log.mirroredRows(remote.name) ?? {};
  const textOf = ({ category, fileId, version }: WordsHead) =>
    JSON.stringify([category, fileId, version, pageWordsVersion]);
  const wanted = heads.filter((head) => isRead(head, lessons.get(head.lesson)?.fileId ?? ''));
  const remoteWords = await remoteHeads(remote);
  if (!remoteWords) return null;
  const remoteIds = new Set(remoteWords.map(({ lesson }) => lesson));
  const remove = (lesson: string) =>
    remote.retry(() => remote.tables.deleteRows({ ...place, queries: [Query.equal('lesson', lesson), ids] }));
  for (const id of remoteIds) if (!lessons.has(id)) await remove(id);
  const unsent = wanted.filter(
    (head) => !remoteIds.has(head.lesson) || known[wordsKey(head.lesson)] !== textOf(head),
  );
  for (const [index, head] of unsent.entries()) {
    signal?.throwIfAborted();
    await replace({ head, pages: words.pages(head.lesson) });
    known[wordsKey(head.lesson)] = textOf(head);
    const isLast = index + 1 === unsent.length;
    if (isLast || index % SAVED_AFTER === SAVED_AFTER - 1)
      await local.backend.write(() => local.log.saveMirroredRows(remote.name, known));
    onLesson?.(index + 1, unsent.length);
  }
  return unsent.length;

  /** Replaces a lesson's pages in one transaction. */
  async function replace(text: LessonWords): Promise<void> {
    const queries = [Query.equal('lesson', text.head.lesson), ids];
    await remote.retry(async () => {
      const { $id: transactionId } = await remote.tables.createTransaction();
      await remote.tables.deleteRows({ ...place, queries, transactionId });
      for (const rows of inParts(rowsOf(text)))
        await remote.tables.createRows({ ...place, rows, transactionId });
      await remote.tables.updateTransaction({ transactionId, commit: true });
    });
  }
}

function rowsOf({ head, pages }: LessonWords) {
  const { lesson, category } = head;
  const first = {
    $id: ID.unique(),
    lesson,
    category,
    page: 0,
    label: 'lesson',
    text: headText(head),
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
