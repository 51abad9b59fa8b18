import { statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { isDraft, isJunk } from './junk.ts';

export interface FolderWatch {
  /** Resolves when changes are noticed from now on. */
  readonly ready: Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds between two looks whether the folder itself went or came. */
const look = 2000;

/**
 * Calls `changed` whenever something in the folder of lessons changes, and when the folder itself goes away (a disk that is
 * unplugged) or comes back, which a file system does not tell those who watch inside.
 */
export function watchFolder(folder: string, changed: () => void): FolderWatch {
  let known = identity(folder);
  const lost = () => {
    known = 'lost';
  };
  let watcher = begin(folder, changed, lost);
  const ready = new Promise<void>((resolve) => watcher.once('ready', () => resolve()));
  const timer = setInterval(() => {
    const now = identity(folder);
    if (now === known) return;
    known = now;
    void watcher.close();
    watcher = begin(folder, changed, lost);
    changed();
  }, look);
  timer.unref();
  return {
    ready,
    async close() {
      clearInterval(timer);
      await watcher.close();
    },
  };
}

function begin(folder: string, changed: () => void, lost: () => void): FSWatcher {
  return watch(folder, {
    ignoreInitial: true,
    depth: 1,
    ignored: (path) => passedOver(relative(folder, path)),
  })
    .on('all', (event, path) => {
      if (event === 'unlinkDir' && path === folder) lost();
      changed();
    })
    .on('error', changed);
}

/** Tells one folder from another at the same path, and from none. */
function identity(folder: string): string {
  const found = statSync(folder, { throwIfNoEntry: false, bigint: true });
  return found ? `${found.dev} ${found.ino}` : 'none';
}

function passedOver(path: string): boolean {
  if (path === '' || path.startsWith('..')) return false;
  const names = path.split(sep);
  return names.some(isJunk) || (names.length > 1 && isDraft(names[0] ?? ''));
}
