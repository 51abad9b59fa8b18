import { join } from 'node:path';
import { readDatedName } from '../plan/dated-name.ts';
import {
  type Change,
  type FolderListing,
  folderNameOf,
  type LessonRow,
  type LessonState,
  type PublishedLesson,
  type PublishedLibrary,
  toState,
} from '../plan/model.ts';
import { isEmpty, type PlannedChanges } from '../plan/plan.ts';
import { computeContentId, readChunks, SourceChanged } from '../store/content.ts';
import { type LocalLibrary, missingContent } from '../store/local-library.ts';
import type { Mirror, RemoteState } from './appwrite.ts';
import { categoryKey, lessonKey, serializeCategory, serializeLesson } from './push.ts';
import { whenDamaged } from './retry.ts';

export interface PullOptions {
  /** Whether to write nothing. */
  isDryRun: boolean;
  /** Whether to remove local lessons and categories that were never in the project; if absent, only the first pull does. */
  isWhole?: boolean;
  /** Whether to copy the rows of lessons whose files are damaged; the next plan then replaces the file or lists the removal. */
  copiesDamaged?: boolean;
  /** The owner's folder. Files that it contains are not downloaded. */
  folder: string;
  listing: FolderListing;
  onFile(done: number, all: number): void;
  signal: AbortSignal;
}

/**
 * Copies to the data folder the changes that other programs made in a project since the last push, so that a publication shows them
 * before it overwrites them. Returns the names of lessons whose files are damaged.
 */
