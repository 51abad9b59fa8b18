import { stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { isIgnored } from './junk.ts';
import { pollFolder } from './poll-folder.ts';

/** Milliseconds after which a look that is not answered means that the folder is gone: a network disk may hang. */
const deadline = 5000;

/** Where the system has no room for another watch: Linux has a bound on them for each user (inotify(7)), other programs' counted in. */
const noRoom: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);

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
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>();
  /** Takes the place of the watch for good once the system has no room for one. */
  let polling: ReturnType<typeof pollFolder> | undefined;
  const start = () => {
    const begun = watch(folder, {
      ignoreInitial: true,
      depth: 1,
      ignored: (path) => isIgnored(relative(folder, path)),
    });
    begun.on('all', (event, path) => {
      if (event === 'unlinkDir' && path === folder) lost();
      changed();
    });
    begun.on('error', (error) => {
      if (!polling && !closed && noRoom.has((error as NodeJS.ErrnoException).code)) {
        end(begun);
        polling = pollFolder(folder, changed);
        void polling.ready.then(isReady).then(changed);
        return;
      }
      changed();
    });
    begun.once('ready', () => begun === watcher && isReady());
    return begun;
  };
  const end = (before: FSWatcher) => {
    void before.close();
    // What it is still about to watch may fail, and nobody listens to it any more.
    before.on('error', () => undefined);
  };
  const restart = () => {
    changed();
    if (polling) return;
    end(watcher);
    watcher = start();
    // What came after the folder was read and before this watch had begun.
    watcher.once('ready', changed);
  };
  let watcher: FSWatcher = start();

  // One look at a time: each that hangs holds one of the few threads that read files for the whole process.
  const look = async () => {
    const late = setTimeout(lost, deadline).unref();
    const now = await identity(folder);
    clearTimeout(late);
    if (closed) return;
    const before = known;
    known = now;
    if (before !== undefined && before !== now) restart();
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
      polling?.close();
      await watcher.close();
      isReady();
    },
  };
}

/** Tells one folder from another at the same path, from none, and from one with other rights: it may be readable only now. */
function identity(folder: string): Promise<string> {
  return stat(folder, { bigint: true }).then(
    ({ dev, ino, mode, uid, gid }) => `${dev} ${ino} ${mode} ${uid} ${gid}`,
    () => 'none',
  );
}
