import { AppwriteException, type Client, type Models, Query, Storage, TablesDB } from 'node-appwrite';
import { foldTitle } from '#text/search-key.ts';
import { sortKey } from '#text/sort-key.ts';
import { type LessonRow, lessonColumns, readLessonRow } from '../plan/model.ts';
import { storedName } from '../plan/names.ts';
import { type JournalRow, journalRow } from '../store/older-journal.ts';
import { clientOf, fetchAllPages, lessonUrl, retry, type Target, tableOn, whenRefused } from './client.ts';
import { isMd5 } from './file-parts.ts';
import { download, type FileToSend, isComplete, opens, sendFile } from './transfer.ts';

/** A complete file in a project's bucket. */
export interface RemoteFile {
  name: string;
  /** Bytes. */
  size: number;
  /** Hash of the content if the project stores it, else null. */
  md5: string | null;
}

/** A library as a project stores it. */
export interface RemoteState {
  categories: { id: string; name: string }[];
  lessons: LessonRow[];
  /** The lessons' rows with all their columns, by id. */
  rows: ReadonlyMap<string, Models.DefaultRow>;
  files: Map<string, RemoteFile>;
}

/** Columns that an owner may add on Appwrite, which searches and sorts by plain text, and how to fill them. */
const derivedColumns: Record<string, (fileName: string) => string> = {
  searchText: (fileName) => foldTitle(fileName.replace(/\.pdf$/i, '')),
  // In hex, so that every database's text order is the order of the bytes.
  sortKey: (fileName) => Buffer.from(sortKey(fileName)).toString('hex'),
};

/** A library on hosted Appwrite, through the official SDK. Every write may be repeated: the second time it changes nothing. */
export class AppwriteLibrary {
  readonly target: Target;
  readonly tables: TablesDB;
  private readonly client: Client;
  readonly storage: Storage;
  private readonly signal: AbortSignal | undefined;
  private derived: Promise<{ key: string; size?: number }[]> | undefined;

  constructor(target: Target, signal?: AbortSignal) {
    this.target = target;
    this.signal = signal;
    this.client = clientOf(target);
    this.tables = new TablesDB(this.client);
    this.storage = new Storage(this.client);
  }

  /** The project, as the log of the data folder names it. */
  get name(): string {
    return `${this.target.endpoint} ${this.target.projectId}`;
  }

  async read(): Promise<RemoteState> {
    const [categories, lessons, files] = await Promise.all([
      this.rows('categories', [Query.select(['categoryName'])]),
      this.rows('files'),
      this.files(),
    ]);
    return {
      categories: categories.map((row) => ({ id: row.$id, name: String(row.categoryName) })),
      lessons: lessons.map((row) => readLessonRow(row.$id, row.$createdAt, row)),
      rows: new Map(lessons.map((row) => [row.$id, row])),
      files: new Map(
        files.filter(isComplete).map((file) => [
          file.$id,
          {
            name: file.name,
            size: file.sizeOriginal,
            md5: isMd5(file.signature) ? file.signature : null,
          },
        ]),
      ),
    };
  }

  /** The history that an older version stored there; empty without its table. */
  async journal(): Promise<JournalRow[]> {
    const rows = await this.rows('changes').catch(whenRefused([], 'table_not_found'));
    return rows.map((row) => journalRow(row.$id, row.$createdAt, row));
  }

  async saveCategory({ id, name }: { id: string; name: string }): Promise<void> {
    await this.upsert('categories', id, { categoryName: name });
  }

  /** Does nothing when it is gone already, or when a lesson is still in it. */
  async removeCategory(id: string): Promise<void> {
    await this.deleteRow('categories', id, 'row_delete_restricted');
  }

  /** The columns of a lesson's row here. */
  async lessonData(lesson: LessonRow): Promise<Record<string, unknown>> {
    const columns = await this.derivedColumns();
    const derived = columns.map(({ key, size }) => [
      key,
      derivedColumns[key]?.(lesson.fileName).slice(0, size) ?? '',
    ]);
    const url = lessonUrl(this.target, lesson);
    return { url, ...lessonColumns(lesson), ...Object.fromEntries(derived) };
  }

  async saveLesson(lesson: LessonRow): Promise<void> {
    const data = { ...(await this.lessonData(lesson)), $createdAt: lesson.publishedAt };
    await this.upsert('files', lesson.id, data);
  }

  async removeLesson(id: string): Promise<void> {
    await this.deleteRow('files', id);
  }

  async send(file: FileToSend): Promise<void> {
    await sendFile(this.client, this.target, file, this.signal);
  }

  async renameFile(fileId: string, fileName: string): Promise<void> {
    const name = storedName(fileName);
    await this.retry(() => this.storage.updateFile({ ...this.file(fileId), name }));
  }

  async removeFile(fileId: string): Promise<void> {
    const remove = () => this.storage.deleteFile(this.file(fileId));
    await this.retry(remove).catch(whenRefused(null, 'storage_file_not_found'));
  }

  /** The bytes of a file, or null when there is none. Rejects with `FileUnreadable` if the project cannot read them. */
  open(fileId: string): Promise<ReadableStream<Uint8Array> | null> {
    return download(this.client, this.target, fileId, this.signal);
  }

  /** Whether the first bytes of a file can be had. */
  opens(fileId: string, size: number): Promise<boolean> {
    return opens(this.client, this.target, fileId, size, this.signal);
  }

  /** Bytes. */
  async largestFile(): Promise<number> {
    const { bucketId } = this.target;
    return (await this.retry(() => this.storage.getBucket({ bucketId }))).maximumFileSize;
  }

  retry<Result>(action: () => Promise<Result>): Promise<Result> {
    return retry(action, this.signal);
  }

  /** All rows of a table, by its name in `appwrite.config.json`; a related row is its id. */
  rows(table: string, queries: string[] = []): Promise<Models.DefaultRow[]> {
    const place = { databaseId: this.target.databaseId, tableId: tableOn(this.target, table), total: false };
    const page = async (paging: string[]) =>
      (await this.tables.listRows({ ...place, queries: [...queries, ...paging] })).rows;
    return fetchAllPages(page, this.signal);
  }

  private async files(): Promise<Models.File[]> {
    const { bucketId } = this.target;
    const page = async (queries: string[]) => (await this.storage.listFiles({ bucketId, queries })).files;
    return fetchAllPages(page, this.signal);
  }

  private async upsert(table: string, id: string, data: object): Promise<void> {
    await this.retry(() => this.tables.upsertRow({ ...this.row(table, id), data }));
  }

  private async deleteRow(table: string, id: string, ...reasonsToStay: string[]): Promise<void> {
    const remove = () => this.tables.deleteRow(this.row(table, id));
    await this.retry(remove).catch(whenRefused(null, 'row_not_found', ...reasonsToStay));
  }

  /** The derived columns that the project has. */
  private derivedColumns() {
    const place = { databaseId: this.target.databaseId, tableId: this.target.filesTableId };
    this.derived ??= this.retry(() => this.tables.listColumns(place)).then(
      ({ columns }) =>
        (columns as { key: string; size?: number }[]).filter(({ key }) => Object.hasOwn(derivedColumns, key)),
      (error: unknown) => {
        // A key may lack the right to look: then the names alone have to do.
        if (error instanceof AppwriteException && error.code < 500) return [];
        throw error;
      },
    );
    return this.derived;
  }

  private file(fileId: string) {
    return { bucketId: this.target.bucketId, fileId };
  }

  private row(table: string, rowId: string) {
    return { databaseId: this.target.databaseId, tableId: tableOn(this.target, table), rowId };
  }
}
