import { type Client, type Models, Query, Storage, TablesDB } from 'node-appwrite';
import type { JournalEntry, JournalKind, NewJournalEntry } from '../journal/journal-entry.ts';
import type { LessonState, PublishedCategory } from '../plan/change.ts';
import { journalData, type LessonRow, toJournalEntry, toLessonRow } from './appwrite-rows.ts';
import { asLockLost, bindWrites, type Held } from './bound-writes.ts';
import { type DerivedColumns, derivedColumns } from './derived-columns.ts';
import { download, opens } from './download.ts';
import { allPages, retry } from './retry.ts';
import { sendFile } from './send-file.ts';
import { type SourceFile, type StoredFile, toStoredFile } from './stored-file.ts';
import { storedName } from './stored-name.ts';
import { clientOf, lessonUrl, type Target, tableOn } from './target.ts';
import { whenRefused } from './when-refused.ts';

const bulkSize = 100;

/** What the owner's commands need of a backend. Every write may be repeated: the second time it changes nothing. */
export interface Catalogue extends Pick<AppwriteCatalogue, keyof AppwriteCatalogue> {}

/** The library on any backend that speaks Appwrite's API, through the official SDK. */
export class AppwriteCatalogue {
  protected readonly target: Target;
  private readonly client: Client;
  private readonly tables: TablesDB;
  private readonly storage: Storage;
  private readonly signal: AbortSignal | undefined;
  private readonly check: (() => Promise<void>) | undefined;
  private derivedColumns: Promise<DerivedColumns> | undefined;

  constructor(target: Target, signal?: AbortSignal, held?: Held) {
    this.target = target;
    this.signal = signal;
    this.check = held?.check;
    this.client = clientOf(target);
    if (held) bindWrites(this.client, target, held);
    this.tables = new TablesDB(this.client);
    this.storage = new Storage(this.client);
  }

  /** The same library as the holder of a lock writes to it. */
  heldWith(held: Held, signal?: AbortSignal): Catalogue {
    return new AppwriteCatalogue(this.target, signal, held);
  }

  async categories(): Promise<PublishedCategory[]> {
    const rows = await this.allRows('categories', [Query.select(['categoryName'])]);
    return rows.map((row) => ({ id: row.$id, name: String(row.categoryName) }));
  }

  async saveCategory({ id, name }: PublishedCategory): Promise<void> {
    await this.upsert('categories', id, { categoryName: name });
  }

  /** Does nothing when it is gone already, or when a lesson still stands in it. */
  async removeCategory(id: string): Promise<void> {
    await this.deleteRow('categories', id, 'row_delete_restricted');
  }

  async lessons(): Promise<LessonRow[]> {
    const rows = await this.allRows('files');
    return rows.map((row) => toLessonRow(this.target, row));
  }

  /** Creates the row, or replaces it, with `state.publishedAt` as its date. */
  async createLesson(id: string, state: LessonState): Promise<void> {
    await this.upsert('files', id, { ...(await this.lessonData(id, state)), $createdAt: state.publishedAt });
  }

  async updateLesson(id: string, state: LessonState): Promise<void> {
    const data = await this.lessonData(id, state);
    await this.write(() => this.tables.updateRow({ ...this.row('files', id), data }));
  }

  async removeLesson(id: string): Promise<void> {
    await this.deleteRow('files', id);
  }

  /** Writes the lesson's own address into its row, and nothing else. */
  async giveLink({ id, fileId }: Pick<LessonRow, 'id' | 'fileId'>): Promise<void> {
    const data = { url: lessonUrl(this.target, { id, fileId }) };
    const give = () => this.tables.updateRow({ ...this.row('files', id), data });
    await this.write(give).catch(whenRefused(null, 'row_not_found'));
  }

  /** Fills the columns that are made from a lesson's name, where the backend has them and they are not as they should be. */
  async fillDerived(): Promise<void> {
    const valuesOf = await this.derived();
    if (Object.keys(valuesOf('')).length === 0) return;
    for (const row of await this.allRows('files')) {
      const data = valuesOf(String(row.fileName));
      if (Object.entries(data).every(([key, value]) => row[key] === value)) continue;
      await this.write(() => this.tables.updateRow({ ...this.row('files', row.$id), data }));
    }
  }

  async files(): Promise<StoredFile[]> {
    const { bucketId } = this.target;
    const page = async (queries: string[]) => (await this.storage.listFiles({ bucketId, queries })).files;
    return (await allPages(page, this.signal)).map(toStoredFile);
  }

