import { DatabaseSync } from 'node:sqlite';

/** A file that this process has for itself until it releases it or dies. */
export interface FileHold {
  release(): void;
}

/** An open file that nothing refers to would be closed, and given away, when memory is collected. */
const held = new Set<DatabaseSync>();

/** SQLite's answer when somebody else has the file. */
const busy = 5;

/**
 * Takes a file for this process alone, or answers null when another has it. The operating system ends the hold with the process,
 * however that ends and in whatever container it runs. Node has no call for a lock on a file; SQLite's is one, on every system.
 */
export function takeFile(path: string): FileHold | null {
  const file = new DatabaseSync(path, { timeout: 0 });
  try {
    file.exec('BEGIN EXCLUSIVE');
    held.add(file);
    return {
      release() {
        held.delete(file);
        file.close();
      },
    };
  } catch (error) {
    file.close();
    if (((error as { errcode?: number }).errcode ?? 0) % 256 === busy) return null;
    throw error;
  }
}
