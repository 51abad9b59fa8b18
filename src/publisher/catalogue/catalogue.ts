import type { JournalEntry, NewJournalEntry } from '../journal/journal-entry.ts';
import type { LessonState, PublishedCategory } from '../plan/published.ts';

/** A row of the files table. `categoryId` is null when the row has none. */
export interface LessonRow {
  id: string;
  fileName: string;
  fileSize: number;
  fileId: string;
  /** Where its url leads, see `judgeUrl`. */
  link: 'right' | 'former' | 'wrong';
  categoryId: string | null;
  createdAt: string;
}

/** A file in the bucket. `signature` is the MD5 of the content where the backend can tell it, else null. */
export interface StoredFile {
  id: string;
  name: string;
  size: number;
  signature: string | null;
  complete: boolean;
}

/** A file on this computer, to be sent. `size` in bytes, `modifiedAt` in milliseconds, as they were when it was read. */
export interface SourceFile {
  path: string;
  name: string;
  size: number;
  md5: string;
  modifiedAt: number;
}

/** What the owner's commands need of a backend. Every write may be repeated: the second time it changes nothing. */
export interface Catalogue {
  categories(): Promise<PublishedCategory[]>;
  saveCategory(category: PublishedCategory): Promise<void>;
  /** Does nothing when it is gone already, or when a lesson still stands in it. */
  removeCategory(id: string): Promise<void>;

  lessons(): Promise<LessonRow[]>;
  /** Creates the row, or replaces it, with `state.publishedAt` as its date. */
  createLesson(id: string, state: LessonState): Promise<void>;
  updateLesson(id: string, state: LessonState): Promise<void>;
  removeLesson(id: string): Promise<void>;
  /** Writes the lesson's own address into its row, and nothing else. */
  giveLink(lesson: Pick<LessonRow, 'id' | 'fileId'>): Promise<void>;
  /** Fills the columns that are made from a lesson's name, where the backend has them and they are not as they should be. */
  fillDerived(): Promise<void>;

  files(): Promise<StoredFile[]>;
  /**
   * Stores a file under its id, going on where an earlier try stopped. `sent` is told the bytes there in all.
   * Rejects with `SourceChanged` when what arrived is not what was read, and leaves no such file.
   */
  send(fileId: string, source: SourceFile, sent: (bytes: number) => void): Promise<void>;
  renameFile(fileId: string, name: string): Promise<void>;
  removeFile(fileId: string): Promise<void>;
  /** The bytes of a file, or null when there is none. */
  open(fileId: string): Promise<ReadableStream<Uint8Array> | null>;
  /** Bytes. */
  largestFile(): Promise<number>;

  /** Entries of these kinds, oldest first. */
  journal(kinds: readonly JournalEntry['kind'][], publication?: string): Promise<JournalEntry[]>;
  saveJournal(entries: NewJournalEntry[]): Promise<void>;
  removeJournal(id: string): Promise<void>;
  /** Makes an entry unless one of its id is there; tells whether it did. */
  claim(entry: NewJournalEntry): Promise<boolean>;

  /** The same library as the holder of a lock writes to it. */
  heldWith(held: Held, signal?: AbortSignal): Catalogue;
}

/** By what a write is known to be its holder's. */
export interface Held {
  /** The id of the lock's row. Without it the embedded backend makes no write: it then rejects with `LockLost`. */
  lock: string;
  /** Comes before every try of every write; when it rejects the write is not made. */
  check?(): Promise<void>;
}

/** The file in the folder was changed while it was being sent. */
export class SourceChanged extends Error {
  override name = 'SourceChanged';
}
