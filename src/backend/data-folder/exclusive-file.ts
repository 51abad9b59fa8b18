import { copyFileSync, truncateSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** An error that says which file it is about, as the system's own do: SQLite's do not. */
export function withPath(error: unknown, path: string): unknown {
  return error instanceof Error && !('path' in error) ? Object.assign(error, { path }) : error;
}

/** An open file that nothing refers to would be closed, and given away, when memory is collected. */
const held = new Set<DatabaseSync>();

/** SQLite's answers when somebody else has the file, and when nobody has and it holds something. */
const [busy, notEmpty] = [5, 26];

/**
 * Takes a file for this process alone until it is released, or answers null when another has it. The operating system ends the hold
 * with the process, however that ends and in whatever container it runs. Node has no call for a lock on a file; SQLite's is one, on
 * every system.
 */
export function takeFile(path: string): { release(): void } | null {
  const file = new DatabaseSync(path, { open: false, timeout: 0 });
  try {
    file.open();
    file.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    if (file.isOpen) file.close();
    const code = ((error as { errcode?: number }).errcode ?? 0) % 256;
    if (code === busy) return null;
    if (code !== notEmpty) throw withPath(error, path);
    // Nobody has it, and it may be somebody's all the same. It stays the same file, so that of two who do this one has it then.
    copyFileSync(path, `${path}.damaged`);
    truncateSync(path);
    return takeFile(path);
  }
  held.add(file);
  return {
    release() {
      held.delete(file);
      file.close();
    },
  };
}
