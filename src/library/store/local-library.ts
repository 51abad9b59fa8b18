import type { Backend } from '#backend/backend.ts';
import { createStorageTables, hasSize } from '#backend/storage/files.ts';
import { pdfPath } from '#contract/urls.ts';
import type { BackendSettings } from '#settings/config.ts';
import {
  LESSON_COLUMNS,
  type PublishedLesson,
  type PublishedLibrary,
  readLessonRow,
  toLessonColumns,
} from '../plan/model.ts';
import { toStoredName } from '../plan/names.ts';
import type { PlannedChanges } from '../plan/plan.ts';
import { computeContentId, hashWhileReading, isContentId, SourceChanged } from './content.ts';
import { type JournalRow, type NewEntry, openLog, readOlderJournal } from './log.ts';

/** Ids of the library's tables and bucket in the data folder. */
type LibraryIds = Omit<BackendSettings, 'endpoint' | 'projectId'>;

/**
 * Content id of a lesson whose file is missing, or has another size than the row. It matches no file, so the next publication stores
 * the owner's file again.
 */
export const missingContent = '';

/** Attributes from which a lesson is read: all but the URL, which would double the time. */
const lessonAttributes = ['$id', '$createdAt', ...LESSON_COLUMNS.filter((column) => column !== 'url')];

/** Table of the history in older versions. */
const OLDER_JOURNAL_TABLE = 'changes';

export type LocalLibrary = ReturnType<typeof openLocalLibrary>;

