import { AppwriteException } from 'node-appwrite';
import {
  type LessonRow,
  type PublishedCategory,
  type PublishedLesson,
  toLessonColumns,
} from '../plan/model.ts';
import { toStoredName } from '../plan/names.ts';
import { isContentId } from '../store/content.ts';
import { runInParallel } from '../store/in-parallel.ts';
import { type LocalLibrary, missingContent } from '../store/local-library.ts';
import type { AppwriteLibrary, FileToSend, Mirror } from './appwrite.ts';
import { whenRefused } from './retry.ts';

/* After a push, the log records each row of the mirror as text. If a row differs later, another program changed it. */

export const lessonKey = (id: string): string => `lesson ${id}`;
export const categoryKey = (id: string): string => `category ${id}`;
export const wordsKey = (id: string): string => `words ${id}`;

/** Returns a lesson's columns, except the URL, and its date as text for comparison. */
export function serializeLesson(lesson: LessonRow): string {
  return JSON.stringify([...Object.values(toLessonColumns(lesson)), Date.parse(lesson.publishedAt)]);
}

export const serializeCategory = (name: string): string => JSON.stringify([name]);

const MAX_PARALLEL_WRITES = 3;

/** A lesson that cannot be mirrored: its file is larger than `limit` bytes or, if that is null, missing, damaged or unreadable. */
export interface RefusedLesson {
  fileId: string;
  name: string;
  /** Size in bytes. */
  size: number;
  limit: number | null;
}

/** Planned changes that make a mirror equal to the library. */
export interface PushPlan {
  files: FileToSend[];
  /** Files whose lessons were renamed. */
  renamedFiles: { id: string; name: string }[];
  categories: PublishedCategory[];
  lessons: PublishedLesson[];
  removedLessons: LessonRow[];
  removedCategories: PublishedCategory[];
  removedFiles: string[];
  refusedLessons: RefusedLesson[];
}

/** Plans the changes that make a mirror equal to the library. */
export async function planPush(local: LocalLibrary, { remote, state, library }: Mirror): Promise<PushPlan> {
  const limit = await remote.maxFileBytes();
  const refusedLessons: RefusedLesson[] = [];
  const acceptedLessons: PublishedLesson[] = [];
  for (const lesson of library.lessons) {
    const { fileName: name, fileSize: size, fileId, contentId } = lesson;
    const isStored = state.files.has(fileId);
    if (contentId === missingContent && !isStored) refusedLessons.push({ fileId, name, size, limit: null });
    else if (size > limit && !isStored) refusedLessons.push({ fileId, name, size, limit });
    else acceptedLessons.push(lesson);
  }
  const names = new Map(state.categories.map(({ id, name }) => [id, name]));
  const lessons: PublishedLesson[] = [];
  for (const lesson of acceptedLessons) {
    const row = state.rows.get(lesson.id);
    const columns = await remote.toLessonColumns(lesson);
    const isSame =
      row &&
      Date.parse(row.$createdAt) === Date.parse(lesson.publishedAt) &&
      Object.entries(columns).every(([key, value]) => (row[key] ?? null) === (value || null));
    if (!isSame) lessons.push(lesson);
  }
  const fileIds = new Set(acceptedLessons.map(({ fileId }) => fileId));
  const lessonIds = new Set(library.lessons.map(({ id }) => id));
  const removedLessons = state.lessons.filter(({ id }) => !lessonIds.has(id));
  const removedLessonFiles = new Set(removedLessons.map(({ fileId }) => fileId));
  const files = local.listFiles();
  const missingFiles = new Map<string, FileToSend>();
  for (const { fileId: id, fileName: name, fileSize: size } of acceptedLessons) {
    const [file, path, remoteFile] = [files.get(id), local.filePath(id), state.files.get(id)];
    const isWhole =
      remoteFile &&
      (!file || (remoteFile.size === file.size && (!remoteFile.md5 || remoteFile.md5 === file.md5)));
    if (!isWhole && file && path)
      missingFiles.set(id, { id, name, path, size: size || file.size, md5: file.md5 });
  }
  return {
    files: [...missingFiles.values()],
    renamedFiles: acceptedLessons.flatMap(({ fileId: id, fileName }) => {
      const name = state.files.get(id)?.name;
      return name === undefined || missingFiles.has(id) || name === toStoredName(fileName)
        ? []
        : [{ id, name: fileName }];
    }),
    categories: library.categories.filter(({ id, name }) => names.get(id) !== name),
    lessons,
    removedLessons,
    removedCategories: state.categories.filter(({ id }) => !library.categories.some((own) => own.id === id)),
    // Files of other programs are removed only with their lesson.
    removedFiles: [...state.files.keys()].filter(
      (id) => !fileIds.has(id) && (isContentId(id) || removedLessonFiles.has(id)),
    ),
    refusedLessons,
  };
}

