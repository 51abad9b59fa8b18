import { gathered } from '../apply/gathered.ts';
import { inParallel } from '../apply/in-parallel.ts';
import type { Catalogue } from '../catalogue/appwrite-catalogue.ts';
import type { LessonRow } from '../catalogue/appwrite-rows.ts';
import type { Change } from '../plan/change.ts';
import { createLessonReader, type FilesHere, type LessonReader } from './lesson-reader.ts';
import { isRead, type LessonText, lessonText, type TextHead } from './lesson-text.ts';
import type { PageTable } from './page-table.ts';

/**
 * Names of lessons of which not every word can be found: pictures of pages, or fonts that do not tell their letters; those that ask for
 * a password, cannot be opened, or took too long, wholly or on some pages.
 */
export type UnfoundLessons = Record<'pictures' | 'locked' | 'broken' | 'slow', string[]>;

/** What a library's texts are like. */
export interface TextReport extends UnfoundLessons {
  /** Lessons that were read now. */
  read: number;
  /** Nothing is left to be read. */
  isWhole: boolean;
}

export interface KeepTextsOptions {
  catalogue: Catalogue;
  table: PageTable;
  paths: FilesHere;
  /** What was changed since all lessons had been read: no other lesson is looked at. */
  changes?: readonly Pick<Change, 'id' | 'after'>[];
  /** Without it one process reads. */
  reader?: LessonReader | undefined;
  /** No site has the backend open meanwhile, whose visitors would wait for a long write. */
  isAlone?: boolean;
  /** Is told how far it is, after each lesson. */
  onLesson?: (done: number, all: number) => void;
  signal?: AbortSignal;
}

/**
 * Brings the texts up to the library: lessons that are new, or have another file, are read; of those that are gone the text goes. It
 * may be broken off after any lesson, and called again it does the rest. Null when the backend has no table for them.
 */
export async function keepTexts(options: KeepTextsOptions): Promise<TextReport | null> {
  const { catalogue, table, changes } = options;
  const heads = await table.heads(changes?.map(({ id }) => id));
  if (!heads) return null;
  const known = new Map(heads.map((head) => [head.lesson, head]));
  const lessons: Lesson[] =
    changes?.flatMap(({ id, after }) => (after ? [{ id, ...after }] : [])) ?? (await catalogue.lessons());
  const there = new Set(lessons.map(({ id }) => id));
  for (const { lesson } of heads) if (!there.has(lesson)) await table.remove(lesson);
  for (const { id, categoryId } of lessons) {
    const head = known.get(id);
    if (head && head.category !== (categoryId ?? '')) await table.move(id, categoryId ?? '');
  }
  const unread = lessons.filter(({ id, fileId }) => !isRead(known.get(id), fileId));
  await readLessons(unread, options, known);
  const isWhole = lessons.every(({ id, fileId }) => isRead(known.get(id), fileId));
  return { ...textReport(lessons, [...known.values()]), read: unread.length, isWhole };
}

/**
 * Lessons of each process that wait to be read or written, and milliseconds in which they are gathered to be written. Together a page
 * costs a third less than that of one lesson, but visitors wait longer at a time.
 */
const [calm, hurried] = [
  { atOnce: 4, pause: 0 },
  { atOnce: 16, pause: 150 },
];

type Lesson = Pick<LessonRow, 'id' | 'fileId' | 'fileName' | 'categoryId'>;

async function readLessons(
  lessons: Lesson[],
  { catalogue, table, paths, onLesson, signal, ...options }: KeepTextsOptions,
  known: Map<string, TextHead>,
): Promise<void> {
  const reader = options.reader ?? createLessonReader({ signal });
  const { atOnce, pause } = options.isAlone && lessons.length > calm.atOnce ? hurried : calm;
  const allRead = Promise.withResolvers<void>();
  const add = gathered((texts: LessonText[]) => table.add(texts), pause, allRead.promise);
  let [read, done] = [0, 0];
  try {
    // While lessons are written others are read.
    await inParallel(atOnce * reader.width, lessons, async ({ id: lesson, categoryId, fileId }) => {
      const reading = await reader.read(fileId, { catalogue, here: paths });
      if (++read === lessons.length) allRead.resolve();
      // What is read of a lesson when it is broken off is not kept.
      signal?.throwIfAborted();
      if (reading) {
        const text = lessonText({ lesson, category: categoryId ?? '', fileId }, reading);
        await (known.has(lesson) ? table.replace(text) : add(text));
        known.set(lesson, text.head);
      }
      done++;
      onLesson?.(done, lessons.length);
    });
  } finally {
    if (reader !== options.reader) await reader.close();
  }
}

/** What there is to say of a library's texts. */
export function textReport(
  lessons: readonly Pick<LessonRow, 'id' | 'fileName'>[],
  heads: readonly TextHead[],
): UnfoundLessons {
  const headOf = new Map(heads.map((head) => [head.lesson, head]));
  const named = (test: (head: TextHead) => boolean): string[] =>
    lessons.flatMap(({ id, fileName }) => {
      const head = headOf.get(id);
      return head && test(head) ? [fileName] : [];
    });
  return {
    pictures: named(({ fault, pages, found, lost }) => fault === null && pages > lost && found === 0),
    locked: named(({ fault }) => fault === 'locked'),
    broken: named(({ fault }) => fault === 'broken'),
    slow: named(({ fault, lost }) => fault === 'slow' || lost > 0),
  };
}
