import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

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
