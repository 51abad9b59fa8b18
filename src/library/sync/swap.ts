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
/** Staging folder of a restore. */
export const workFolderIn = (dataDir: string): string => join(dataDir, 'restoring');

const namesIn = (dataDir: string) => join(workFolderIn(dataDir), 'work-folders.json');

/** Staging folder of a backup. */
const backupFolderIn = (dataDir: string) => join(dataDir, 'backup');
const partPathIn = (dataDir: string) => join(backupFolderIn(dataDir), 'unfinished.json');

/** Begins a backup: makes its staging folder, and records where the archive is written until it is complete. */
export function beginBackup(dataDir: string, part: string): string {
  removeBackup(dataDir);
  saveJson(partPathIn(dataDir), { part });
  return backupFolderIn(dataDir);
}

/** Removes what a backup leaves, also one that was killed. The caller owns the data folder. */
export function removeBackup(dataDir: string): void {
  const { part } = Object(readJson(partPathIn(dataDir)));
  if (typeof part === 'string') rmSync(part, { force: true });
  rmSync(backupFolderIn(dataDir), { recursive: true, force: true });
}

/**
 * Records the work folders before they are created, the data folder's own last, so that the next start can remove them after a
 * crash.
 */
export function beginWork(dataDir: string, workFolders: string[]): void {
  saveJson(namesIn(dataDir), workFolders);
}

function removeWork(dataDir: string): void {
  const others = Object.values(Object(readJson(namesIn(dataDir)))).filter((name) => typeof name === 'string');
  for (const folder of others)
    try {
      rmSync(folder, { recursive: true, force: true });
    } catch {
      // A disk that can only be read keeps it; nothing there is published.
    }
  rmSync(workFolderIn(dataDir), { recursive: true, force: true });
}

/** Records the moves and performs them. The caller owns the data folder. */
export function carryOut(dataDir: string, swap: Swap, move: typeof renameSync = renameSync): void {
  saveJson(listIn(dataDir), swap);
  finish(dataDir, swap, move);
}

/** Finishes what a restore that was killed had begun, and removes what it left. Throws `DataFolderLocked` if one is under way. */
export function finishRestore(dataDir: string): void {
  if (!existsSync(listIn(dataDir)) && !existsSync(workFolderIn(dataDir))) return;
  const folder = lockDataFolder(dataDir, 'restore');
  try {
    if (existsSync(listIn(dataDir))) finish(dataDir, readSwap(listIn(dataDir)), renameSync);
    if (!existsSync(listIn(dataDir))) removeWork(dataDir);
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
