import { type FileHandle, open } from 'node:fs/promises';
import { AppwriteException, Client, type Models, Query, Storage, TablesDB } from 'node-appwrite';
import { InputFile } from 'node-appwrite/file';
import { filePath, pdfPath } from '#contract/urls.ts';
import type { Config } from '#settings/config.ts';
import { foldTitle } from '#text/search-key.ts';
import { sortKey } from '#text/sort-key.ts';
import {
  type LessonRow,
  type PublishedCategory,
  type PublishedLibrary,
  readLessonRow,
  toLessonColumns,
} from '../plan/model.ts';
import { toStoredName } from '../plan/names.ts';
import type { JournalRow } from '../store/log.ts';
import { fetchPart, isMd5, type Range, splitIntoRanges } from './file-parts.ts';
import { FileUnreadable, retry, whenRefused } from './retry.ts';

/** Settings of a hosted project: its absolute endpoint, a key with write access (empty if none is set), and ids of its parts. */
export type Target = Config['owners'] & {
  key: string;
  /** Origin of the site, for the addresses of lessons. If it is null, lessons in a project of Appwrite have the addresses of their files. */
  site: string | null;
};

/** A complete file in a project's bucket. */
export interface RemoteFile {
  name: string;
  /** Size in bytes. */
  size: number;
  /** MD5 of the content in hex; null if the project does not store it. */
  md5: string | null;
}

/** State of a library in a hosted project. */
export interface RemoteState {
  categories: PublishedCategory[];
  lessons: LessonRow[];
  /** Rows of the lessons with all columns, by id. */
  rows: ReadonlyMap<string, Models.DefaultRow>;
  files: Map<string, RemoteFile>;
}

/** A hosted project with its state, and the library that it mirrors. */
export interface Mirror {
  remote: AppwriteLibrary;
  state: RemoteState;
  library: PublishedLibrary;
}

/** A local file to send to a project. */
export interface FileToSend {
  id: string;
  name: string;
  path: string;
  /** Size in bytes. */
  size: number;
  md5: string;
}

/** Functions that fill optional columns for search and sorting, because Appwrite can only compare plain text. */
const derivedColumns: Record<string, (fileName: string) => string> = {
  searchText: (fileName) => foldTitle(fileName.replace(/\.pdf$/i, '')),
  // In hex, which sorts like the bytes in every database.
  sortKey: (fileName) => Buffer.from(sortKey(fileName)).toString('hex'),
};

/** Maximum number of rows or files in one response. */
const PAGE_ITEMS = 500;

/** Size of an upload's chunks, as Appwrite requires. */
const CHUNK_BYTES = 5 * 1024 * 1024;

/** A library on hosted Appwrite, through the official SDK. Repeating a write changes nothing. */
export class AppwriteLibrary {
  readonly target: Target;
  readonly tables: TablesDB;
  readonly storage: Storage;
  private readonly client: Client;
  private readonly signal: AbortSignal;
  private columnsRequest: Promise<{ key: string; size?: number }[] | null> | undefined;

  /** Throws the SDK's error for an invalid endpoint. */
  constructor(target: Target, signal: AbortSignal) {
    const { endpoint, projectId, key } = target;
    this.target = target;
    this.signal = signal;
    this.client = new Client().setEndpoint(endpoint).setProject(projectId).setKey(key);
    this.tables = new TablesDB(this.client);
    this.storage = new Storage(this.client);
  }

  /** Name of the project in the log of the data folder. */
  get name(): string {
    return `${this.target.endpoint} ${this.target.projectId}`;
  }

  async read(): Promise<RemoteState> {
    const { bucketId } = this.target;
    const [categories, lessons, files] = await Promise.all([
      this.listRows('categories', [Query.select(['categoryName'])]),
      this.listRows('files'),
      this.listAll(async (queries) => (await this.storage.listFiles({ bucketId, queries })).files),
    ]);
    return {
      categories: categories.map((row) => ({ id: row.$id, name: String(row.categoryName) })),
      lessons: lessons.map((row) => readLessonRow(row.$id, row.$createdAt, row)),
      rows: new Map(lessons.map((row) => [row.$id, row])),
      files: new Map(
        files.filter(isComplete).map(({ $id, name, sizeOriginal: size, signature }) => {
          return [$id, { name, size, md5: isMd5(signature) ? signature : null }];
        }),
      ),
    };
  }

  /** Reads the history that an older version stored; empty if its table is missing. */
  readJournal(): Promise<JournalRow[]> {
    return this.listRows('changes').catch(whenRefused([], 'table_not_found'));
  }

  async saveCategory({ id, name }: PublishedCategory): Promise<void> {
    await this.upsert('categories', id, { categoryName: name });
  }

  /** Removes a category, unless it is missing or still contains a lesson. */
  async removeCategory(id: string): Promise<void> {
    await this.deleteRow('categories', id, 'row_delete_restricted');
  }

