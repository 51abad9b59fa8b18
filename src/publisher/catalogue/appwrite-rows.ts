import type { Models } from 'node-appwrite';
import type { JournalEntry, NewJournalEntry } from '../journal/journal-entry.ts';
import type { StoredFile } from './catalogue.ts';
import { isMd5 } from './is-md5.ts';

export function relatedId(value: unknown): string | null {
  if (typeof value === 'string') return value;
  // Appwrite answers an empty list for a related row that is gone.
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  return String((value as { $id: unknown }).$id);
}

export function toStoredFile(file: Models.File): StoredFile {
  return {
    id: file.$id,
    name: file.name,
    size: file.sizeOriginal,
    signature: isMd5(file.signature) ? file.signature : null,
    complete: file.chunksUploaded >= file.chunksTotal,
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