export async function pull(local: LocalLibrary, { remote, state, library }: Mirror, options: PullOptions) {
  const { isDryRun, folder, listing, signal, onFile } = options;
  const filesByContent = Map.groupBy(listing.lessons, ({ contentId }) => contentId);
  const mirroredRows = local.log.mirroredRows(remote.name);
  const isFirst = mirroredRows === undefined && state.lessons.length > 0;
  const hadLog = !isFirst || local.log.entries().length > 0;
  const remoteChanges = compareStates(library, state, mirroredRows, options.isWhole ?? isFirst);
  if (isFirst && !isDryRun) {
    const journal = await remote.readJournal();
    await local.backend.write(() => local.importJournal(journal));
  }
  const findContentId = local.log.contentIdFinder();
  const damagedNames: string[] = [];
  const changes: Change[] = [];
  const names = new Map(state.categories.map(({ id, name }) => [id, name]));
  const localLessons = new Map(library.lessons.map((lesson) => [lesson.id, lesson]));
  const changedIds = new Set(remoteChanges.lessons.map(({ id }) => id));
  // An earlier pull copied the row without the file, or the file is no longer on the disk.
  const lessonsWithoutFile = library.lessons.filter(
    ({ id, fileId }) => !changedIds.has(id) && state.files.has(fileId) && !local.hasBytes(fileId),
  );
  /**
   * Stores a file unless its bytes are on the disk; a dry run only reads it. Returns its content id; null if it is missing in the project.
   * Rejects with an error for `whenDamaged` if the file is unreadable, has other content than its id says, or is not a PDF.
   */
  const fetch = async (fileId: string, name: string): Promise<string | null> => {
    const knownId = findContentId(fileId);
    if (knownId && local.hasBytes(fileId)) return knownId;
    const file = knownId && filesByContent.get(knownId)?.[0];
    if (file && isDryRun) return knownId;
    const open = async (): Promise<AsyncIterable<Uint8Array> | null> =>
      file ? readChunks(join(folder, file.path)) : remote.open(fileId);
    const read = async () => {
      const bytes = await open();
      return bytes && computeContentId(refuseOtherFormats(bytes, name));
    };
    // Storing a file compares its content, so a file with a known id is read only once.
    const contentId = knownId && !isDryRun ? knownId : await read();
    if (knownId && contentId !== null && contentId !== knownId) throw new SourceChanged(name);
    if (isDryRun) return contentId;
    const stream = contentId && (await open());
    if (!stream) return null;
    await local.storeFile(fileId, name, contentId, stream);
    return contentId;
  };
  let done = 0;
  /** Fetches the file of a lesson. Returns its content id; null, and records the lesson's name, if the file is missing or damaged. */
  const fetchFileOf = async ({ fileId, fileName }: LessonRow): Promise<string | null> => {
    signal.throwIfAborted();
    const contentId = state.files.has(fileId) ? await fetch(fileId, fileName).catch(whenDamaged(null)) : null;
    if (contentId === null) damagedNames.push(fileName);
    onFile(++done, remoteChanges.lessons.length + lessonsWithoutFile.length);
    return contentId;
  };
  /** Contents of unchanged lessons whose files were fetched, by lesson id. */
  const fetchedContents = new Map<string, string>();
  for (const lesson of lessonsWithoutFile) {
    const contentId = await fetchFileOf(lesson);
    if (contentId !== null) fetchedContents.set(lesson.id, contentId);
  }
  for (const lesson of remoteChanges.lessons) {
    const contentId = await fetchFileOf(lesson);
    const localLesson = localLessons.get(lesson.id);
    if (contentId !== null || (options.copiesDamaged && !localLesson)) {
      const files = filesByContent.get(contentId ?? '') ?? [];
      const fileNames = [
        ...(localLesson ? [folderNameOf(localLesson)] : []),
        ...files.map(({ fileName }) => fileName),
      ];
      const folderName = fileNames.find((name) => isDatedNameOf(lesson, name, listing.hijriOffset));
      changes.push(changeTo({ ...lesson, folderName }, contentId ?? missingContent, names, localLesson));
    }
  }
  for (const lesson of remoteChanges.removedLessons)
    changes.push({ kind: 'removed', id: lesson.id, before: toState(lesson), after: null, source: null });
  if (isFirst && !isDryRun)
    for (const [id, isKept] of local.log.formerFiles()) {
      // Copies former files too, because an undo of a publication in the imported journal can need them.
      const file = state.files.get(id);
      if (isKept && file && !local.hasBytes(id)) await fetch(id, file.name).catch(whenDamaged(null));
    }
  const plan: PlannedChanges = {
    newCategories: remoteChanges.newCategories,
    renamedCategories: remoteChanges.renamedCategories,
    emptyCategories: remoteChanges.removedCategories,
    changes,
  };
  if (!isDryRun && !isEmpty(plan)) {
    const entry = { at: new Date().toISOString(), by: 'elsewhere', undoes: null, outcome: 'whole' } as const;
    // A journal imported into an empty log already contains these changes.
    const isLogged = hadLog || local.log.entries().length === 0;
    await local.commit(plan, isLogged ? entry : null);
  }
  return {
    /** The library after these changes. */
    library: isDryRun ? applyPlan(withContents(library, fetchedContents), plan) : local.read(),
    /** Whether the project contains a library that was never synchronized with this data folder. */
    isFirst,
    /** Names of lessons that were added, changed or removed in the project since the last push, and new names of renamed categories. */
    changedNames: [
      ...remoteChanges.renamedCategories.map(({ to }) => to),
      ...changes.map(({ before, after }) => (after ?? before)?.fileName ?? ''),
    ],
    /** Names of lessons whose files are missing, unreadable or damaged in the project. */
    damagedNames,
  };
}

/**
 * Returns the changes in a project since the `mirroredRows` were written. Rows that are only in the data folder count as removed in
 * the project if they were mirrored, or if `isWhole`. Pure.
 */