  /**
   * Stores a file under its id, going on where an earlier try stopped. `sent` is told the bytes there in all.
   * Rejects with `SourceChanged` when what arrived is not what was read, and leaves no such file.
   */
  async send(fileId: string, source: SourceFile, sent: (bytes: number) => void = () => {}): Promise<void> {
    await this.check?.();
    await sendFile(this.client, this.target, fileId, source, sent, this.signal).catch(asLockLost);
  }

  async renameFile(fileId: string, fileName: string): Promise<void> {
    const name = storedName(fileName);
    await this.write(() => this.storage.updateFile({ bucketId: this.target.bucketId, fileId, name }));
  }

  async removeFile(fileId: string): Promise<void> {
    const remove = () => this.storage.deleteFile({ bucketId: this.target.bucketId, fileId });
    await this.write(remove).catch(whenRefused(null, 'storage_file_not_found'));
  }

  /** The bytes of a file, or null when there is none. Rejects with `FileUnreadable` where the backend cannot read them. */
  open(fileId: string): Promise<ReadableStream<Uint8Array> | null> {
    return download(this.client, this.target, fileId, this.signal);
  }

  /** Whether a visitor can open a file, as far as its first bytes tell. */
  opens({ id, size }: Pick<StoredFile, 'id' | 'size'>): Promise<boolean> {
    return opens(this.client, this.target, id, size, this.signal);
  }

  /** Bytes. */
  async largestFile(): Promise<number> {
    const { bucketId } = this.target;
    return (await retry(() => this.storage.getBucket({ bucketId }), this.signal)).maximumFileSize;
  }

  /** Entries of these kinds, oldest first. */
  async journal(kinds: readonly JournalKind[], publication?: string): Promise<JournalEntry[]> {
    const queries = [Query.equal('kind', [...kinds])];
    if (publication) queries.push(Query.equal('publication', publication));
    return (await this.allRows('changes', queries)).map(toJournalEntry);
  }

  async saveJournal(entries: NewJournalEntry[]): Promise<void> {
    const { databaseId, changesTableId: tableId } = this.target;
    const all = entries.map(({ id, ...entry }) => ({ $id: id, ...journalData(entry) }));
    for (let start = 0; start < all.length; start += bulkSize) {
      const rows = all.slice(start, start + bulkSize);
      await this.write(() => this.tables.upsertRows({ databaseId, tableId, rows }));
    }
  }

  async removeJournal(id: string): Promise<void> {
    await this.deleteRow('changes', id);
  }

  /** Makes an entry unless one of its id is there; tells whether it did. */
  async claim({ id, ...entry }: NewJournalEntry): Promise<boolean> {
    const data = journalData(entry);
    const made = this.write(() => this.tables.createRow({ ...this.row('changes', id), data }));
    return made.then(() => true).catch(whenRefused(false, 409));
  }

  /** All rows of a table, by its name in `appwrite.config.json`; a related row is its id. */
  protected allRows(table: string, queries: string[] = []): Promise<Models.DefaultRow[]> {
    const asked = { databaseId: this.target.databaseId, tableId: tableOn(this.target, table), total: false };
    const page = async (paging: string[]) =>
      (await this.tables.listRows({ ...asked, queries: [...queries, ...paging] })).rows;
    return allPages(page, this.signal);
  }

  /** Makes a row, or replaces it. */
  protected async upsert(table: string, id: string, data: object): Promise<void> {
    await this.write(() => this.tables.upsertRow({ ...this.row(table, id), data }));
  }

  private async deleteRow(table: string, id: string, ...reasonsToStay: string[]): Promise<void> {
    const remove = () => this.tables.deleteRow(this.row(table, id));
    await this.write(remove).catch(whenRefused(null, 'row_not_found', ...reasonsToStay));
  }

  private async lessonData(id: string, state: LessonState) {
    const { fileName, fileSize, fileId, categoryId: category } = state;
    const url = lessonUrl(this.target, { id, fileId });
    return { url, fileName, fileSize, fileId, category, ...(await this.derived())(fileName) };
  }

  private derived(): Promise<DerivedColumns> {
    this.derivedColumns ??= derivedColumns(this.tables, this.target);
    return this.derivedColumns;
  }

  private row(table: string, rowId: string) {
    return { databaseId: this.target.databaseId, tableId: tableOn(this.target, table), rowId };
  }

  private write<Result>(action: () => Promise<Result>): Promise<Result> {
    const checked = async () => {
      await this.check?.();
      return action();
    };
    return retry(checked, this.signal).catch(asLockLost);
  }
}
