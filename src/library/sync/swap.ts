import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lockDataFolder } from '#backend/data-folder.ts';
import { readJson, saveJson } from '#settings/json-file.ts';
import { OwnerError } from '../messages/messages.ts';

/** A rename during a restore. If the target exists, the move has already been performed. */
export interface Move {
  from: string;
  to: string;
}

/** The moves of a restore. Once recorded, they are completed by this process or by a later one. */
export interface Swap {
  moves: Move[];
  /** Staging folders, which are removed at the end. */
  workFolders: string[];
}

const swapPath = (dataDir: string) => join(dataDir, 'restore.json');

/**
 * Staging folders in the data folder, and the file in each that lists paths outside to remove after a crash: an unfinished archive, or
 * other staging folders. Owners do not choose such names, so no archive of theirs is removed.
 */
const LEFTOVER_LISTS = { 'unfinished-backup': 'unfinished.json', restoring: 'work-folders.json' };

/**
 * Creates the staging folder of a backup or restore, after removing leftovers of an earlier one. Records the paths that the backup or
 * restore will create outside, so that the next start can remove them after a crash.
 */
export function beginWork(
  dataDir: string,
  work: keyof typeof LEFTOVER_LISTS,
  outsidePaths: string[],
): string {
  removeWork(dataDir, work);
  const folder = join(dataDir, work);
  saveJson(join(folder, LEFTOVER_LISTS[work]), outsidePaths);
  return folder;
}

/** Removes the leftovers of a backup or restore, even of a killed one. The caller must hold the lock of the data folder. */
export function removeWork(dataDir: string, work: keyof typeof LEFTOVER_LISTS): void {
  const folder = join(dataDir, work);
  const outsidePaths = Object.values(Object(readJson(join(folder, LEFTOVER_LISTS[work]))));
  for (const path of outsidePaths.filter((path) => typeof path === 'string'))
    try {
      rmSync(path, { recursive: work === 'restoring', force: true });
    } catch {
      // On a read-only disk, the leftover stays; it is never published.
    }
  rmSync(folder, { recursive: true, force: true });
}

/** Records the moves and performs them. The caller must hold the lock of the data folder. */
export function performMoves(dataDir: string, swap: Swap, move: typeof renameSync = renameSync): void {
  saveJson(swapPath(dataDir), swap);
  completeMoves(dataDir, swap, move);
}

/**
 * Completes a killed restore and removes its leftovers. Throws `DataFolderLocked` if there are any and another process holds the lock,
 * or an `OwnerError` if the list of moves is damaged.
 */
export function finishRestore(dataDir: string): void {
  if (!existsSync(swapPath(dataDir)) && !existsSync(join(dataDir, 'restoring'))) return;
  const lock = lockDataFolder(dataDir, 'restore');
  try {
    if (existsSync(swapPath(dataDir))) completeMoves(dataDir, readSwap(swapPath(dataDir)), renameSync);
    if (!existsSync(swapPath(dataDir))) removeWork(dataDir, 'restoring');
  } finally {
    lock.release();
  }
}

/** Reads the moves of an interrupted restore. Throws an `OwnerError` if the file is damaged. */
function readSwap(path: string): Swap {
  const { moves, workFolders } = Object(readJson(path)) as Partial<Swap>;
  if (!Array.isArray(moves) || !Array.isArray(workFolders))
    throw new OwnerError(({ error }) => error.restoreDamaged(path));
  return { moves, workFolders };
}

function completeMoves(dataDir: string, { moves, workFolders }: Swap, move: typeof renameSync): void {
  for (const { from, to } of moves) {
    if (!existsSync(from) || existsSync(to)) continue;
    mkdirSync(dirname(to), { recursive: true });
    move(from, to);
  }
  const isPending = ({ from, to }: Move) =>
    !existsSync(to) && workFolders.some((folder) => from.startsWith(folder));
  // Moves on a disconnected disk are performed later.
  if (moves.some(isPending)) return;
  for (const folder of workFolders) rmSync(folder, { recursive: true, force: true });
  rmSync(swapPath(dataDir));
}
