import type { Models } from 'node-appwrite';
import type { JournalEntry, NewJournalEntry } from '../journal/journal-entry.ts';
import { judgeUrl, type Target } from './target.ts';

/** A row of the files table. */
export type LessonRow = ReturnType<typeof toLessonRow>;

export function toLessonRow(target: Target, row: Models.DefaultRow) {
  const [id, fileId] = [row.$id, String(row.fileId)];
  return {
    id,
    fileName: String(row.fileName),
    fileSize: Number(row.fileSize),
    fileId,
    /** Where its url leads. */
    link: judgeUrl(target, { id, fileId, url: String(row.url) }),
    /** Null when the row has none. */
    categoryId: typeof row.category === 'string' ? row.category : null,
    createdAt: row.$createdAt,
  };
}

export function journalData({ before, after, note, ...entry }: Omit<NewJournalEntry, 'id'>) {
  const json = (value: object | null) => value && JSON.stringify(value);
  return { ...entry, before: json(before), after: json(after), note: json(note) };
}

export function toJournalEntry(row: Models.DefaultRow): JournalEntry {
  const json = (value: unknown) => (typeof value === 'string' ? JSON.parse(value) : null);
  const text = (value: unknown) => (typeof value === 'string' ? value : null);
  return {
    id: row.$id,
    kind: row.kind,
    publication: text(row.publication),
    lesson: text(row.lesson),
    before: json(row.before),
    after: json(row.after),
    note: json(row.note),
    createdAt: row.$createdAt,
    updatedAt: row.$updatedAt,
  };
}