/** Counts the files and rows that a push would write, and the rows (`removals`) that it would remove. */
export function countPush(plan: PushPlan): { files: number; rows: number; removals: number } {
  return {
    files: plan.files.length,
    rows: plan.categories.length + plan.lessons.length,
    removals: plan.removedLessons.length + plan.removedCategories.length,
  };
}

/**
 * Makes a mirror equal to the library; returns the lessons that could not be mirrored, which keep their earlier version there. To avoid
 * dead links, it writes files, categories and lessons in this order, then removes rows, then files. Can be interrupted and run again.
 * `onFile` gets the progress in files.
 */
export async function push(
  local: LocalLibrary,
  { remote, state, library }: Mirror,
  plan: PushPlan,
  onFile: (done: number, all: number) => void,
): Promise<RefusedLesson[]> {
  const refusedLessons = [...plan.refusedLessons];
  let done = 0;
  await runInParallel(MAX_PARALLEL_WRITES, plan.files, async (file) => {
    await remote.send(file).catch(async (error) => {
      const { id: fileId, name, size } = file;
      refusedLessons.push({ fileId, name, size, limit: await limitOf(error, remote) });
    });
    onFile(++done, plan.files.length);
  });
  const refusedFiles = new Set(refusedLessons.map(({ fileId }) => fileId));
  await runInParallel(MAX_PARALLEL_WRITES, plan.renamedFiles, ({ id, name }) => remote.renameFile(id, name));
  for (const category of plan.categories) await remote.saveCategory(category);
  const isMirrored = ({ fileId }: LessonRow) => !refusedFiles.has(fileId);
  const lessons = plan.lessons.filter(isMirrored);
  await runInParallel(MAX_PARALLEL_WRITES, lessons, (lesson) => remote.saveLesson(lesson));
  await runInParallel(MAX_PARALLEL_WRITES, plan.removedLessons, ({ id }) => remote.removeLesson(id));
  for (const { id } of plan.removedCategories) await remote.removeCategory(id);
  const refusedIds = new Set(library.lessons.flatMap((lesson) => (isMirrored(lesson) ? [] : lesson.id)));
  const usedFiles = new Set(state.lessons.flatMap(({ id, fileId }) => (refusedIds.has(id) ? fileId : [])));
  // Appwrite responds with 500 if the bytes of a file are missing. The file is harmless, and the next push tries again.
  for (const id of plan.removedFiles)
    if (!usedFiles.has(id)) await remote.removeFile(id).catch(whenRefused(undefined, 500));
  const earlierRows = local.log.mirroredRows(remote.name) ?? {};
  // The words are sent and recorded separately.
  const unchangedKeys = [...[...refusedIds].map(lessonKey), ...library.lessons.map(({ id }) => wordsKey(id))];
  const rows = Object.fromEntries([
    ...library.categories.map(({ id, name }) => [categoryKey(id), serializeCategory(name)]),
    ...library.lessons.filter(isMirrored).map((lesson) => [lessonKey(lesson.id), serializeLesson(lesson)]),
    ...unchangedKeys.flatMap((key) => (key in earlierRows ? [[key, earlierRows[key]]] : [])),
  ]);
  await local.backend.write(() => local.log.saveMirroredRows(remote.name, rows));
  return refusedLessons;
}

/** Returns the `limit` for a refused file. Rejects with errors that do not concern only this file. */
async function limitOf(error: unknown, remote: AppwriteLibrary): Promise<RefusedLesson['limit']> {
  if (error instanceof AppwriteException && error.type === 'storage_invalid_file_size')
    return remote.maxFileBytes();
  const { syscall } = error as NodeJS.ErrnoException;
  if (syscall === 'open' || syscall === 'read') return null;
  throw error;
}
