import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Catalogue } from '../../src/library/catalogue/appwrite-catalogue.ts';
import type { LessonRow } from '../../src/library/catalogue/appwrite-rows.ts';
import type { Held } from '../../src/library/catalogue/bound-writes.ts';
import { SourceChanged, type SourceFile, type StoredFile } from '../../src/library/catalogue/stored-file.ts';
import type { JournalEntry, JournalKind, NewJournalEntry } from '../../src/library/journal/journal-entry.ts';
import type { LessonState, PublishedCategory } from '../../src/library/plan/change.ts';

/** What a backend keeps; it outlives the process that writes to it. */
export class Shelf {
  categories = new Map<string, string>();
  lessons = new Map<string, LessonRow>();
  files = new Map<string, { name: string; bytes: Buffer; complete: boolean }>();
  journal = new Map<string, JournalEntry>();
  /** Moves as the days go by. */
  now = Date.now() - 3_600_000;

  date(): string {
    return new Date(this.now++).toISOString();
  }
}

/** What a fault test does to the n-th write: nothing of it, or all of it but the answer, happens before the process is gone. */
export interface Fault {
  step: number;
  when: 'before' | 'after' | 'half';
}

export class Killed extends Error {}

/** A backend in memory for tests of faults: every write is a step that can be the last one of the process. */
export class MemoryCatalogue implements Catalogue {
  steps = 0;
  writes: string[] = [];
  dead = false;
  readonly shelf: Shelf;
  private readonly fault: Fault | undefined;
  private check: (() => Promise<void>) | undefined;

  constructor(shelf: Shelf, fault?: Fault) {
    this.shelf = shelf;
    this.fault = fault;
  }

  /** As hosted Appwrite, it knows nothing of locks. */
  heldWith({ check }: Held): MemoryCatalogue {
    const held: MemoryCatalogue = Object.create(this);
    held.check = check;
    return held;
  }

  private async write<Result>(what: string, effect: () => Result, half?: () => void): Promise<Result> {
    if (this.dead) throw new Killed();
    await this.check?.();
    const last = this.fault?.step === this.steps++;
    if (last && this.fault?.when !== 'after') {
      this.dead = true;
      if (this.fault?.when === 'half') half?.();
      throw new Killed(what);
    }
    const result = effect();
    this.writes.push(what);
    this.assertNoDeadLink(what);
    if (last) {
      this.dead = true;
      throw new Killed(what);
    }
    return result;
  }

  /** What a visitor meets at this very moment. */
  private assertNoDeadLink(what: string): void {
    for (const { id, fileId, categoryId } of this.shelf.lessons.values()) {
      if (!this.shelf.files.get(fileId)?.complete) throw new Error(`dead link of ${id} after ${what}`);
      if (!categoryId || !this.shelf.categories.has(categoryId))
        throw new Error(`${id} without category after ${what}`);
    }
  }

  async categories(): Promise<PublishedCategory[]> {
    return [...this.shelf.categories].map(([id, name]) => ({ id, name }));
  }
  saveCategory({ id, name }: PublishedCategory) {
    return this.write('saveCategory', () => void this.shelf.categories.set(id, name));
  }
  removeCategory(id: string) {
    return this.write('removeCategory', () => {
      if (![...this.shelf.lessons.values()].some(({ categoryId }) => categoryId === id))
        this.shelf.categories.delete(id);
    });
  }
  async lessons(): Promise<LessonRow[]> {
    return [...this.shelf.lessons.values()];
  }
  createLesson(id: string, state: LessonState) {
    return this.write('createLesson', () => {
      this.shelf.lessons.set(id, { ...rowOf(id, state), createdAt: state.publishedAt });
    });
  }
  updateLesson(id: string, state: LessonState) {
    return this.write('updateLesson', () => {
      const row = this.shelf.lessons.get(id);
      if (!row) throw new Error(`no row ${id}`);
      this.shelf.lessons.set(id, { ...row, ...rowOf(id, state) });
    });
  }
  removeLesson(id: string) {
    return this.write('removeLesson', () => void this.shelf.lessons.delete(id));
  }
  giveLink({ id }: Pick<LessonRow, 'id' | 'fileId'>) {
    return this.write('giveLink', () => {
      const row = this.shelf.lessons.get(id);
      if (row) row.link = 'right';
    });
  }
  async fillDerived(): Promise<void> {}
  async files(): Promise<StoredFile[]> {
    return [...this.shelf.files].map(([id, { name, bytes, complete }]) => {
      const md5 = createHash('md5').update(bytes).digest('hex');
      return { id, name, size: bytes.length, md5, complete };
    });
  }
  async send(fileId: string, source: SourceFile, sent: (bytes: number) => void) {
    const bytes = await readFile(source.path);
    const wrong = createHash('md5').update(bytes).digest('hex') !== source.md5;
    const keep = (complete: boolean) =>
      void this.shelf.files.set(fileId, { name: source.name, bytes, complete });
    await this.write(
      'send',
      () => {
        const there = this.shelf.files.get(fileId);
        if (there?.complete) there.name = source.name;
        else if (!wrong) keep(true);
      },
      () => {
        if (!this.shelf.files.has(fileId)) keep(false);
      },
    );
    if (wrong) throw new SourceChanged(source.path);
    sent(source.size);
  }
  renameFile(fileId: string, name: string) {
    return this.write('renameFile', () => {
      const file = this.shelf.files.get(fileId);
      if (file) file.name = name;
    });
  }
  removeFile(fileId: string) {
    return this.write('removeFile', () => void this.shelf.files.delete(fileId));
  }
  async open(fileId: string): Promise<ReadableStream<Uint8Array> | null> {
    const file = this.shelf.files.get(fileId);
    return file?.complete
      ? (new Blob([new Uint8Array(file.bytes)]).stream() as ReadableStream<Uint8Array>)
      : null;
  }
  async opens({ id }: { id: string }): Promise<boolean> {
    return this.shelf.files.get(id)?.complete === true;
  }
  async largestFile(): Promise<number> {
    return 10_000;
  }
  async journal(kinds: readonly JournalKind[], publication?: string): Promise<JournalEntry[]> {
    return [...this.shelf.journal.values()].filter(
      (entry) => kinds.includes(entry.kind) && (!publication || entry.publication === publication),
    );
  }
  saveJournal(entries: NewJournalEntry[]) {
    return this.write('saveJournal', () => {
      for (const entry of entries) this.keep(entry);
    });
  }
  private keep(entry: NewJournalEntry): void {
    const createdAt = this.shelf.journal.get(entry.id)?.createdAt ?? this.shelf.date();
    this.shelf.journal.set(entry.id, { ...structuredClone(entry), createdAt, updatedAt: this.shelf.date() });
  }
  removeJournal(id: string) {
    return this.write('removeJournal', () => void this.shelf.journal.delete(id));
  }
  async claim(entry: NewJournalEntry): Promise<boolean> {
    return this.write('claim', () => {
      const isNew = !this.shelf.journal.has(entry.id);
      if (isNew) this.keep(entry);
      return isNew;
    });
  }
}

function rowOf(id: string, { fileName, fileSize, fileId, categoryId }: LessonState) {
  return { id, fileName, fileSize, fileId, link: 'right' as const, categoryId };
}