  /** Returns the columns of a lesson's row in this project. */
  async toLessonColumns(lesson: LessonRow): Promise<Record<string, unknown>> {
    const columns = await this.listDerivedColumns();
    const derived = columns.map(({ key, size }) => [
      key,
      derivedColumns[key]?.(lesson.fileName).slice(0, size) ?? '',
    ]);
    return { url: await this.lessonUrl(lesson), ...toLessonColumns(lesson), ...Object.fromEntries(derived) };
  }

  async saveLesson(lesson: LessonRow): Promise<void> {
    const data = { ...(await this.toLessonColumns(lesson)), $createdAt: lesson.publishedAt };
    await this.upsert('files', lesson.id, data);
  }

  async removeLesson(id: string): Promise<void> {
    await this.deleteRow('files', id);
  }

  /**
   * Stores a file; resumes an interrupted upload. The SDK's `createFile` would start again and hold nine chunks in memory. If the
   * project reports another MD5 at the end, removes the file and rejects.
   */
  async send(file: FileToSend): Promise<void> {
    const fileIds = this.fileIds(file.id);
    const chunks = Math.max(1, Math.ceil(file.size / CHUNK_BYTES));
    const find = this.retry(() => this.storage.getFile(fileIds));
    let remoteFile = await find.catch(whenRefused(null, 'storage_file_not_found'));
    if (remoteFile && !isSameUpload(remoteFile, file, chunks)) {
      await this.retry(() => this.storage.deleteFile(fileIds));
      remoteFile = null;
    }
    await using handle = await open(file.path);
    const send = async (index: number) => {
      remoteFile = await this.sendChunk(file, { handle, index, chunks });
    };
    for (let next = remoteFile?.chunksUploaded ?? 0; next < chunks; next++) await send(next);
    // If another program sent chunks out of order, gaps remain. Sending all chunks again closes them and is harmless.
    for (let next = 0; remoteFile && !isComplete(remoteFile) && next < chunks; next++) await send(next);
    if (!remoteFile || !isComplete(remoteFile))
      throw new Error(`The project did not complete the file ${file.id}.`);
    if (isMd5(remoteFile.signature) && remoteFile.signature !== file.md5) {
      await this.retry(() => this.storage.deleteFile(fileIds));
      throw new Error(`The project received other bytes of the file ${file.id}.`);
    }
  }

  private async sendChunk(
    { id: fileId, name, size, path }: FileToSend,
    { handle, index, chunks }: { handle: FileHandle; index: number; chunks: number },
  ): Promise<Models.File> {
    const start = index * CHUNK_BYTES;
    const bytes = Buffer.alloc(Math.min(CHUNK_BYTES, size - start));
    const { bytesRead } = await handle.read(bytes, { position: start });
    if (bytesRead < bytes.length) throw new Error(`${path} is shorter than when it was stored.`);
    const headers = {
      'X-Appwrite-Project': this.target.projectId,
      'content-type': 'multipart/form-data',
      accept: 'application/json',
      ...(chunks > 1 && { 'content-range': `bytes ${start}-${start + bytes.length - 1}/${size}` }),
      ...(index > 0 && { 'x-appwrite-id': fileId }),
    };
    const url = new URL(this.target.endpoint + filePath(this.target.bucketId));
    const file = await InputFile.fromBuffer(bytes, toStoredName(name)).toFile();
    return this.retry(async () => {
      const sending = this.client.call('post', url, { ...headers }, { fileId, file });
      // The file already exists if an earlier attempt succeeded but its response was lost.
      const remoteFile = await sending.catch(whenRefused(null, 'storage_file_already_exists'));
      return (remoteFile as Models.File | null) ?? this.storage.getFile(this.fileIds(fileId));
    });
  }

  async renameFile(fileId: string, fileName: string): Promise<void> {
    const name = toStoredName(fileName);
    await this.retry(() => this.storage.updateFile({ ...this.fileIds(fileId), name }));
  }

  async removeFile(fileId: string): Promise<void> {
    const remove = () => this.storage.deleteFile(this.fileIds(fileId));
    await this.retry(remove).catch(whenRefused(null, 'storage_file_not_found'));
  }

  /**
   * Downloads a file in parts of at most 8 MB, because the SDK would hold it all in memory; retries parts that fail. Null if the file or
   * its bytes are missing. Throws `FileUnreadable`, possibly only during the iteration, if the project cannot read them.
   */
  async open(fileId: string): Promise<AsyncIterable<Uint8Array> | null> {
    const start = async () => {
      const { sizeOriginal } = await this.retry(() => this.storage.getFile(this.fileIds(fileId)));
      const ranges = splitIntoRanges(sizeOriginal);
      const first = await this.fetchRange(fileId, ranges.shift() ?? null);
      const fetchRange = (range: Range) => this.fetchRange(fileId, range);
      const bytes = async function* () {
        yield first;
        for (const range of ranges) yield await fetchRange(range);
      };
      return bytes();
    };
    // 404 (not found) and 416 (invalid range) mean that the file or its bytes are missing.
    return start().catch(whenRefused(null, 404, 416));
  }

