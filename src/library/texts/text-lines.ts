import type { LessonRow } from '../catalogue/appwrite-rows.ts';
import type { Messages } from '../messages/en.ts';
import { shown } from '../messages/shown.ts';
import type { UnfoundLessons } from './keep-texts.ts';
import { isRead, type TextHead } from './lesson-text.ts';

/** What the owner should know of the lessons' words, in plain sentences, each with the names. */
export function textLines(report: UnfoundLessons, messages: Messages): string[] {
  const { texts } = messages;
  return (['pictures', 'locked', 'broken', 'slow'] as const).flatMap((kind) => {
    const names = report[kind];
    return names.length === 0 ? [] : [texts[kind](names.length, names.map(shown).join(texts.comma))];
  });
}

/** That lessons are not read yet, if there are such. */
export function unreadLines(
  lessons: readonly LessonRow[],
  heads: readonly TextHead[],
  messages: Messages,
): string[] {
  const known = new Map(heads.map((head) => [head.lesson, head]));
  const unread = lessons.filter(({ id, fileId }) => !isRead(known.get(id), fileId)).length;
  return unread > 0 ? [messages.texts.unread(unread)] : [];
}
