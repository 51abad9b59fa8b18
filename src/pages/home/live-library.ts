import {
  createAction,
  createListenerMiddleware,
  type ThunkDispatch,
  type UnknownAction,
} from '@reduxjs/toolkit';
import { useEffect } from 'react';
import { useDispatch } from 'react-redux';
import { libraryApi, loadLibrarySdk } from '#web/library/library-api.ts';
import type { LibraryTag } from '#web/library/library-sdk.ts';
import { libraryAccess, usePage } from '#web/page/page-facts.ts';

/** A publication changes several rows at once: one reload follows them all. */
const QUIET_MS = 500;
/** Open pages spread their reloads over this time, so that they do not all send requests at once. */
const SPREAD_MS = 2500;
/** Milliseconds after which a visitor is reading and everything urgent has loaded. */
const SETTLED_MS = 3000;

/** A live event named a changed table. */
export const libraryChanged = createAction<LibraryTag>('libraryChanged');

/** Reloads what the page shows after changes of the library. */
export function liveUpdates() {
  const { startListening, middleware } = createListenerMiddleware();
  const changedTags = new Set<LibraryTag>();
  startListening({
    actionCreator: libraryChanged,
    effect: async ({ payload }, { cancelActiveListeners, delay, dispatch }) => {
      changedTags.add(payload);
      cancelActiveListeners();
      await delay(QUIET_MS + Math.random() * SPREAD_MS);
      dispatch(libraryApi.util.invalidateTags([...changedTags]));
      changedTags.clear();
    },
  });
  return middleware;
}

/** Shows new lessons on an open page. The socket opens when the page is idle and visible, never before. */
export function useLiveLibrary(): void {
  const page = usePage();
  const dispatch: ThunkDispatch<unknown, unknown, UnknownAction> = useDispatch();
  useEffect(() => {
    if (page.route !== 'home') return;
    return whenSettled(async (isRetry) => {
      const { watchLibrary } = await loadLibrarySdk();
      const access = libraryAccess(page, window.location.origin);
      return watchLibrary(access, isRetry, (tag) => dispatch(libraryChanged(tag)));
    });
  }, [page, dispatch]);
}

/**
 * Runs `start` when the page has loaded, has been visible for a while and is idle. After a failure, runs it once more with
 * `isRetry` when the page is visible again or the network is back. Returns a function that stops it.
 */
function whenSettled(start: (isRetry: boolean) => Promise<() => void>): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStarted = false;
  let isRetry = false;
  /** The page became visible, or the network returned, during a start that may still fail. */
  let hasOccasion = false;

  const run = async () => {
    if (signal.aborted || isStarted) return;
    isStarted = true;
    try {
      const stop = await start(isRetry);
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop);
    } catch {
      // The page works without its live connection.
      isStarted = false;
      isRetry = true;
      if (hasOccasion) wait();
    }
  };
  function wait() {
    clearTimeout(timer);
    hasOccasion = isStarted;
    if (!isStarted && document.visibilityState === 'visible')
      timer = setTimeout(() => whenIdle(run), SETTLED_MS);
  }

  document.addEventListener('visibilitychange', wait, { signal });
  window.addEventListener('online', wait, { signal });
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true, signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  return () => stopping.abort();
}

function whenIdle(run: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(run);
  else run();
}
