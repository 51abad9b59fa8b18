import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lockDataFolder } from '#backend/data-folder.ts';
import { readJson, saveJson } from '#settings/json-file.ts';
import { OwnerError } from '../messages/messages.ts';

/** A rename of a restore. Nothing is overwritten: a move whose target exists was done before. */
export interface Move {
  from: string;
  to: string;
}

/** The moves of a restore. What was written down is carried out to its end, by this process or by the next one. */
export interface Swap {
  moves: Move[];
  /** Folders of the work, removed at the end. */
  workFolders: string[];
}

const listIn = (dataDir: string) => join(dataDir, 'restore.json');

/** Staging folders in the data folder, and the file in each that lists what is created elsewhere: an archive, or folders. */
const lists = { backup: 'unfinished.json', restoring: 'work-folders.json' };

/**
 * Makes the staging folder of a backup or a restore, and records the paths it will create elsewhere, so that the next start can remove
 * them after a crash.
 */
export function beginWork(dataDir: string, work: keyof typeof lists, elsewhere: string[]): string {
  removeWork(dataDir, work);
  const folder = join(dataDir, work);
  saveJson(join(folder, lists[work]), elsewhere);
  return folder;
}

/** Removes what a backup or a restore leaves, also one that was killed. The caller owns the data folder. */
export function removeWork(dataDir: string, work: keyof typeof lists): void {
  const folder = join(dataDir, work);
  const elsewhere = Object.values(Object(readJson(join(folder, lists[work]))));
  for (const path of elsewhere.filter((each) => typeof each === 'string'))
    try {
      rmSync(path, { recursive: work === 'restoring', force: true });
    } catch {
      // A disk that can only be read keeps it; nothing there is published.
    }
  rmSync(folder, { recursive: true, force: true });
}

/** Records the moves and performs them. The caller owns the data folder. */
export function carryOut(dataDir: string, swap: Swap, move: typeof renameSync = renameSync): void {
  saveJson(listIn(dataDir), swap);
  finish(dataDir, swap, move);
}

/** Finishes what a restore that was killed had begun, and removes what it left. Throws `DataFolderLocked` if one is under way. */
export function finishRestore(dataDir: string): void {
  if (!existsSync(listIn(dataDir)) && !existsSync(join(dataDir, 'restoring'))) return;
  const folder = lockDataFolder(dataDir, 'restore');
  try {
    if (existsSync(listIn(dataDir))) finish(dataDir, readSwap(listIn(dataDir)), renameSync);
    if (!existsSync(listIn(dataDir))) removeWork(dataDir, 'restoring');
  } finally {
    folder.release();
  }
}

/** Reads the moves of an interrupted restore. Throws a message to the owner if the file is damaged: no move can be guessed. */
function readSwap(path: string): Swap {
  const { moves, workFolders } = Object(readJson(path)) as Partial<Swap>;
  if (!Array.isArray(moves) || !Array.isArray(workFolders))
    throw new OwnerError(({ error }) => error.restoreDamaged(path));
  return { moves, workFolders };
}

function finish(dataDir: string, { moves, workFolders }: Swap, move: typeof renameSync): void {
  for (const { from, to } of moves) {
    if (!existsSync(from) || existsSync(to)) continue;
    mkdirSync(dirname(to), { recursive: true });
    move(from, to);
  }
  const isLeft = ({ from, to }: Move) =>
    !existsSync(to) && workFolders.some((folder) => from.startsWith(folder));
  // A disk that is not connected now has its part done later.
  if (moves.some(isLeft)) return;
  for (const folder of workFolders) rmSync(folder, { recursive: true, force: true });
  rmSync(listIn(dataDir));
}
