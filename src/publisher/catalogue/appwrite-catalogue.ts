import { AppwriteException, Client, type Models, Query, Storage, TablesDB } from 'node-appwrite';
import type { JournalEntry, JournalKind, NewJournalEntry } from '../journal/journal-entry.ts';
import type { LessonState, PublishedCategory } from '../plan/published.ts';
import { journalData, relatedId, toJournalEntry, toStoredFile } from './appwrite-rows.ts';
import { asLockLost, bindWrites } from './bound-writes.ts';
import type { Catalogue, Held, LessonRow, SourceFile, StoredFile } from './catalogue.ts';
import { type DerivedColumns, derivedColumns } from './derived-columns.ts';
import { download } from './download.ts';
import { retry } from './retry.ts';
import { sendFile } from './send-file.ts';
import { storedName } from './stored-name.ts';
import { judgeUrl, lessonUrl, type Target } from './target.ts';

const pageSize = 500;
const bulkSize = 100;

/** A client of the official SDK for a target. Throws `Invalid endpoint URL` as the SDK does. */
export function clientOf(target: Pick<Target, 'endpoint' | 'projectId' | 'key' | 'embedded'>): Client {
  const client = new Client().setEndpoint(target.endpoint).setProject(target.projectId).setKey(target.key);
  // On the same computer packing costs more than it saves.
  return target.embedded ? client.addHeader('Accept-Encoding', 'identity') : client;
}

/** The library on any backend that speaks Appwrite's API, through the official SDK. */
export class AppwriteCatalogue implements Catalogue {
  private readonly client: Client;
  private readonly tables: TablesDB;
  private readonly storage: Storage;
  private readonly target: Target;
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

  heldWith(held: Held, signal?: AbortSignal): AppwriteCatalogue {
    return new AppwriteCatalogue(this.target, signal, held);
  }

  async categories(): Promise<PublishedCategory[]> {
    const rows = await this.allRows(this.target.categoriesTableId, [Query.select(['categoryName'])]);
    return rows.map((row) => ({ id: row.$id, name: String(row.categoryName) }));
  }

  async saveCategory({ id, name }: PublishedCategory): Promise<void> {
    await this.write(() =>
      this.tables.upsertRow({ ...this.row(this.target.categoriesTableId, id), data: { categoryName: name } }),
    );
  }

  async removeCategory(id: string): Promise<void> {
    await this.unless(['row_not_found', 'row_delete_restricted'], () =>
      this.tables.deleteRow(this.row(this.target.categoriesTableId, id)),
    );
  }

  async lessons(): Promise<LessonRow[]> {
    const rows = await this.allRows(this.target.filesTableId, [Query.select(['*', 'category.$id'])]);
    return rows.map((row) => ({
      id: row.$id,
      fileName: String(row.fileName),
      fileSize: Number(row.fileSize),
      fileId: String(row.fileId),
      link: judgeUrl(this.target, { id: row.$id, fileId: String(row.fileId), url: String(row.url) }),
      categoryId: relatedId(row.category),
      createdAt: row.$createdAt,
    }));
  }

  async createLesson(id: string, state: LessonState): Promise<void> {
    const data = { ...(await this.lessonData(id, state)), $createdAt: state.publishedAt };
    await this.write(() => this.tables.upsertRow({ ...this.row(this.target.filesTableId, id), data }));
  }

  async updateLesson(id: string, state: LessonState): Promise<void> {
    const data = await this.lessonData(id, state);
    await this.write(() => this.tables.updateRow({ ...this.row(this.target.filesTableId, id), data }));
  }

  async removeLesson(id: string): Promise<void> {
    await this.unless(['row_not_found'], () => this.tables.deleteRow(this.row(this.target.filesTableId, id)));
  }

  async giveLink({ id, fileId }: Pick<LessonRow, 'id' | 'fileId'>): Promise<void> {
    const data = { url: lessonUrl(this.target, { id, fileId }) };
    await this.unless(['row_not_found'], () =>
      this.tables.updateRow({ ...this.row(this.target.filesTableId, id), data }),
    );
  }

  async files(): Promise<StoredFile[]> {
    const files = await this.allPages(async (queries) => {
      const page = await this.storage.listFiles({ bucketId: this.target.bucketId, queries });
      return page.files;
    });
    return files.map(toStoredFile);
  }

  async send(fileId: string, source: SourceFile, sent: (bytes: number) => void): Promise<void> {
    await this.check?.();
    await sendFile(this.client, this.target, fileId, source, sent, this.signal).catch(asLockLost);
  }

