import { createReadStream, existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rename, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { extract } from 'tar';
import { fileLocation, storeFolders } from '#backend/storage/files.ts';
import { scanFolder } from '../folder/scan.ts';
import { OwnerError } from '../messages/messages.ts';
import { OPENS_FILE } from '../opens/opens.ts';
import { folderNameOf, type PublishedLesson, readLessonRow } from '../plan/model.ts';
import { isDraft, isJunk } from '../plan/names.ts';
import { isEmpty, noChanges, plan } from '../plan/plan.ts';
import { contentIdOf } from '../store/content.ts';
import type { LocalLibrary } from '../store/local-library.ts';
import { listArchivedFiles, type Manifest, parseRows } from './archive.ts';
import { type FolderOptions, openFolder } from './open-library.ts';
import { changeTo } from './pull.ts';
import { beginWork, carryOut, type Move } from './swap.ts';

interface Restoring {
  options: FolderOptions & { folder: string };
  onFile(done: number, all: number): void;
  signal: AbortSignal;
}

/**
 * Restores the site of a checked backup. Everything is prepared in staging folders and compared with the archive, then the folders are
 * swapped; an error before that changes nothing. Returns the folders with the earlier state, and lessons whose names no file can have.
 */
export async function restoreArchive(path: string, manifest: Manifest, restoring: Restoring) {
  const { options, signal } = restoring;
  const { dataDir, folder, root } = options;
  const contentDir = join(root, 'content');
  const stamp = new Date().toISOString().replace(/[^0-9]/g, '');
  const before = `before-restore-${stamp}`;
  const workFolder = join(dataDir, 'restoring');
  const archive = join(workFolder, 'archive');
  const data = { place: dataDir, staging: join(workFolder, 'data'), kept: join(dataDir, before) };
  const lessons = {
    place: folder,
    staging: join(folder, `_restoring-${stamp}`),
    kept: join(folder, `_${before}`),
  };
  const content = {
    place: contentDir,
    staging: join(contentDir, `restoring-${stamp}`),
    kept: join(contentDir, before),
  };
  const workFolders = [lessons.staging, content.staging, workFolder];
  const clear = async () => {
    // After a failure, some files of the archive may still be being written.
    for (const path of workFolders) await rm(path, { recursive: true, force: true, maxRetries: 10 });
  };
  beginWork(dataDir, 'restoring', [lessons.staging, content.staging]);
  try {
    await unpackArchive(path, archive, manifest);
    const { isSameFolder, restored, categories } = await stageData(
      data.staging,
      archive,
      manifest,
      restoring,
    );
    const unwritten = isSameFolder ? [] : await stageLessons(lessons.staging, restored, categories);
    const isOfLibrary = (name: string) =>
      name.startsWith('minbar.db') ||
      (name === OPENS_FILE && manifest.opens !== undefined) ||
      storeFolders(dataDir).files === join(dataDir, name);
    const isLessons = (name: string) => !isJunk(name) && !isDraft(name);
    const moves = [
      ...(await exchange(data, isOfLibrary)),
      ...(isSameFolder ? [] : await exchange(lessons, isLessons)),
      ...(await contentMoves(content, manifest, archive)),
    ];
    signal.throwIfAborted();
    carryOut(dataDir, { moves, workFolders });
    const keptFolders = [data, lessons, content].map(({ kept }) => kept);
    return { kept: keptFolders.filter((path) => existsSync(path)), unwritten };
  } catch (error) {
    // Once the moves are written down they are finished, by the next run if not by this one.
    if (!existsSync(join(dataDir, 'restore.json'))) await clear();
    throw error;
  }
}

/** Unpacks the files of a checked archive. */
async function unpackArchive(path: string, folder: string, manifest: Manifest): Promise<void> {
  await mkdir(folder, { recursive: true });
  const places = new Set(listArchivedFiles(manifest).map(({ place }) => place));
  // Whatever else is in it, links too, could lead out of the folder.
  const isOfArchive = (place: string, entry: object) =>
    'type' in entry && entry.type === 'File' && places.has(place);
  await extract({ file: path, cwd: folder, strict: true, filter: isOfArchive });
}

/** A lesson as it is restored: what it is called, and its file's path in the new data folder. */
interface RestoredLesson extends PublishedLesson {
  path: string | undefined;
}

/** Makes a new data folder of an unpacked archive, and determines whether the folder of lessons, as it is, already holds the same. */
async function stageData(dataDir: string, archive: string, manifest: Manifest, restoring: Restoring) {
  const { options, onFile, signal } = restoring;
  const { bucketId } = options.localIds;
  await mkdir(dataDir, { recursive: true });
  if (manifest.opens) await rename(join(archive, OPENS_FILE), join(dataDir, OPENS_FILE));
  if (manifest.database) {
    await rename(join(archive, 'minbar.db'), join(dataDir, 'minbar.db'));
    for (const [index, { id }] of manifest.files.entries()) {
      signal.throwIfAborted();
      const { path } = fileLocation(storeFolders(dataDir), bucketId, id);
      await mkdir(dirname(path), { recursive: true });
      await rename(join(archive, 'files', id), path);
      onFile(index + 1, manifest.files.length);
    }
  }
  await using open = await openFolder(options, dataDir);
  const { local } = open;
  if (!manifest.database) await importTables(local, archive, manifest, restoring);
  const library = local.read();
  const missing = new Set(manifest.missing);
  const lessonWithoutFile = library.lessons.find(
    ({ fileId }) => !library.files.has(fileId) && !missing.has(fileId),
  );
  if (lessonWithoutFile) throw new OwnerError(({ move }) => move.differs(lessonWithoutFile.fileName));
  const listing = await scanFolder({ folder: options.folder, largest: local.largestFile(), signal });
  const restored = library.lessons.map((lesson) => ({ ...lesson, path: local.filePath(lesson.fileId) }));
  const categories = library.categories.map(({ name }) => name);
  return { isSameFolder: isEmpty(plan(listing, library, '')), restored, categories };
}

/** Fills a new data folder from the tables of an older archive. */
async function importTables(
  local: LocalLibrary,
  archive: string,
  { files, tables }: Manifest,
  { onFile, signal }: Restoring,
): Promise<void> {
  const rowsOf = async (name: string) =>
    tables.some((table) => table.name === name)
      ? parseRows(await readFile(join(archive, 'rows', `${name}.jsonl`), 'utf8'))
      : [];
  const contents = new Map(files.map(({ id, sha256 }) => [id, contentIdOf(sha256)]));
  for (const [index, { id, name }] of files.entries()) {
    signal.throwIfAborted();
    const path = join(archive, 'files', id);
    await local.storeFile(id, name, contents.get(id) ?? id, createReadStream(path));
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

/** A folder of the site, its staging folder, and the folder that keeps the earlier content. */
type Folders = Record<'place' | 'staging' | 'kept', string>;

/** Moves the relevant content of `place` to `kept`, and that of `staging` to `place`. */
async function exchange(
  { place, staging, kept }: Folders,
  counts: (name: string) => boolean,
): Promise<Move[]> {
  const [existing, next] = await Promise.all([readdir(place).catch(() => []), readdir(staging)]);
  return [
    ...existing.filter(counts).map((name) => ({ from: join(place, name), to: join(kept, name) })),
    ...next.filter(counts).map((name) => ({ from: join(staging, name), to: join(place, name) })),
  ];
}

/** Writes the lessons as files into folders, as the owner would have put them there. Returns the names of lessons that no file can have. */
async function stageLessons(
  staging: string,
  lessons: RestoredLesson[],
  categories: string[],
): Promise<string[]> {
  await mkdir(staging, { recursive: true });
  for (const name of categories) if (isCategory(name)) await mkdir(join(staging, name), { recursive: true });
  const unwritten: string[] = [];
  for (const lesson of lessons) {
    const { category, path, publishedAt } = lesson;
    const fileName = folderNameOf(lesson);
    const file = join(staging, category, fileName);
    if (!isCategory(category) || !isLesson(fileName) || existsSync(file)) {
      unwritten.push(fileName);
      continue;
    }
    if (!path) continue;
    await copyFile(path, file);
    await utimes(file, new Date(publishedAt), new Date(publishedAt));
  }
  return unwritten;
}

const isCategory = (name: string) => isName(name) && !isDraft(name);
const isLesson = (name: string) => isName(name) && /\.pdf$/i.test(name);

/** Whether a name can be that of a file or folder, here and on the owner's other computers. */
function isName(name: string): boolean {
  return name !== '' && !isJunk(name) && !/[/\\\0]/.test(name) && Buffer.byteLength(name) <= 255;
}

/** Texts, glossary and logo that are not the same already. */
async function contentMoves(
  { place: contentDir, staging, kept }: Folders,
  { content, format }: Manifest,
  archive: string,
): Promise<Move[]> {
  const moves: Move[] = [];
  const glossary = 'glossary.json';
  const hadNone = format !== 'minbar-library-1' && !content.some(({ name }) => name === glossary);
  if (hadNone) moves.push({ from: join(contentDir, glossary), to: join(kept, glossary) });
  for (const { name, sha256 } of content) {
    const [place, next] = [join(contentDir, name), join(staging, name)];
    const packed = join(archive, 'content', sha256);
    const existing = await readFile(place).catch(() => null);
    if (existing?.equals(await readFile(packed))) continue;
    await mkdir(dirname(next), { recursive: true });
    await copyFile(packed, next);
    if (existing) moves.push({ from: place, to: join(kept, name) });
    moves.push({ from: next, to: place });
  }
  return moves;
}
