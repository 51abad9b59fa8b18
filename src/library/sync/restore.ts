import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { extract } from 'tar';
import { fileLocation, storeFolders } from '#backend/storage/files.ts';
import { readJson } from '#settings/json-file.ts';
import { scanLibraryFolder } from '../folder/scan.ts';
import { OwnerError } from '../messages/messages.ts';
import { OPENS_FILE } from '../opens/opens.ts';
import { folderNameOf, type PublishedLesson, readLessonRow } from '../plan/model.ts';
import { isDraft, isJunk } from '../plan/names.ts';
import { isEmpty, noChanges, plan } from '../plan/plan.ts';
import { contentIdOf, readChunks } from '../store/content.ts';
import type { LocalLibrary } from '../store/local-library.ts';
import { UNDO_FILE } from '../undo/undo.ts';
import { listArchivedFiles, type Manifest, parseRows, readArchive } from './archive.ts';
import { type FolderOptions, openFolder } from './open-library.ts';
import { changeTo } from './pull.ts';
import { beginWork, type Move, performMoves } from './swap.ts';

interface RestoreOptions {
  options: FolderOptions & { folder: string };
  onFile(done: number, all: number): void;
  signal: AbortSignal;
}

/**
 * Restores a site from a checked backup. Prepares everything in staging folders, then swaps the folders; errors and an aborted
 * signal before the swap change nothing. Returns the folders with the earlier state, and the names of lessons whose paths cannot be used.
 */
export async function restoreArchive(path: string, manifest: Manifest, restoreOptions: RestoreOptions) {
  const { options, signal } = restoreOptions;
  const { dataDir, folder, root } = options;
  const contentDir = join(root, 'content');
  const timestamp = new Date().toISOString().replace(/[^0-9]/g, '');
  const earlierName = `before-restore-${timestamp}`;
  const workFolder = join(dataDir, 'restoring');
  const unpackedDir = join(workFolder, 'archive');
  const data = { current: dataDir, staging: join(workFolder, 'data'), earlier: join(dataDir, earlierName) };
  const lessons = {
    current: folder,
    staging: join(folder, `_restoring-${timestamp}`),
    earlier: join(folder, `_${earlierName}`),
  };
  const content = {
    current: contentDir,
    staging: join(contentDir, `restoring-${timestamp}`),
    earlier: join(contentDir, earlierName),
  };
  const workFolders = [lessons.staging, content.staging, workFolder];
  const clear = async () => {
    // Retries, because after a failure, the unpacking can still write files for a moment.
    for (const path of workFolders) await rm(path, { recursive: true, force: true, maxRetries: 10 });
  };
  beginWork(dataDir, 'restoring', [lessons.staging, content.staging]);
  try {
    await unpackArchive(path, unpackedDir, manifest, signal);
    const {
      isSameFolder,
      restored: restoredLessons,
      categories,
    } = await stageData(data.staging, unpackedDir, manifest, restoreOptions);
    const unwrittenNames = isSameFolder
      ? []
      : await stageLessons(lessons.staging, restoredLessons, categories, signal);
    const isLibraryEntry = (name: string) =>
      name.startsWith('minbar.db') ||
      // An interrupted undo belongs to the earlier library.
      name === UNDO_FILE ||
      (name === OPENS_FILE && manifest.opens !== undefined) ||
      storeFolders(dataDir).files === join(dataDir, name);
    const isLessonEntry = (name: string) => !isJunk(name) && !isDraft(name);
    const moves = [
      ...(await planSwap(data, isLibraryEntry)),
      ...(isSameFolder ? [] : await planSwap(lessons, isLessonEntry)),
      ...(await stageContent(content, manifest, unpackedDir)),
    ];
    signal.throwIfAborted();
    performMoves(dataDir, { moves, workFolders });
    const earlierFolders = [data, lessons, content].map(({ earlier }) => earlier);
    return { earlierFolders: earlierFolders.filter((path) => existsSync(path)), unwritten: unwrittenNames };
  } catch (error) {
    // The next run completes recorded moves, so their files must stay.
    if (!existsSync(join(dataDir, 'restore.json'))) await clear();
    throw error;
  }
}