  async renameFile(fileId: string, fileName: string): Promise<void> {
    const name = storedName(fileName);
    await this.write(() => this.storage.updateFile({ bucketId: this.target.bucketId, fileId, name }));
  }

  async removeFile(fileId: string): Promise<void> {
    await this.unless(['storage_file_not_found'], () =>
      this.storage.deleteFile({ bucketId: this.target.bucketId, fileId }),
    );
  }

  open(fileId: string): Promise<ReadableStream<Uint8Array> | null> {
    return download(this.client, this.target, fileId, this.signal);
  }

  async largestFile(): Promise<number> {
    const { bucketId } = this.target;
    return (await this.try(() => this.storage.getBucket({ bucketId }))).maximumFileSize;
  }

  async journal(kinds: readonly JournalKind[], publication?: string): Promise<JournalEntry[]> {
    const queries = [Query.equal('kind', [...kinds])];
    if (publication) queries.push(Query.equal('publication', publication));
    return (await this.allRows(this.target.changesTableId, queries)).map(toJournalEntry);
  }

  async saveJournal(entries: NewJournalEntry[]): Promise<void> {
    for (let start = 0; start < entries.length; start += bulkSize) {
      const rows = entries
        .slice(start, start + bulkSize)
        .map(({ id, ...entry }) => ({ $id: id, ...journalData(entry) }));
      const { databaseId, changesTableId: tableId } = this.target;
      await this.write(() => this.tables.upsertRows({ databaseId, tableId, rows }));
    }
  }

  async removeJournal(id: string): Promise<void> {
    await this.unless(['row_not_found'], () =>
      this.tables.deleteRow(this.row(this.target.changesTableId, id)),
    );
  }

  async claim({ id, ...entry }: NewJournalEntry): Promise<boolean> {
    try {
      const data = journalData(entry);
      await this.write(() => this.tables.createRow({ ...this.row(this.target.changesTableId, id), data }));
      return true;
    } catch (error) {
      if (error instanceof AppwriteException && error.code === 409) return false;
      throw error;
    }
  }

  async fillDerived(): Promise<void> {
    const valuesOf = await this.derived();
    if (Object.keys(valuesOf('')).length === 0) return;
    for (const row of await this.allRows(this.target.filesTableId, [Query.select(['*'])])) {
      const data = valuesOf(String(row.fileName));
      if (Object.entries(data).every(([key, value]) => row[key] === value)) continue;
      await this.write(() => this.tables.updateRow({ ...this.row(this.target.filesTableId, row.$id), data }));
    }
  }

  private async lessonData(id: string, state: LessonState) {
    const { fileName, fileSize, fileId, categoryId } = state;
    const derived = (await this.derived())(fileName);
    return {
      url: lessonUrl(this.target, { id, fileId }),
      fileName,
      fileSize,
      fileId,
      category: categoryId,
      ...derived,
    };
  }

  private derived(): Promise<DerivedColumns> {
    this.derivedColumns ??= derivedColumns(this.tables, this.target);
    return this.derivedColumns;
  }

  private row(tableId: string, rowId: string) {
    return { databaseId: this.target.databaseId, tableId, rowId };
  }

  private allRows(tableId: string, queries: string[]): Promise<Models.DefaultRow[]> {
    return this.allPages(async (page) => {
      const { databaseId } = this.target;
      return (
        await this.tables.listRows({ databaseId, tableId, queries: [...queries, ...page], total: false })
      ).rows;
    });
  }

  /** All of a list, by cursor: totals stop at 5000 on Appwrite, and an offset would miss rows when others change. */
  private async allPages<Item extends { $id: string }>(
    list: (queries: string[]) => Promise<Item[]>,
  ): Promise<Item[]> {
    const all: Item[] = [];
    for (;;) {
      const last = all.at(-1);
      const cursor = last ? [Query.cursorAfter(last.$id)] : [];
      const page = await this.try(() => list([Query.limit(pageSize), ...cursor]));
      all.push(...page);
      if (page.length < pageSize) return all;
    }
  }

  private try<Result>(action: () => Promise<Result>): Promise<Result> {
    return retry(action, this.signal);
  }

  private write<Result>(action: () => Promise<Result>): Promise<Result> {
    return this.try(async () => {
      await this.check?.();
      return action();
    }).catch(asLockLost);
  }

  private async unless(types: string[], action: () => Promise<unknown>): Promise<void> {
    try {
      await this.write(action);
    } catch (error) {
      if (!(error instanceof AppwriteException) || !types.includes(error.type)) throw error;
    }
  }
}
