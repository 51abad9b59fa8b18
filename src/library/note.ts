import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** What a process wrote down for the next ones; nothing where there is no note, or half of one. */
export function readNote(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Puts a note in the place of the one before, whole or not at all. A disk that refuses it costs nothing but time. */
export function writeNote(path: string, note: object): void {
  const fresh = `${path}.part`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(fresh, JSON.stringify(note));
    renameSync(fresh, path);
  } catch {
    rmSync(fresh, { force: true });
  }
}
