import { createReadStream } from 'node:fs';
import { type Change, type LessonRow, type PublishedLesson, toState } from '../plan/model.ts';
import { isEmpty, type PlannedChanges } from '../plan/plan.ts';
import { contentOf, isContentId } from '../store/content.ts';
import type { Library, LocalLibrary } from '../store/local-library.ts';
import type { AppwriteLibrary, RemoteState } from './appwrite.ts';
import { categoryKey, categoryText, lessonKey, lessonText } from './push.ts';
import { whenUnreadable } from './retry.ts';

/** Changes in a project that the data folder lacks: by another program, or of a library published there earlier. */
export interface PullResult {
  /** The library with it. */
  library: Library;
  /** Whether the project was not known at all and holds a library. */
  isFirst: boolean;
  /** Names of lessons and categories that were changed or removed there since the last publication. */
  changed: string[];
  /** Names of lessons whose files are missing or damaged there. */
  damaged: string[];
}

export interface PullOptions {
  /** Nothing is written. */
  isDryRun: boolean;
  /** Takes over the project's state exactly; otherwise lessons that were never there stay, as with a new, empty project. */
  isWhole?: boolean;
  /** Files of the owner's folder by their content, which need not be downloaded. */
  paths: ReadonlyMap<string, string>;
  onFile?(done: number, all: number): void;
  signal?: AbortSignal;
}

/**
 * Takes into the data folder what was changed in a project from elsewhere since it was last equal to the data folder, so that a
 * publication shows it before it is overwritten.
 */
export async function pull(
  local: LocalLibrary,
  remote: AppwriteLibrary,
  state: RemoteState,
  options: PullOptions,
): Promise<PullResult> {
  const { isDryRun, signal, onFile } = options;
  const library = local.read();
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
    const path = contentId && options.paths.get(contentId);
    const bytes = async () => (path ? createReadStream(path) : await remote.open(fileId));
    if (isDryRun) return contentId ?? contentOfStream(await bytes().catch(whenUnreadable(null)));
    const content = contentId ?? (await contentOfStream(await bytes().catch(whenUnreadable(null))));
    const stream = content && (await bytes().catch(whenUnreadable(null)));
    if (!stream) return null;
    await local.storeFile(fileId, name, content, stream as AsyncIterable<Uint8Array>);
    return content;
  };
  for (const [index, lesson] of remoteChanges.lessons.entries()) {
    signal?.throwIfAborted();
    const isStored = state.files.has(lesson.fileId);
    const content = isStored ? await fetch(lesson.fileId, lesson.fileName) : null;
    onFile?.(index + 1, remoteChanges.lessons.length);
    if (content === null) damaged.push(lesson.fileName);
    else changes.push(changeTo(lesson, content, names, before.get(lesson.id)));
  }
  for (const lesson of remoteChanges.gone) changes.push(removalOf(lesson));
  if (isFirst && !isDryRun) await fetchKept(local, state, fetch);
  const plan: PlannedChanges = {
    newCategories: remoteChanges.newCategories,
    renamedCategories: remoteChanges.renamedCategories,
    emptyCategories: remoteChanges.goneCategories,
    changes,
  };
  const changedRows = [
    ...remoteChanges.renamedCategories.map(({ to }) => to),
    ...changes.map(({ before, after }) => (after ?? before)?.fileName ?? ''),
  ];
  if (!isDryRun && !isEmpty(plan)) {
    const entry = { at: new Date().toISOString(), by: 'elsewhere', undoes: null, outcome: 'whole' } as const;
    const isLogged = hadLog || local.log.entries().length === 0;
    await local.commit(plan, isLogged ? entry : null);
  }
  return {
    library: isDryRun ? applyPlan(library, plan) : local.read(),
    isFirst,
    changed: changedRows,
    damaged,
  };
}

/** Compares the data folder with a project and returns the changes made there. Pure. */
function compareStates(
  library: Library,
  { categories, lessons }: RemoteState,
  mirrored: Record<string, string> = {},
  isWhole: boolean,
) {
  const isGone = (key: string) => isWhole || key in mirrored;
  const own = new Map(library.lessons.map((lesson) => [lesson.id, lesson]));
  const ownNames = new Map(library.categories.map(({ id, name }) => [id, name]));
  const ids = new Set(lessons.map(({ id }) => id));
  const categoryIds = new Set(categories.map(({ id }) => id));
  const isChanged = (key: string, text: string, ownText: string | undefined) =>
    text !== ownText && mirrored[key] !== text;
  const others = categories.filter(({ id, name }) =>
    isChanged(
      categoryKey(id),
      categoryText(name),
      ownNames.has(id) ? categoryText(ownNames.get(id) ?? '') : undefined,
    ),
  );
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

function changeTo(
  lesson: LessonRow,
  contentId: string,
  names: ReadonlyMap<string, string>,
  before: PublishedLesson | undefined,
): Change {
  const { id, fileId, categoryId } = lesson;
  const after = { ...toState(lesson), category: names.get(categoryId) ?? '', contentId };
  if (!before) return { kind: 'added', id, before: null, after, source: null };
  const kind = before.fileId !== fileId ? 'replaced' : before.categoryId !== categoryId ? 'moved' : 'renamed';
  return { kind, id, before: toState(before), after, source: null };
}

function removalOf(lesson: PublishedLesson): Change {
  return { kind: 'removed', id: lesson.id, before: toState(lesson), after: null, source: null };
}

async function contentOfStream(stream: AsyncIterable<Uint8Array> | ReadableStream<Uint8Array> | null) {
  return stream && contentOf(stream as AsyncIterable<Uint8Array>);
}

/** Downloads the files that an undo may still need, by the journal of an older version. */
async function fetchKept(
  local: LocalLibrary,
  state: RemoteState,
  fetch: (fileId: string, name: string) => Promise<string | null>,
): Promise<void> {
  for (const [id, isKept] of local.log.formerFiles()) {
    const file = state.files.get(id);
    if (isKept && file && !local.filePath(id)) await fetch(id, file.name);
  }
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
