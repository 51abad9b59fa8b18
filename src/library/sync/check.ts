import { createReadStream } from 'node:fs';
import { computeContentId } from '../store/content.ts';
import type { LocalLibrary } from '../store/local-library.ts';
import type { Mirror } from './appwrite.ts';
import { planPush } from './push.ts';
import { whenDamaged } from './retry.ts';

type FileFault = 'missingFile' | 'wrongHash' | 'unreadable';
type LocalFault = FileFault | 'wrongSize' | 'noCategory';
type RemoteFault = FileFault | 'differs' | 'notInLibrary';

/**
 * A fault in the data folder or on the mirror. `name` is the name of the file or category; `fileId` is empty for a category, and for a
 * lesson that is not in the library.
 */
export type Fault = { name: string; fileId: string } & (
  | { isRemote: false; kind: LocalFault }
  | { isRemote: true; kind: RemoteFault }
);

type OnFile = (done: number, all: number) => void;

/** Checks the lessons' rows and all files of the data folder. Reads every file once. Rejects if the signal aborts. */
export async function checkLocal(local: LocalLibrary, onFile: OnFile, signal: AbortSignal): Promise<Fault[]> {
  const { lessons } = local.read();
  const files = local.listFiles();
  const findContentId = local.log.contentIdFinder();
  const faults: Fault[] = [];
  for (const { fileName: name, fileId, fileSize, categoryId } of lessons) {
    const add = (kind: LocalFault) => faults.push({ kind, name, fileId, isRemote: false });
    const file = files.get(fileId);
    if (!file) add('missingFile');
    else if (file.size !== fileSize) add('wrongSize');
    if (!categoryId) add('noCategory');
  }
  const names = new Map(lessons.map(({ fileId, fileName }) => [fileId, fileName]));
  let done = 0;
  for (const [fileId, { name }] of files) {
    signal.throwIfAborted();
    const contentId = findContentId(fileId);
    const path = local.filePath(fileId);
    const actualId = path && (await computeContentId(createReadStream(path)).catch(() => null));
    const kind = actualId === null ? 'unreadable' : contentId && actualId !== contentId ? 'wrongHash' : null;
    if (kind) faults.push({ kind, name: names.get(fileId) ?? name, fileId, isRemote: false });
    onFile(++done, files.size);
  }
  return faults;
}

/**
 * Compares the rows, files and contents of a mirror with the library. Downloads the file of each lesson, unless it is missing there.
 * Does not report lessons that the mirror cannot accept.
 */
export async function checkMirror(local: LocalLibrary, mirror: Mirror, onFile: OnFile): Promise<Fault[]> {
  const { remote, state, library } = mirror;
  const plan = await planPush(local, mirror);
  const faults: Fault[] = [];
  const unsentIds = new Set(plan.files.map(({ id }) => id));
  const add = (kind: RemoteFault, name: string, fileId = '') =>
    faults.push({ kind, name, fileId, isRemote: true });
  for (const { id, name } of plan.files) add('missingFile', name, id);
  for (const { fileName, fileId } of plan.lessons)
    if (!unsentIds.has(fileId)) add('differs', fileName, fileId);
  for (const { name } of plan.categories) add('differs', name);
  for (const { fileName } of plan.removedLessons) add('notInLibrary', fileName);
  for (const { name } of plan.removedCategories) add('notInLibrary', name);
  const findContentId = local.log.contentIdFinder();
  const storedLessons = library.lessons.filter(
    ({ fileId }) => state.files.has(fileId) && !unsentIds.has(fileId),
  );
  let done = 0;
  for (const { fileId, fileName } of storedLessons) {
    const contentId = findContentId(fileId);
    const actualId = await remote
      .open(fileId)
      .then((bytes) => bytes && computeContentId(bytes))
      .catch(whenDamaged('unreadable' as const));
    if (actualId === 'unreadable') add('unreadable', fileName, fileId);
    else if (actualId === null) add('missingFile', fileName, fileId);
    else if (contentId && actualId !== contentId) add('wrongHash', fileName, fileId);
    onFile(++done, storedLessons.length);
  }
  return faults;
}
