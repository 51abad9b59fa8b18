import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { storeFolders } from '#backend/storage/file-layout.ts';
import { isDraft, isJunk } from '../folder/junk.ts';
import { scanFolder } from '../folder/scan-folder.ts';
import { readPublished } from '../journal/read-published.ts';
import { openDataFolder } from '../open-target.ts';
import type { Options } from '../options.ts';
import { OwnerError } from '../owner-error.ts';
import { isEmpty, plan } from '../plan/plan.ts';
import { unpackArchive } from './archive.ts';
import { compareLibraries } from './compare-libraries.ts';
import { copyLibrary } from './copy-library.ts';
import { type LibrarySource, TargetLibrary } from './library-source.ts';
import type { Manifest } from './manifest.ts';
import { carryOut, type Move, workFolderIn } from './swap.ts';

interface Restoring {
  options: Options;
  onFile(done: number, all: number): void;
  signal: AbortSignal;
}

/**
 * Brings back the site of a checked backup: library, folder of lessons, texts, logo and glossary. All of it is made aside, the library
 * is compared with the archive, and only then everything takes its place; what was there is kept beside it. The caller has the
 * data folder. Throws an `OwnerError` with what is not the same, then nothing was touched. Answers where the former data, lessons and
 * texts are kept now, and the lessons whose names no file can have here.
 */
export async function restoreArchive(path: string, manifest: Manifest, restoring: Restoring) {
  const { options, signal } = restoring;
  const { dataDir, folder, root } = options;
  const contentDir = join(root, 'content');
  const before = `before-restore-${new Date().toISOString().replace(/[^0-9]/g, '')}`;
  const workFolder = workFolderIn(dataDir);
  const archive = join(workFolder, 'archive');
  const data = { place: dataDir, made: join(workFolder, 'data'), kept: join(dataDir, before) };
  const lessons = { place: folder, made: join(folder, '_restoring'), kept: join(folder, `_${before}`) };
  const content = { place: contentDir, made: join(contentDir, 'restoring'), kept: join(contentDir, before) };
  const workFolders = [lessons.made, content.made, workFolder];
  const clear = async () => {
    for (const one of workFolders) await rm(one, { recursive: true, force: true });
  };
  await clear();
  try {
    const source = await unpackArchive(path, archive, manifest);
    const isSameFolder = await makeData(data.made, source, restoring);
    const unwritten = isSameFolder ? [] : await makeLessons(lessons.made, source, archive);
    const isOfLibrary = (name: string) =>
      name.startsWith('minbar.db') || storeFolders(dataDir).files === join(dataDir, name);
    const isLessons = (name: string) => !isJunk(name) && !isDraft(name);
    const moves = [
      ...(await exchange(data, isOfLibrary)),
      ...(isSameFolder ? [] : await exchange(lessons, isLessons)),
      ...(await contentMoves(content, manifest, archive)),
    ];
    signal.throwIfAborted();
    carryOut(dataDir, { moves, workFolders });
    const kept = [data, lessons, content].map((one) => one.kept);
    return { kept: kept.filter((one) => existsSync(one)), unwritten };
  } catch (error) {
    // Once the moves are written down they are finished, by the next run if not by this one.
    if (!existsSync(join(dataDir, 'restore.json'))) await clear();
    throw error;
  }
}

/** Fills a new data folder and compares it; tells whether the folder of lessons, as it is, already holds the same. */
async function makeData(dataDir: string, source: LibrarySource, restoring: Restoring): Promise<boolean> {
  const { options, onFile, signal } = restoring;
  await using open = await openDataFolder(options, dataDir);
  const library = new TargetLibrary(open.target, options, signal);
  await copyLibrary(source, library, onFile);
  const [different] = (await compareLibraries(source, library)).differences;
  if (different !== undefined) throw new OwnerError(({ move }) => move.differs(different));
  const largest = await library.largestFile();
  const listing = await scanFolder({ folder: options.folder, largest, signal });
  return isEmpty(plan(listing, await readPublished(library), ''));
}

/** A folder of the site, one within it where its new content is made, and one where the former is kept. */
type Folders = Record<'place' | 'made' | 'kept', string>;

/** Everything of `place` that counts leaves for `kept`; everything in `made` takes its place. */
async function exchange({ place, made, kept }: Folders, counts: (name: string) => boolean): Promise<Move[]> {
  const [there, next] = await Promise.all([readdir(place).catch(() => []), readdir(made)]);
  return [
    ...there.filter(counts).map((name) => ({ from: join(place, name), to: join(kept, name) })),
    ...next.filter(counts).map((name) => ({ from: join(made, name), to: join(place, name) })),
  ];
}

/** Writes the lessons as files into folders, as the owner would have put them there. Answers those that cannot be. */
async function makeLessons(made: string, source: LibrarySource, archive: string): Promise<string[]> {
  const names = new Map((await source.rows('categories')).map((row) => [row.$id, String(row.categoryName)]));
  await mkdir(made, { recursive: true });
  for (const name of names.values()) if (isCategory(name)) await mkdir(join(made, name), { recursive: true });
  const unwritten: string[] = [];
  for (const { fileName, fileId, category, $createdAt } of await source.rows('files')) {
    const folder = names.get(String(category)) ?? '';
    const name = String(fileName);
    const file = join(made, folder, name);
    if (!isCategory(folder) || !isLesson(name) || existsSync(file)) {
      unwritten.push(name);
      continue;
    }
    if (!existsSync(join(archive, 'files', String(fileId)))) continue;
    await copyFile(join(archive, 'files', String(fileId)), file);
    await utimes(file, new Date($createdAt), new Date($createdAt));
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
  { place: contentDir, made, kept }: Folders,
  { content, format }: Manifest,
  archive: string,
): Promise<Move[]> {
  const moves: Move[] = [];
  const glossary = 'glossary.json';
  const hadNone = format !== 'minbar-library-1' && !content.some(({ name }) => name === glossary);
  if (hadNone) moves.push({ from: join(contentDir, glossary), to: join(kept, glossary) });
  for (const { name, sha256 } of content) {
    const [place, next] = [join(contentDir, name), join(made, name)];
    const packed = join(archive, 'content', sha256);
    const former = await readFile(place).catch(() => null);
    if (former?.equals(await readFile(packed))) continue;
    await mkdir(dirname(next), { recursive: true });
    await copyFile(packed, next);
    if (former) moves.push({ from: place, to: join(kept, name) });
    moves.push({ from: next, to: place });
  }
  return moves;
}
