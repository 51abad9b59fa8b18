import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import {
  type Change,
  type FolderListing,
  type LessonRow,
  type PublishedLesson,
  toState,
} from '../plan/model.ts';
import { isEmpty, type PlannedChanges } from '../plan/plan.ts';
import { contentOf, isContentId } from '../store/content.ts';
import type { Library, LocalLibrary } from '../store/local-library.ts';
import type { Mirror, RemoteState } from './appwrite.ts';
import { categoryKey, categoryText, lessonKey, lessonText } from './push.ts';
import { whenUnreadable } from './retry.ts';

export interface PullOptions {
  /** Nothing is written. */
  isDryRun: boolean;
  /** Takes over the project's state exactly; otherwise lessons that were never there stay, as with a new, empty project. */
  isWhole?: boolean;
  /** The owner's folder, whose files need not be downloaded. */
  folder: string;
  listing: FolderListing;
  onFile(done: number, all: number): void;
  signal: AbortSignal;
}

/**
 * Takes into the data folder what was changed in a project from elsewhere since it was last equal to the data folder, so that a
 * publication shows it before it is overwritten.
 */
export async function pull(local: LocalLibrary, { remote, state, library }: Mirror, options: PullOptions) {
  const { isDryRun, folder, listing, signal, onFile } = options;
  const paths = new Map(listing.lessons.map(({ contentId, path }) => [contentId, join(folder, path)]));
  const mirrored = local.log.mirroredRows(remote.name);
  const isFirst = mirrored === undefined && state.lessons.length > 0;
  // The journal there has an older version's publications; changes that are only here are restorable only by the log.
  const hadLog = !isFirst || local.log.entries().length > 0;
  const remoteChanges = compareStates(library, state, mirrored, options.isWhole ?? isFirst);
  if (isFirst && !isDryRun) {
    const journal = await remote.journal();
    await local.backend.write(() => local.importJournal(journal));
  }
  const contents = local.log.fileContents();
  const damaged: string[] = [];
  const changes: Change[] = [];
  const names = new Map(state.categories.map(({ id, name }) => [id, name]));
  const before = new Map(library.lessons.map((lesson) => [lesson.id, lesson]));
  const fetch = async (fileId: string, name: string): Promise<string | null> => {
    const contentId = isContentId(fileId) ? fileId : contents.get(fileId);
    if (contentId && library.files.has(fileId)) return contentId;
    const path = contentId && paths.get(contentId);
    const bytes = async (): Promise<AsyncIterable<Uint8Array> | null> =>
      path ? createReadStream(path) : remote.open(fileId).catch(whenUnreadable(null));
    const unknown = contentId ? null : await bytes();
    const content = contentId ?? (unknown && (await contentOf(unknown)));
    if (isDryRun) return content;
    const stream = content && (await bytes());
    if (!stream) return null;
    await local.storeFile(fileId, name, content, stream);
    return content;
  };
  for (const [index, lesson] of remoteChanges.lessons.entries()) {
    signal.throwIfAborted();
    const isStored = state.files.has(lesson.fileId);
    const content = isStored ? await fetch(lesson.fileId, lesson.fileName) : null;
    onFile(index + 1, remoteChanges.lessons.length);
    if (content === null) damaged.push(lesson.fileName);
    else changes.push(changeTo(lesson, content, names, before.get(lesson.id)));
  }
  for (const lesson of remoteChanges.gone)
    changes.push({ kind: 'removed', id: lesson.id, before: toState(lesson), after: null, source: null });
  if (isFirst && !isDryRun)
    for (const [id, isKept] of local.log.formerFiles()) {
      // An undo may still need it, by the journal of an older version.
      const file = state.files.get(id);
      if (isKept && file && !local.filePath(id)) await fetch(id, file.name);
    }
  const plan: PlannedChanges = {
    newCategories: remoteChanges.newCategories,
    renamedCategories: remoteChanges.renamedCategories,
    emptyCategories: remoteChanges.goneCategories,
    changes,
  };
  if (!isDryRun && !isEmpty(plan)) {
    const entry = { at: new Date().toISOString(), by: 'elsewhere', undoes: null, outcome: 'whole' } as const;
    const isLogged = hadLog || local.log.entries().length === 0;
    await local.commit(plan, isLogged ? entry : null);
  }
  return {
    /** The library with these changes. */
    library: isDryRun ? applyPlan(library, plan) : local.read(),
    /** Whether the project was not known at all and holds a library. */
    isFirst,
    /** Names of lessons and categories that were changed or removed there since the last publication. */
    changed: [
      ...remoteChanges.renamedCategories.map(({ to }) => to),
      ...changes.map(({ before, after }) => (after ?? before)?.fileName ?? ''),
    ],
    /** Names of lessons whose files are missing or damaged there. */
    damaged,
  };
}

/**
 * Compares the data folder with a project and returns the changes made there since its rows were `mirrored`. What only the data folder
 * has counts as removed there if it was mirrored, or if `isWhole`. Pure.
 */
export function compareStates(
  library: Library,
  { categories, lessons }: RemoteState,
  mirrored: Record<string, string> = {},
  isWhole = false,
) {
  const isGone = (key: string) => isWhole || key in mirrored;
  const own = new Map(library.lessons.map((lesson) => [lesson.id, lesson]));
  const ownNames = new Map(library.categories.map(({ id, name }) => [id, name]));
  const ids = new Set(lessons.map(({ id }) => id));
  const categoryIds = new Set(categories.map(({ id }) => id));
  const isChanged = (key: string, text: string, ownText: string | undefined) =>
    text !== ownText && mirrored[key] !== text;
  const others = categories.filter(({ id, name }) => {
    const ownName = ownNames.get(id);
    const ownText = ownName === undefined ? undefined : categoryText(ownName);
    return isChanged(categoryKey(id), categoryText(name), ownText);
  });
  return {
    lessons: lessons.filter((lesson) => {
      const ownLesson = own.get(lesson.id);
      return isChanged(lessonKey(lesson.id), lessonText(lesson), ownLesson && lessonText(ownLesson));
    }),
    gone: library.lessons.filter(({ id }) => !ids.has(id) && isGone(lessonKey(id))),
    newCategories: others.filter(({ id }) => !ownNames.has(id)),
    renamedCategories: others.flatMap(({ id, name: to }) => {
      const from = ownNames.get(id);
      return from === undefined ? [] : [{ id, from, to }];
    }),
    goneCategories: library.categories.filter(({ id }) => !categoryIds.has(id) && isGone(categoryKey(id))),
  };
}

/** Returns the change that brings a row of another backend, whose file has this content, into the library. */
export function changeTo(
  lesson: LessonRow,
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

/** Returns the library that a plan leads to. Pure. */
export function applyPlan(
  library: Library,
  { changes, newCategories, renamedCategories }: PlannedChanges,
): Library {
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
