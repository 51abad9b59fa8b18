import type { Messages } from '../messages/en.ts';
import { shown } from '../messages/shown.ts';
import type { PublishedLesson } from '../plan/change.ts';
import { isRead, type UnfoundLessons, type WordsHead } from '../words/lesson-words.ts';

/** What the owner should know of the lessons' words, in plain sentences, each with the names. */
export function unfoundLines(report: UnfoundLessons, messages: Messages): string[] {
  const { texts } = messages;
  return (['pictures', 'locked', 'broken', 'slow'] as const).flatMap((kind) => {
    const names = report[kind];
    return names.length === 0 ? [] : [texts[kind](names.length, names.map(shown).join(texts.comma))];
  });
}

/** That lessons are not read yet, if there are such. */
export function unreadLines(
  lessons: readonly Pick<PublishedLesson, 'id' | 'fileId'>[],
  heads: readonly WordsHead[],
  messages: Messages,
): string[] {
  const known = new Map(heads.map((head) => [head.lesson, head]));
  const unread = lessons.filter(({ id, fileId }) => !isRead(known.get(id), fileId)).length;
  return unread > 0 ? [messages.texts.unread(unread)] : [];
}