/** Unpacks only the files that the manifest lists, because other entries, such as links, could lead out of the folder. */
async function unpackArchive(
  path: string,
  folder: string,
  manifest: Manifest,
  signal: AbortSignal,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const paths = new Set(listArchivedFiles(manifest).map(({ path }) => path));
  const isArchivedFile = (path: string, entry: object) =>
    'type' in entry && entry.type === 'File' && paths.has(path);
  const parser = extract({ cwd: folder, strict: true, filter: isArchivedFile });
  await readArchive(path, parser, 'close', signal);
}

/** A restored lesson with the path of its file in the staging folder; undefined if the backup lacks the file. */
interface RestoredLesson extends PublishedLesson {
  path: string | undefined;
}

/**
 * Creates a data folder from an unpacked archive, and checks whether the folder of lessons equals it. Rejects if a lesson's file is
 * missing, unless it was already missing at the time of the backup.
 */
async function stageData(
  dataDir: string,
  unpackedDir: string,
  manifest: Manifest,
  restoreOptions: RestoreOptions,
) {
  const { options, onFile, signal } = restoreOptions;
  const { bucketId } = options.localIds;
  await mkdir(dataDir, { recursive: true });
  if (manifest.opens) await rename(join(unpackedDir, OPENS_FILE), join(dataDir, OPENS_FILE));
  if (manifest.database) {
    await rename(join(unpackedDir, 'minbar.db'), join(dataDir, 'minbar.db'));
    for (const [index, { id }] of manifest.files.entries()) {
      signal.throwIfAborted();
      const { path } = fileLocation(storeFolders(dataDir), bucketId, id);
      await mkdir(dirname(path), { recursive: true });
      await rename(join(unpackedDir, 'files', id), path);
      onFile(index + 1, manifest.files.length);
    }
  }
  await using open = await openFolder(options, dataDir);
  const { local } = open;
  if (!manifest.database) await importTables(local, unpackedDir, manifest, restoreOptions);
  const library = local.read();
  const missingIds = new Set(manifest.missing);
  const lessonWithoutFile = library.lessons.find(
    ({ fileId }) => !local.filePath(fileId) && !missingIds.has(fileId),
  );
  if (lessonWithoutFile) throw new OwnerError(({ move }) => move.differs(lessonWithoutFile.fileName));
  const inboxCategory = readRestoredInbox(join(options.root, 'content'), unpackedDir, manifest);
  const folderOptions = { folder: options.folder, dataDir: options.dataDir, choices: { inboxCategory } };
  const listing = await scanLibraryFolder(local.maxFileBytes(), folderOptions, { signal });
  const restoredLessons = library.lessons.map((lesson) => ({
    ...lesson,
    path: local.filePath(lesson.fileId),
  }));
  const categories = library.categories.map(({ name }) => name);
  return { isSameFolder: isEmpty(plan(listing, library, '')), restored: restoredLessons, categories };
}

/**
 * Returns the inbox category that applies after the restore; undefined also for a mistake, so that the folder counts as different and
 * is restored. Calendar and time zone do not matter here, because a lesson keeps its date while its file keeps its name.
 */
function readRestoredInbox(contentDir: string, unpackedDir: string, { content }: Manifest) {
  const packed = content.find(({ name }) => name === 'site.json');
  const path = packed ? join(unpackedDir, 'content', packed.sha256) : join(contentDir, 'site.json');
  const { inboxCategory } = Object(readJson(path));
  return typeof inboxCategory === 'string' ? inboxCategory : undefined;
}

