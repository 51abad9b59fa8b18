import { stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { isIgnored } from '../plan/names.ts';

export type Watch = ReturnType<typeof watchLibrary>;

/** Result of a publication: milliseconds until the folder is read again without a change, and whether it failed. */
export interface Outcome {
  again: number | null;
  failed: boolean;
}

/** Times in milliseconds. */
const pauses = {
  /** Milliseconds without a further change before the folder is read, so that many files become one publication. */
  quiet: 200,
  /** Maximum time to wait for a long copy, which is then published in parts. */
  longest: 10_000,
  /** Time between checks whether the folder was replaced. */
  look: 2000,
  /** Time after a first failure; it doubles with each further one. */
  retry: 5000,
};
const MAX_RETRY_PAUSE_MS = 10 * 60_000;

/** A check that takes longer means that the folder is gone: a network disk may hang. */
const LOOK_TIMEOUT_MS = 5000;

/**
 * Publishes a folder now, after each change, and after a failure with growing pauses, one run at a time. It also detects a folder that
 * disappears or returns (an unplugged disk), which file systems do not report to watchers inside it.
 */
export function watchLibrary(
  folderNow: () => string,
  publish: (mode: 'initial' | 'watch') => Promise<Outcome>,
  times: typeof pauses = pauses,
) {
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let lookTimer: NodeJS.Timeout | undefined;
  let failures = 0;
  let firstChange: number | null = null;
  /** Time of the next reading, by this process's clock. */
  let due = { change: Number.POSITIVE_INFINITY, again: Number.POSITIVE_INFINITY };

  const schedule = (next: Partial<typeof due>) => {
    due = { ...due, ...next };
    clearTimeout(timer);
    const earliest = Math.min(due.change, due.again);
    if (closed || earliest === Number.POSITIVE_INFINITY) return;
    const start = () => {
      firstChange = null;
      due = { change: Number.POSITIVE_INFINITY, again: Number.POSITIVE_INFINITY };
      running = running.then(() => run('watch'));
    };
    timer = setTimeout(start, Math.max(0, earliest - performance.now()));
  };
  const changed = () => {
    const now = performance.now();
    firstChange ??= now;
    schedule({ change: Math.min(now + times.quiet, firstChange + times.longest) });
  };
  const run = async (mode: 'initial' | 'watch') => {
    if (closed) return;
    const { again, failed } = await publish(mode);
    failures = failed ? failures + 1 : 0;
    const retry = failed ? Math.min(times.retry * 2 ** (failures - 1), MAX_RETRY_PAUSE_MS) : null;
    const pause = again ?? retry;
    if (pause !== null) schedule({ again: Math.min(due.again, performance.now() + pause) });
  };

  let folder = folderNow();
  let watched = watchFolder(folder, changed);
  let lastSeen: string | undefined;
  // One check at a time: each that hangs blocks one of the few threads that read files for the whole process.
  const look = async () => {
    const late = setTimeout(() => {
      lastSeen = 'lost';
    }, LOOK_TIMEOUT_MS).unref();
    const current = folderNow();
    const identity = await identityOf(current);
    clearTimeout(late);
    if (closed) return;
    const isOther = current !== folder || (lastSeen !== undefined && lastSeen !== identity);
    folder = current;
    lastSeen = identity;
    if (isOther) {
      void watched.close();
      watched = watchFolder(folder, changed);
      changed();
      // Also detects changes between the reading of the folder and the start of this watch.
      void watched.ready.then(changed);
    }
    lookTimer = setTimeout(look, times.look).unref();
  };
  void look();

  const first = watched.ready.then(() => run('initial'));
  let running = first;
  return {
    /** Resolves when the folder, as it was when the watch began, is published; changes since then are noticed. */
    first,
    /** Ends the watch after the current publication. */
    async close(): Promise<void> {
      closed = true;
      clearTimeout(timer);
      clearTimeout(lookTimer);
      await watched.close();
      await running;
    },
  };
}

/** Linux limits watches per user (inotify(7)), including those of other programs. */
const noRoom: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);

/** Time between two looks at each file where the system has no room for a watch; visitors must not notice the work. */
const POLL_MS = 5000;

/** Calls `changed` after changes in a folder and its categories; polls its files where the system has no room for a watch. */
function watchFolder(folder: string, changed: () => void, usePolling = false) {
  const { promise: ready, resolve: isReady } = Promise.withResolvers<void>();
  let closed = false;
  let polling: { ready: Promise<void>; close(): Promise<void> } | undefined;
  const watcher: FSWatcher = watch(folder, {
    ignoreInitial: true,
    depth: 1,
    ignored: (path) => isIgnored(relative(folder, path)),
    ...(usePolling && { usePolling, interval: POLL_MS, binaryInterval: POLL_MS }),
  });
  watcher.on('all', changed);
  watcher.on('error', (error) => {
    if (closed || polling) return;
    if (usePolling || !noRoom.has((error as NodeJS.ErrnoException).code)) return changed();
    void watcher.close();
    // Pending watches may fail after closing, when no listener is left.
    watcher.on('error', () => undefined);
    polling = watchFolder(folder, changed, true);
    void polling.ready.then(isReady).then(changed);
  });
  watcher.once('ready', () => !polling && isReady());
  return {
    /** Resolves when changes are noticed from now on, or the watch has ended. */
    ready,
    async close(): Promise<void> {
      closed = true;
      await polling?.close();
      await watcher.close();
      watcher.on('error', () => undefined);
      isReady();
    },
  };
}

/**
 * Distinguishes a folder from a replacement at the same path, from a missing one, and from one with other permissions, which may
 * be readable only now.
 */
function identityOf(folder: string): Promise<string> {
  return stat(folder, { bigint: true }).then(
    ({ dev, ino, mode, uid, gid }) => `${dev} ${ino} ${mode} ${uid} ${gid}`,
    () => 'none',
  );
}
