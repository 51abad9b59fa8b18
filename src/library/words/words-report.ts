import type { Messages } from '../messages/en.ts';
import { isolate } from '../messages/format.ts';
import type { PublishedLesson } from '../plan/model.ts';
import { isRead, type UnfoundLessons, type WordsHead } from './words.ts';

const unfoundKinds = [
  'pictures',
  'partly',
  'xfa',
  'portfolio',
  'nothing',
  'locked',
  'broken',
  'slow',
] as const;

/** Messages to the owner about the lessons' words, each with the names of lessons. */
export function unfoundLines(report: UnfoundLessons, messages: Messages): string[] {
  const { texts } = messages;
  return unfoundKinds.flatMap((kind) => {
    const names = report[kind];
    return names.length === 0 ? [] : [texts[kind](names.length, names.map(isolate).join(texts.comma))];
  });
}

/** Returns the message about lessons that are not read yet, if any. */
export function unreadLines(
  lessons: readonly Pick<PublishedLesson, 'id' | 'fileId'>[],
  heads: readonly WordsHead[],
  messages: Messages,
): string[] {
  const unread = countUnread(lessons, heads);
  return unread > 0 ? [messages.texts.unread(unread)] : [];
}

/** Counts the lessons whose words are not read yet. */
export function countUnread(
  lessons: readonly Pick<PublishedLesson, 'id' | 'fileId'>[],
  heads: readonly WordsHead[],
): number {
  const known = new Map(heads.map((head) => [head.lesson, head]));
  return lessons.filter(({ id, fileId }) => !isRead(known.get(id), fileId)).length;
}