  private async fetchRange(fileId: string, range: Range): Promise<Uint8Array> {
    const { endpoint, bucketId, projectId, key } = this.target;
    const url = `${endpoint}${filePath(bucketId, fileId)}/download`;
    const headers = { 'x-appwrite-project': projectId, 'x-appwrite-key': key };
    const toSdkError = ({ status, statusText }: Response) => new AppwriteException(statusText, status);
    try {
      return await this.retry(() => fetchPart(url, headers, range, this.signal, toSdkError));
    } catch (error) {
      this.signal.throwIfAborted();
      if (error instanceof AppwriteException && error.code < 500) throw error;
      // Rejects if the whole project is unreachable, not only this file.
      await this.retry(() => this.storage.getBucket({ bucketId }));
      throw new FileUnreadable(error);
    }
  }

  /** Returns the maximum size of a file in bytes. */
  async maxFileBytes(): Promise<number> {
    const { bucketId } = this.target;
    return (await this.retry(() => this.storage.getBucket({ bucketId }))).maximumFileSize;
  }

  retry<Result>(action: () => Promise<Result>): Promise<Result> {
    return retry(action, this.signal);
  }

  /** Returns the project's ids of a table, by its name in `appwrite.config.json`. */
  tableIds(name: string): { databaseId: string; tableId: string } {
    const tableId = this.target[`${name}TableId` as 'filesTableId'] as string | undefined;
    return { databaseId: this.target.databaseId, tableId: tableId ?? name };
  }

  /** Lists all rows of a table, by its name in `appwrite.config.json`. Related rows are ids. */
  listRows(table: string, queries: string[] = []): Promise<Models.DefaultRow[]> {
    return this.listAll(async (paging) => {
      const tableIds = { ...this.tableIds(table), total: false };
      return (await this.tables.listRows({ ...tableIds, queries: [...queries, ...paging] })).rows;
    });
  }

  /** Lists all items by cursor, because Appwrite's totals stop at 5000, and offsets would miss rows after changes. */
  private async listAll<Item extends { $id: string }>(
    list: (queries: string[]) => Promise<Item[]>,
  ): Promise<Item[]> {
    const items: Item[] = [];
    for (;;) {
      const last = items.at(-1);
      const cursor = last ? [Query.cursorAfter(last.$id)] : [];
      const page = await this.retry(() => list([Query.limit(PAGE_ITEMS), ...cursor]));
      items.push(...page);
      if (page.length < PAGE_ITEMS) return items;
    }
  }

  private async upsert(table: string, rowId: string, data: object): Promise<void> {
    await this.retry(() => this.tables.upsertRow({ ...this.tableIds(table), rowId, data }));
  }

  private async deleteRow(table: string, rowId: string, ...ignoredErrors: string[]): Promise<void> {
    const remove = () => this.tables.deleteRow({ ...this.tableIds(table), rowId });
    await this.retry(remove).catch(whenRefused(null, 'row_not_found', ...ignoredErrors));
  }

  /** Whether the project is the embedded backend of a site, which reads the words of lessons itself. */
  async isEmbedded(): Promise<boolean> {
    return (await this.lessonColumns().catch(whenForbidden)) === null;
  }

  /** Lists the columns of lessons; null on the embedded backend of a site, which has those of its schema file. */
  lessonColumns(): Promise<{ key: string; size?: number }[] | null> {
    this.columnsRequest ??= this.retry(() => this.tables.listColumns(this.tableIds('files'))).then(
      ({ columns }) => columns as { key: string; size?: number }[],
      whenRefused(null, 'general_not_implemented'),
    );
    return this.columnsRequest;
  }

  /** Lists the derived columns that the project has. */
  private async listDerivedColumns() {
    const columns = await this.lessonColumns().catch(whenForbidden);
    return columns?.filter(({ key }) => Object.hasOwn(derivedColumns, key)) ?? [];
  }

  /** Returns the address at which visitors open a lesson. */
  private async lessonUrl({ id, fileId }: LessonRow): Promise<string> {
    const { site, endpoint, bucketId, projectId } = this.target;
    // The address that the site writes when it publishes itself.
    if (await this.isEmbedded()) return pdfPath(id);
    if (site !== null) return site + pdfPath(id);
    return `${endpoint}${filePath(bucketId, fileId)}/view?project=${encodeURIComponent(projectId)}`;
  }

  private fileIds(fileId: string) {
    return { bucketId: this.target.bucketId, fileId };
  }
}

/** Returns no columns if the project refuses to list them, as for a key without permission; the derived columns then stay empty. */
function whenForbidden(error: unknown): [] {
  if (error instanceof AppwriteException && error.code < 500) return [];
  throw error;
}

/** Whether all chunks of a file have arrived. */
function isComplete(file: Models.File): boolean {
  return file.chunksUploaded >= file.chunksTotal;
}

function isSameUpload(remoteFile: Models.File, file: FileToSend, chunks: number): boolean {
  if (remoteFile.chunksTotal !== chunks || remoteFile.sizeOriginal !== file.size) return false;
  return !isComplete(remoteFile) || !isMd5(remoteFile.signature) || remoteFile.signature === file.md5;
}
