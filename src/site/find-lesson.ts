import { readFileSync } from 'node:fs';
import { appendFile, mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Query } from 'appwrite';
import type { Cache } from '#backend/cache.ts';
import type { RowReader } from '#backend/db/rows.ts';
import { filePath } from '#contract/urls.ts';
import type { Log } from '#library/store/log.ts';
import type { BackendSettings } from '#settings/config.ts';
import { listRows, type OpenLibrary } from '#web/library/library-queries.ts';
import { withTimeout } from '#web/library/query-failure.ts';
import { BACKEND_TIMEOUT_MS } from './site-env.ts';

/** A lesson's current file. */
export interface LessonFile {
  fileId: string;
  fileName: string;
  /** Addresses for viewing and downloading the file, on a hosted backend. */
  href?: string;
  downloadHref?: string;
  /** Whether a hosted backend cannot send the file reliably, so that the site sends it. */
  isLarge?: boolean;
}

/** Finds a lesson's current file: `gone` for a removed lesson, undefined for an unknown one. */
export type FindLesson = (lessonId: string) => Promise<LessonFile | 'gone' | undefined>;

/** Maximum size in bytes of a response that Appwrite sends reliably; larger ones sometimes stall. */
export const MAX_RELIABLE_BYTES = 12_000_000;

/**
 * Creates `findLesson` for a hosted backend, with a visitor's rights; it rejects if the backend fails or is slow. Visitors cannot read the
 * publication log there, so only lessons in the file `shownPath`, which this site has shown, count as removed.
 */
export function createHostedLessonFinder(
  library: OpenLibrary,
  { endpoint, projectId, bucketId }: Pick<BackendSettings, 'endpoint' | 'projectId' | 'bucketId'>,
  shownPath: string,
  cache: Cache,
) {
  const shownLessons = createShownLessons(shownPath);
  const files = cache.namespace<ReturnType<FindLesson>>('lesson-file', () => 600);
  const find: FindLesson = async (rowId) => {
    const queries = [
      Query.select(['fileId', 'fileName', 'fileSize']),
      Query.equal('$id', rowId),
      Query.limit(1),
    ];
    const { rows } = await withTimeout(listRows(library, 'files', queries, false), BACKEND_TIMEOUT_MS);
    const [row] = rows;
    if (!row) return shownLessons.has(rowId) ? 'gone' : undefined;
    shownLessons.add(rowId);
    const fileId = String(row.fileId);
    const fileUrl = endpoint + filePath(bucketId, fileId);
    const query = `?project=${encodeURIComponent(projectId)}`;
    return {
      fileId,
      fileName: String(row.fileName),
      href: `${fileUrl}/view${query}`,
      downloadHref: `${fileUrl}/download${query}`,
      isLarge: Number(row.fileSize) > MAX_RELIABLE_BYTES,
    };
  };
  const findLesson: FindLesson = (lessonId) => files.get(lessonId, () => find(lessonId));
  return { findLesson, onLessonShown: shownLessons.add };
}

/**
 * Creates a record of the lessons of a hosted backend that this site has shown, in the file `path`. It distinguishes a removed lesson (410)
 * from an unknown one (404). Only this distinction is lost if the file cannot be read or written.
 */
function createShownLessons(path: string) {
  const ids = new Set(readText(path).split('\n'));
  const append = async (id: string) => {
    await mkdir(dirname(path), { recursive: true, mode: 0o750 });
    // Each line begins with the separator, so that a truncated line does not corrupt the next.
    await appendFile(path, `\n${id}`, { mode: 0o640 });
  };
  return {
    has: (id: string) => ids.has(id),
    add(id: string): void {
      if (ids.has(id)) return;
      ids.add(id);
      append(id).catch(() => {});
    },
  };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

export type LessonLinks = ReturnType<typeof createLessonLinks>;

/** Creates functions that find lessons' files, and the lessons of former files, in the rows and the publication log. */
export function createLessonLinks(
  rows: RowReader,
  log: Pick<Log, 'wasRemoved' | 'lessonOfFormerFile'>,
  { databaseId, filesTableId }: Pick<BackendSettings, 'databaseId' | 'filesTableId'>,
) {
  const lessonRows = (values: Record<string, string>) => rows(databaseId, filesTableId, values);
  return {
    /** Returns a lesson's current file; `gone` for a removed lesson, undefined for an unknown one. */
    currentFile(lessonId: string): LessonFile | 'gone' | undefined {
      const [row] = lessonRows({ $id: lessonId });
      if (row) return { fileId: String(row.fileId), fileName: String(row.fileName) };
      return log.wasRemoved(lessonId) ? 'gone' : undefined;
    },
    /** Returns the id of the lesson that used a replaced or removed file last; undefined for current and unknown files. */
    formerLesson(fileId: string): string | undefined {
      const lesson = log.lessonOfFormerFile(fileId);
      return lesson && lessonRows({ fileId }).length === 0 ? lesson : undefined;
    },
  };
}