export function compareStates(
  library: PublishedLibrary,
  { categories, lessons }: RemoteState,
  mirroredRows: Record<string, string> = {},
  isWhole = false,
) {
  const isRemoved = (key: string) => isWhole || key in mirroredRows;
  const lessonsById = new Map(library.lessons.map((lesson) => [lesson.id, lesson]));
  const localNames = new Map(library.categories.map(({ id, name }) => [id, name]));
  const ids = new Set(lessons.map(({ id }) => id));
  const categoryIds = new Set(categories.map(({ id }) => id));
  const isChanged = (key: string, text: string, localText: string | undefined) =>
    text !== localText && mirroredRows[key] !== text;
  const changedCategories = categories.filter(({ id, name }) => {
    const localName = localNames.get(id);
    const localText = localName === undefined ? undefined : serializeCategory(localName);
    return isChanged(categoryKey(id), serializeCategory(name), localText);
  });
  return {
    lessons: lessons.filter((lesson) => {
      const localLesson = lessonsById.get(lesson.id);
      return isChanged(
        lessonKey(lesson.id),
        serializeLesson(lesson),
        localLesson && serializeLesson(localLesson),
      );
    }),
    removedLessons: library.lessons.filter(({ id }) => !ids.has(id) && isRemoved(lessonKey(id))),
    newCategories: changedCategories.filter(({ id }) => !localNames.has(id)),
    renamedCategories: changedCategories.flatMap(({ id, name: to }) => {
      const from = localNames.get(id);
      return from === undefined ? [] : [{ id, from, to }];
    }),
    removedCategories: library.categories.filter(
      ({ id }) => !categoryIds.has(id) && isRemoved(categoryKey(id)),
    ),
  };
}

/** Returns the change that copies a row of another backend to the library; `contentId` identifies the content of its file. */
export function changeTo(
  lesson: LessonRow & Pick<LessonState, 'folderName'>,
  contentId: string,
  names: ReadonlyMap<string, string>,
  before?: PublishedLesson,
): Change {
  const { id, fileId, categoryId } = lesson;
  const after = { ...toState(lesson), category: names.get(categoryId) ?? '', contentId };
  if (!before) return { kind: 'added', id, before: null, after, source: null };
  const kind = before.fileId !== fileId ? 'replaced' : before.categoryId !== categoryId ? 'moved' : 'renamed';
  return { kind, id, before: toState(before), after, source: null };
}

/** Passes the bytes of a PDF through. Throws an error for `whenDamaged` if they do not begin like one, as storing them would. */
async function* refuseOtherFormats(bytes: AsyncIterable<Uint8Array>, name: string) {
  let isPdf = false;
  for await (const chunk of bytes) {
    isPdf ||= Buffer.from(chunk.subarray(0, 1024)).includes('%PDF-');
    if (!isPdf) break;
    yield chunk;
  }
  if (!isPdf) throw new SourceChanged(name);
}

/** Returns the library with the contents of lessons, by lesson id. Pure. */
function withContents(library: PublishedLibrary, contents: ReadonlyMap<string, string>): PublishedLibrary {
  const lessons = library.lessons.map((lesson) => {
    return { ...lesson, contentId: contents.get(lesson.id) ?? lesson.contentId };
  });
  return { ...library, lessons };
}

/** Whether a file's name consists of the lesson's date and title. Rows lack the name of the file, which a plan compares. */
function isDatedNameOf({ fileName, publishedAt }: LessonRow, name: string, hijriOffset?: number): boolean {
  const { title, date } = readDatedName(name, hijriOffset);
  const dayOf = (iso: string) => new Date(iso).toDateString();
  return date !== null && title === fileName && dayOf(date) === dayOf(publishedAt);
}

/** Returns the library after a plan, but keeps empty categories, and the old category names of unchanged lessons. Pure. */
export function applyPlan(
  library: PublishedLibrary,
  { changes, newCategories, renamedCategories }: PlannedChanges,
): PublishedLibrary {
  const changedIds = new Set(changes.map(({ id }) => id));
  const names = new Map(renamedCategories.map(({ id, to }) => [id, to]));
  return {
    ...library,
    categories: [
      ...library.categories.map(({ id, name }) => ({ id, name: names.get(id) ?? name })),
      ...newCategories,
    ],
    lessons: [
      ...library.lessons.filter(({ id }) => !changedIds.has(id)),
      ...changes.flatMap(({ id, after }) => (after ? [{ id, ...after }] : [])),
    ],
  };
}