/** Fills a new data folder from the tables of an older archive. */
async function importTables(
  local: LocalLibrary,
  unpackedDir: string,
  { files, tables }: Manifest,
  { onFile, signal }: RestoreOptions,
): Promise<void> {
  const rowsOf = async (name: string) =>
    tables.some((table) => table.name === name)
      ? parseRows(await readFile(join(unpackedDir, 'rows', `${name}.jsonl`), 'utf8'))
      : [];
  const contents = new Map(files.map(({ id, sha256 }) => [id, contentIdOf(sha256)]));
  for (const [index, { id, name }] of files.entries()) {
    signal.throwIfAborted();
    const path = join(unpackedDir, 'files', id);
    await local.storeFile(id, name, contents.get(id) ?? id, readChunks(path));
    onFile(index + 1, files.length);
  }
  const journal = await rowsOf('changes');
  await local.backend.write(() => local.importJournal(journal));
  const newCategories = (await rowsOf('categories')).map(({ $id: id, categoryName }) => ({
    id,
    name: String(categoryName),
  }));
  const names = new Map(newCategories.map(({ id, name }) => [id, name]));
  const changes = (await rowsOf('files')).map((row) => {
    const lesson = readLessonRow(row.$id, row.$createdAt, row);
    return changeTo(lesson, contents.get(lesson.fileId) ?? lesson.fileId, names);
  });
  await local.commit({ ...noChanges, newCategories, changes }, null);
}

/** A folder of the site, its staging folder, and the folder for the earlier content. */
type Folders = Record<'current' | 'staging' | 'earlier', string>;

/** Plans the moves of relevant entries from `current` to `earlier`, and from `staging` to `current`. */
async function planSwap(
  { current, staging, earlier }: Folders,
  isRelevant: (name: string) => boolean,
): Promise<Move[]> {
  const [currentNames, stagedNames] = await Promise.all([readdir(current).catch(() => []), readdir(staging)]);
  return [
    ...currentNames
      .filter(isRelevant)
      .map((name) => ({ from: join(current, name), to: join(earlier, name) })),
    ...stagedNames.filter(isRelevant).map((name) => ({ from: join(staging, name), to: join(current, name) })),
  ];
}

/**
 * Writes the lessons to category folders; skips those without a file. Returns the names of lessons that have an invalid path, or the
 * path of another lesson.
 */
async function stageLessons(
  staging: string,
  lessons: RestoredLesson[],
  categories: string[],
  signal: AbortSignal,
): Promise<string[]> {
  await mkdir(staging, { recursive: true });
  for (const name of categories)
    if (isCategoryName(name)) await mkdir(join(staging, name), { recursive: true });
  const unwrittenNames: string[] = [];
  for (const lesson of lessons) {
    const { category, path, publishedAt } = lesson;
    const fileName = folderNameOf(lesson);
    const file = join(staging, category, fileName);
    if (!isCategoryName(category) || !isLessonName(fileName) || existsSync(file)) {
      unwrittenNames.push(fileName);
      continue;
    }
    if (!path) continue;
    signal.throwIfAborted();
    await copyFile(path, file);
    // Some network disks cannot set dates. A lesson has its own.
    await utimes(file, new Date(publishedAt), new Date(publishedAt)).catch(() => undefined);
  }
  return unwrittenNames;
}

const isCategoryName = (name: string) => isValidName(name) && !isDraft(name);
const isLessonName = (name: string) => isValidName(name) && /\.pdf$/i.test(name);

/** Whether a name is not empty or junk, has no path separators or NUL, and has at most 255 bytes. */
function isValidName(name: string): boolean {
  return name !== '' && !isJunk(name) && !/[/\\\0]/.test(name) && Buffer.byteLength(name) <= 255;
}

/**
 * Copies texts, glossary and logos that differ from the current ones to the staging folder, and plans their moves. Also plans to move
 * away a glossary that the backup lacks.
 */
async function stageContent(
  { current: contentDir, staging, earlier }: Folders,
  { content, format }: Manifest,
  unpackedDir: string,
): Promise<Move[]> {
  const moves: Move[] = [];
  const glossary = 'glossary.json';
  const lacksGlossary = format !== 'minbar-library-1' && !content.some(({ name }) => name === glossary);
  if (lacksGlossary) moves.push({ from: join(contentDir, glossary), to: join(earlier, glossary) });
  for (const { name, sha256 } of content) {
    const [current, next] = [join(contentDir, name), join(staging, name)];
    const packedPath = join(unpackedDir, 'content', sha256);
    const existing = await readFile(current).catch(() => null);
    if (existing?.equals(await readFile(packedPath))) continue;
    await mkdir(dirname(next), { recursive: true });
    await copyFile(packedPath, next);
    if (existing) moves.push({ from: current, to: join(earlier, name) });
    moves.push({ from: next, to: current });
  }
  return moves;
}
