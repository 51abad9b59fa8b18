import { stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { isDraft, isJunk } from './junk.ts';

/** Milliseconds after which a look that is not answered means that the folder is gone: a network disk may hang. */
const deadline = 5000;

/**
 * Calls `changed` whenever something in the folder of lessons changes, and when the folder itself goes away (a disk that is
 * unplugged) or comes back, which a file system does not tell those who watch inside: that is looked for every `pause` milliseconds.
 */
export function watchFolder(folder: string, changed: () => void, pause: number) {
  let known: string | undefined;
  let closed = false;
  const lost = () => {
    known = 'lost';
  };
  let watcher = begin(folder, changed, lost);
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>();
  watcher.once('ready', isReady);

  // One look at a time: each that hangs holds one of the few threads that read files for the whole process.
  const look = async () => {
    const late = setTimeout(lost, deadline).unref();
    const now = await identity(folder);
    clearTimeout(late);
    if (closed) return;
    const before = known;
    known = now;
    if (before !== undefined && before !== now) {
      void watcher.close();
      watcher = begin(folder, changed, lost);
      changed();
    }
    timer = setTimeout(look, pause).unref();
  };
  let timer: NodeJS.Timeout | undefined;
  void look();

  return {
    /** Resolves when changes are noticed from now on, or the watch has ended. */
    ready,
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      await watcher.close();
      isReady();
    },
  };
}

function begin(folder: string, changed: () => void, lost: () => void): FSWatcher {
  return watch(folder, {
    ignoreInitial: true,
    depth: 1,
    ignored: (path) => isIgnored(relative(folder, path)),
  })
    .on('all', (event, path) => {
      if (event === 'unlinkDir' && path === folder) lost();
      changed();
    })
    .on('error', changed);
}

/** Tells one folder from another at the same path, from none, and from one with other rights: it may be readable only now. */
function identity(folder: string): Promise<string> {
  return stat(folder, { bigint: true }).then(
    ({ dev, ino, mode, uid, gid }) => `${dev} ${ino} ${mode} ${uid} ${gid}`,
    () => 'none',
  );
}

function isIgnored(path: string): boolean {
  if (path === '' || path.startsWith('..')) return false;
  const names = path.split(sep);
  return names.some(isJunk) || (names.length > 1 && isDraft(names[0] ?? ''));
}
