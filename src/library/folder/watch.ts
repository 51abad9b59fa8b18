import { stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { type FSWatcher, watch } from 'chokidar';
import { isIgnored } from '../plan/names.ts';

export type Watch = ReturnType<typeof watchLibrary>;

/** Result of a publication. */
export interface Outcome {
  /** Milliseconds after which the folder is read again, even without a change; null for never, or for the usual pause after a failure. */
  retryAfterMs: number | null;
  failed: boolean;
}

/** Intervals in milliseconds. */
const INTERVALS_MS = {
  /** Time without changes before the folder is read, so that many files become one publication. */
  quiet: 100,
  /** Maximum time from a first change to its publication; a copy that takes longer is published in parts. */
  longest: 10_000,
  /** Time between checks for a replaced folder. */
  check: 2000,
  /** Time from a first failure to the retry; it doubles with each further failure. */
  retry: 5000,
};
const MAX_RETRY_PAUSE_MS = 10 * 60_000;

/** Time after which a check that hangs, as on a network disk, reports a replaced folder, which is read again when the check ends. */
const CHECK_TIMEOUT_MS = 5000;

/**
 * Publishes a folder immediately, after each change, and after failures with growing pauses, one run at a time. Checks at intervals whether
 * the folder was replaced or its disk unplugged, which file systems do not report.
 */
export function watchLibrary(
  currentFolder: () => string,
  publish: (mode: 'initial' | 'watch') => Promise<Outcome>,
  intervalsMs: typeof INTERVALS_MS = INTERVALS_MS,
) {
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;
  let checkTimer: NodeJS.Timeout | undefined;
  let failures = 0;
  /** Time of the first change since the last publication began, on the clock of `performance.now()`; null if there is none. */
  let firstChange: number | null = null;

  const schedule = (pauseMs: number) => {
    clearTimeout(timer);
    if (isClosed) return;
    timer = setTimeout(() => {
      firstChange = null;
      currentRun = currentRun.then(() => run('watch'));
    }, pauseMs);
  };
  const onChange = () => {
    const now = performance.now();
    firstChange ??= now;
    schedule(Math.max(0, Math.min(intervalsMs.quiet, firstChange + intervalsMs.longest - now)));
  };
  const run = async (mode: 'initial' | 'watch') => {
    if (isClosed) return;
    const { retryAfterMs, failed } = await publish(mode);
    failures = failed ? failures + 1 : 0;
    const retry = failed ? Math.min(intervalsMs.retry * 2 ** (failures - 1), MAX_RETRY_PAUSE_MS) : null;
    const pause = retryAfterMs ?? retry;
    // Pending changes are published soon, and that publication schedules the next retry.
    if (pause !== null && firstChange === null) schedule(pause);
  };

  let folder = currentFolder();
  let folderWatch = watchFolder(folder, onChange);
  let lastIdentity: string | undefined;
  // Runs one check at a time, because a check that hangs blocks one of the few threads for file operations.
  const check = async () => {
    const timeout = setTimeout(() => {
      lastIdentity = 'lost';
    }, CHECK_TIMEOUT_MS).unref();
    const current = currentFolder();
    const identity = await identityOf(current);
    clearTimeout(timeout);
    if (isClosed) return;
    const isReplaced = current !== folder || (lastIdentity !== undefined && lastIdentity !== identity);
    folder = current;
    lastIdentity = identity;
    if (isReplaced) {
      void folderWatch.close();
      folderWatch = watchFolder(folder, onChange);
      onChange();
      // Publishes again when the new watch is ready, because it does not report earlier changes.
      void folderWatch.ready.then(onChange);
    }
    checkTimer = setTimeout(check, intervalsMs.check).unref();
  };
  void check();

  const firstPublication = folderWatch.ready.then(() => run('initial'));
  let currentRun = firstPublication;
  return {
    /** Resolves when the folder has been published for the first time. All changes from then on are detected. */
    firstPublication,
    /** Ends the watch after the current publication. */
    async close(): Promise<void> {
      isClosed = true;
      clearTimeout(timer);
      clearTimeout(checkTimer);
      await folderWatch.close();
      await currentRun;
    },
  };
}

/** Error codes of a system that allows no more watches. Linux limits their number per user (inotify(7)). */
const WATCH_LIMIT_CODES: ReadonlySet<string | undefined> = new Set(['ENOSPC', 'EMFILE', 'ENFILE']);

/** Interval for polling files if the system allows no more watches; long enough that visitors do not notice. */
const POLL_MS = 5000;

/** Calls `onChange` after changes in a folder and its categories; polls its files if the system allows no more watches. */
function watchFolder(folder: string, onChange: () => void, usePolling = false) {
  const { promise: ready, resolve: resolveReady } = Promise.withResolvers<void>();
  let isClosed = false;
  let pollingWatch: { ready: Promise<void>; close(): Promise<void> } | undefined;
  const watcher: FSWatcher = watch(folder, {
    ignoreInitial: true,
    depth: 1,
    ignored: (path) => isIgnored(relative(folder, path)),
    ...(usePolling && { usePolling, interval: POLL_MS, binaryInterval: POLL_MS }),
  });
  watcher.on('all', onChange);
  watcher.on('error', (error) => {
    if (isClosed || pollingWatch) return;
    if (usePolling || !WATCH_LIMIT_CODES.has((error as NodeJS.ErrnoException).code)) return onChange();
    void watcher.close();
    // Closing removes all listeners, but pending watches can still fail.
    watcher.on('error', () => undefined);
    pollingWatch = watchFolder(folder, onChange, true);
    void pollingWatch.ready.then(resolveReady).then(onChange);
  });
  watcher.once('ready', () => !pollingWatch && resolveReady());
  return {
    /** Resolves when the watch detects changes, or has ended. */
    ready,
    async close(): Promise<void> {
      isClosed = true;
      await pollingWatch?.close();
      await watcher.close();
      watcher.on('error', () => undefined);
      resolveReady();
    },
  };
}

/**
 * Returns a text that changes if the folder at a path is replaced or disappears, or if its owner or permissions change, because the
 * folder can then become readable.
 */
function identityOf(folder: string): Promise<string> {
  return stat(folder, { bigint: true }).then(
    ({ dev, ino, mode, uid, gid }) => `${dev} ${ino} ${mode} ${uid} ${gid}`,
    () => 'none',
  );
}
