import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** The JSON that a process saved for the next ones; undefined when there is none, or half of one. */
export function readNote(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/** Saves JSON, whole or not at all, and returns when it is on the disk. */
export function saveNote(path: string, note: object): void {
  const fresh = `${path}.part`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(fresh, JSON.stringify(note), { flush: true });
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

/** Saves what may be lost: a disk that refuses it costs nothing but time. */
export function cacheNote(path: string, note: object): void {
  try {
    saveNote(path, note);
  } catch {
    // The next process reads again what this one knew.
  }
}

export function removeNote(path: string): void {
  rmSync(path, { force: true });
}
