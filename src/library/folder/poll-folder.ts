import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isIgnored } from './junk.ts';

const MIN_PAUSE_MS = 2000;
/** Polling a slow disk takes at most a tenth of the time. */
const PAUSE_PER_LISTING = 9;

/**
 * Calls `changed` when a folder or its subfolders are not as listed before. `ready` resolves after the first listing, so that
 * a change made afterwards always has an older state to be compared with.
 */
export function pollFolder(folder: string, changed: () => void, minPause = MIN_PAUSE_MS) {
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>();
  let known: string | undefined;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  const look = async () => {
    const start = performance.now();
    const now = await listing(folder);
    if (closed) return;
    if (known !== undefined && known !== now) changed();
    known = now;
    isReady();
    timer = setTimeout(look, Math.max(minPause, (performance.now() - start) * PAUSE_PER_LISTING)).unref();
  };
  void look();
  return {
    ready,
    close() {
      closed = true;
      clearTimeout(timer);
      isReady();
    },
  };
}

/** One line for each path: folders by name alone, files with their size and the times of their content and their name. */
async function listing(folder: string, under = '', depth = 0): Promise<string> {
  const names = await readdir(join(folder, under)).catch(() => []);
  let lines = '';
  for (const name of names.sort()) {
    const path = join(under, name);
    if (isIgnored(path)) continue;
    const entry = await stat(join(folder, path)).catch(() => undefined);
    const isFolder = entry?.isDirectory();
    lines += isFolder ? `${path}\n` : `${path}\0${entry?.size}\0${entry?.mtimeMs}\0${entry?.ctimeMs}\n`;
    if (isFolder && depth === 0) lines += await listing(folder, path, 1);
  }
  return lines;
}
