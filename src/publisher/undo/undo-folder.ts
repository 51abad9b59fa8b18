import { createWriteStream } from 'node:fs';
import { link, mkdir, readdir, rename, rm, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Catalogue } from '../catalogue/catalogue.ts';
import { cleanName } from '../folder/lesson-name.ts';
import { readPdf } from '../folder/pdf-content.ts';
import type { LessonState } from '../plan/published.ts';
import type { UndoSteps } from './undo-steps.ts';

/**
 * Does the steps in the folder. Nothing is deleted and nothing is overwritten: what leaves goes to `asideName`, whose name begins
 * with "_" so that it is not published. May be run again after an interruption, on a fresh listing. Returns the lessons that
 * cannot come back because their file is no longer kept.
 */
export async function undoFolder(
  steps: UndoSteps,
  folder: string,
  asideName: string,
  catalogue: Catalogue,
): Promise<LessonState[]> {
  for (const { lesson, place } of steps.asides.map((lesson) => ({
    lesson,
    place: join(asideName, lesson.path),
  }))) {
    await carry(join(folder, lesson.path), join(folder, place));
  }
  // Two files may have exchanged their names: all leave before one arrives.
  const waiting = await Promise.all(
    steps.moves.map(async ({ lesson, to }) => {
      const away = join(folder, dirname(lesson.path), `.undo-${basename(lesson.path)}`);
      await rename(join(folder, lesson.path), away);
      return { away, to };
    }),
  );
  for (const { from, to } of steps.folders) {
    await rename(join(folder, await directory(folder, from)), join(folder, to));
  }
  const renamed = new Map(steps.folders.map(({ from, to }) => [from, to]));
  for (const { away, to } of waiting) {
    const category = basename(dirname(away));
    const now = join(folder, renamed.get(cleanName(category)) ?? category, basename(away));
    await carry(now, join(folder, await directory(folder, to.category), to.fileName));
  }
  const gone: LessonState[] = [];
  for (const state of steps.fetches) {
    const place = join(folder, await directory(folder, state.category), state.fileName);
    if (!(await fetchFile(state, place, catalogue))) gone.push(state);
  }
  return gone;
}

/** The folder of a category as the disk spells it, or the name it will have. */
async function directory(folder: string, category: string): Promise<string> {
  const names = await readdir(folder).catch(() => []);
  return names.find((name) => cleanName(name) === category) ?? category;
}

async function carry(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  try {
    // A link fails when the place is taken; a rename would overwrite it.
    await link(from, to);
    await unlink(from);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw error;
    // A file system without hard links.
    await rename(from, to);
  }
}

async function fetchFile(state: LessonState, place: string, catalogue: Catalogue): Promise<boolean> {
  const stream = await catalogue.open(state.fileId);
  if (!stream) return false;
  await mkdir(dirname(place), { recursive: true });
  const part = `${place}.part`;
  await pipeline(stream, createWriteStream(part));
  const { contentId } = await readPdf(part);
  if (contentId === state.contentId) await carry(part, place);
  else await rm(part);
  return contentId === state.contentId;
}
