import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Reads a JSON file; undefined if it cannot be read or is not valid JSON. */
export function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Writes a file, and its folder if needed, with the permissions `mode` less the umask, and flushes it to the disk. Renames it into place,
 * so that no reader sees an incomplete file, and permissions of an earlier file do not stay.
 */
export function replaceFile(path: string, text: string, mode = 0o666): void {
  const partPath = `${path}.part`;
  try {
    mkdirSync(dirname(path), { recursive: true });
    rmSync(partPath, { force: true });
    writeFileSync(partPath, text, { flush: true, mode });
    renameSync(partPath, path);
  } catch (error) {
    rmSync(partPath, { force: true });
    throw error;
  }
}

/** Writes a JSON file as `replaceFile` does. */
export function saveJson(path: string, value: object, mode?: number): void {
  replaceFile(path, `${JSON.stringify(value)}\n`, mode);
}

/** Writes a JSON file that Minbar can do without; ignores errors of the file system. */
export function cacheJson(path: string, value: object): void {
  try {
    saveJson(path, value);
  } catch {
    // The caller continues without the stored value.
  }
}