/** Opens the library in a data folder that this process has locked: rows, files by content, and the log of publications. */
export function openLocalLibrary(backend: Backend, ids: LibraryIds) {
  const { databaseId, bucketId } = ids;
  const tables = {
    categories: { databaseId, tableId: ids.categoriesTableId },
    lessons: { databaseId, tableId: ids.filesTableId },
    journal: { databaseId, tableId: OLDER_JOURNAL_TABLE },
  };
  const log = openLog(backend.database);
  const storage = createStorageTables(backend.database);
  const readRows = (
    { databaseId, tableId }: { databaseId: string; tableId: string },
    attributes?: readonly string[],
  ) => backend.readRows(databaseId, tableId, {}, attributes);

  /** Returns the path of a stored file; undefined if its row is missing or incomplete. Does not check the disk. */
  const filePath = (fileId: string): string | undefined => backend.filePath(bucketId, fileId);

  /** Whether a file is stored, with all its bytes on the disk. */
  function hasBytes(fileId: string): boolean {
    const path = filePath(fileId);
    return path !== undefined && hasSize(path, storage.files.find(bucketId, fileId)?.sizeOriginal ?? 0);
  }

  function read(): PublishedLibrary {
    const storedSizes = storage.files.completeSizes(bucketId);
    const findContentId = log.contentIdFinder();
    const folderNames = log.folderNames();
    const categories = readRows(tables.categories).map((row) => ({
      id: String(row._id),
      name: String(row.categoryName),
    }));
    const names = new Map(categories.map(({ id, name }) => [id, name]));
    const lessons = readRows(tables.lessons, lessonAttributes).map((row): PublishedLesson => {
      const lesson = readLessonRow(row._id, row._created, row);
      const { id, fileName, fileId, fileSize } = lesson;
      const category = names.get(lesson.categoryId);
      const size = storedSizes.get(fileId);
      const isComplete = size !== undefined && (size === fileSize || !isContentId(fileId));
      const loggedNames = folderNames.get(id);
      return {
        ...lesson,
        // A lesson whose category is missing belongs to no category until a publication moves it.
        categoryId: category === undefined ? '' : lesson.categoryId,
        category: category ?? '',
        folderName: loggedNames?.fileName === fileName ? loggedNames.folderName : undefined,
        contentId: isComplete ? (findContentId(fileId) ?? fileId) : missingContent,
      };
    });
    const liveIds = new Set(lessons.map(({ id }) => id));
    const removedLessons = new Map<string, PublishedLesson>();
    for (const { id, before } of log.recentlyRemoved())
      if (before && !liveIds.has(id) && !removedLessons.has(id)) removedLessons.set(id, { id, ...before });
    return {
      categories,
      lessons,
      removedLessons: [...removedLessons.values()],
      formerIds: log.formerIds(),
      since: log.firstAt(),
    };
  }

  /**
   * Stores a file under its id, which is the content id unless another program chose the id. Rejects with `SourceChanged` if the
   * bytes have other content. Storing an existing file again only restores bytes that are gone.
   */
  async function storeFile(
    fileId: string,
    name: string,
    contentId: string,
    bytes: AsyncIterable<Uint8Array>,
  ): Promise<void> {
    const checkedBytes = hashWhileReading(bytes, (actualContentId) => {
      if (actualContentId !== contentId) throw new SourceChanged(name);
    });
    await backend.storeFile({ bucketId, fileId, name: toStoredName(name) }, checkedBytes, () => {
      if (fileId !== contentId) log.saveFileContent(fileId, contentId);
    });
  }

  /**
   * Stores a damaged or missing file again, and reads the new bytes twice. Rejects with `SourceChanged` if they have other content: the
   * first time before any change, the second time after the old file was removed.
   */
  async function replaceFile(
    fileId: string,
    name: string,
    contentId: string,
    open: () => AsyncIterable<Uint8Array>,
  ): Promise<void> {
    if ((await computeContentId(open())) !== contentId) throw new SourceChanged(name);
    if (filePath(fileId)) await backend.write((batch) => batch.removeFile(bucketId, fileId));
    await storeFile(fileId, name, contentId, open());
  }

  /**
   * Commits a plan and its log entry; the files must be stored already. Removes files that neither a lesson nor an undo needs, except
   * files of other programs that no lesson used.
   */
  async function commit(
    plan: PlannedChanges,
    entry: Omit<NewEntry, 'categories' | 'changes'> | null,
  ): Promise<void> {
    await backend.write((batch) => {
      for (const { id, to } of plan.renamedCategories)
        batch.save(tables.categories, id, 'update', { categoryName: to });
      for (const { id, name } of plan.newCategories)
        batch.save(tables.categories, id, 'upsert', { categoryName: name });
      for (const { id, after } of plan.changes) {
        if (after) {
          const row = { url: pdfPath(id), ...toLessonColumns(after), $createdAt: after.publishedAt };
          batch.save(tables.lessons, id, 'upsert', row);
          const name = toStoredName(after.fileName);
          const storedFile = storage.files.find(bucketId, after.fileId);
          if (storedFile && storedFile.name !== name) batch.renameFile(bucketId, after.fileId, name);
        } else batch.remove(tables.lessons, id);
      }
      for (const { id } of plan.emptyCategories) {
        const inUse = backend.readRows(databaseId, ids.filesTableId, { category: id });
        if (inUse.length === 0) batch.remove(tables.categories, id);
      }
      if (entry) log.append({ ...entry, categories: plan.renamedCategories, changes: plan.changes });
      const lessons = readRows(tables.lessons, ['fileId']);
      const neededFiles = new Set(lessons.map(({ fileId }) => String(fileId)));
      const formerFiles = log.formerFiles();
      for (const id of storage.files.completeSizes(bucketId).keys())
        if (!neededFiles.has(id) && !formerFiles.get(id) && (formerFiles.has(id) || isContentId(id)))
          batch.removeFile(bucketId, id);
    });
  }

  /** Imports the history that an older version stored as rows, if any, and then sets the permanent address of each lesson. */
  async function importOlderJournal(): Promise<void> {
    const rows = readRows(tables.journal);
    if (rows.length === 0) return;
    const journal = rows.map((row) => ({ ...row, $id: String(row._id), $createdAt: String(row._created) }));
    await backend.write((batch) => {
      importJournal(journal);
      for (const { $id } of journal) batch.remove(tables.journal, $id);
      for (const { _id } of readRows(tables.lessons))
        batch.save(tables.lessons, String(_id), 'update', { url: pdfPath(String(_id)) });
    });
  }

  /** Imports the entries of an older journal, unless the log has entries, and the content ids of its files. */
  function importJournal(journal: readonly JournalRow[]): void {
    const { entries, contents } = readOlderJournal(journal);
    if (log.entries().length === 0) for (const entry of entries) log.append(entry);
    for (const [fileId, contentId] of contents) log.saveFileContent(fileId, contentId);
  }

  return {
    backend,
    log,
    read,
    storeFile,
    replaceFile,
    commit,
    importOlderJournal,
    importJournal,
    filePath,
    hasBytes,
    /** Lists the complete files by id. Sizes are in bytes, hashes in hex. */
    listFiles: () => storage.files.listComplete(bucketId),
    /** Returns the maximum size of a stored file in bytes. */
    maxFileBytes: (): number => storage.buckets.find(bucketId)?.maximumFileSize ?? Number.POSITIVE_INFINITY,
  };
}
