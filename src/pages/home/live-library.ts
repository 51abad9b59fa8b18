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
import { resolveLibraryAccess, usePage } from '#web/page/page-facts.ts';

/** Minimum delay before the queries are sent again, so that they are sent once after a publication, which changes several rows. */
const MIN_RELOAD_DELAY_MS = 500;
/** Maximum random delay added to the minimum, so that open pages do not all send requests at once. */
const MAX_RANDOM_DELAY_MS = 2500;
/** Time for which a loaded page must be visible before the socket opens, so that urgent requests finish first. */
const MIN_VISIBLE_MS = 3000;

/** Dispatched when a realtime event reports a changed table, or when events may have been missed. */
export const libraryChanged = createAction<LibraryTag>('libraryChanged');

/** Creates a middleware that sends the page's queries again after the library has changed. */
export function createLiveUpdates() {
  const { startListening, middleware } = createListenerMiddleware();
  const changedTags = new Set<LibraryTag>();
  startListening({
    actionCreator: libraryChanged,
    effect: async ({ payload }, { cancelActiveListeners, delay, dispatch }) => {
      changedTags.add(payload);
      cancelActiveListeners();
      await delay(MIN_RELOAD_DELAY_MS + Math.random() * MAX_RANDOM_DELAY_MS);
      dispatch(libraryApi.util.invalidateTags([...changedTags]));
      changedTags.clear();
    },
  });
  return middleware;
}

/** Updates an open home page when the library changes. The socket opens only when the page is visible and idle. */
export function useLiveLibrary(): void {
  const page = usePage();
  const dispatch: ThunkDispatch<unknown, unknown, UnknownAction> = useDispatch();
  useEffect(() => {
    if (page.route !== 'home') return;
    return startWhenSettled(async (isRetry) => {
      const { watchLibrary } = await loadLibrarySdk();
      const access = resolveLibraryAccess(page, window.location.origin);
      return watchLibrary(access, isRetry, (tag) => dispatch(libraryChanged(tag)));
    });
  }, [page, dispatch]);
}

/**
 * Runs `start` when the page has loaded, has been visible for a while and is idle. After a failure, runs it again, with `isRetry`,
 * when the page becomes visible or the network returns. Returns a function that cancels the wait and stops what `start` started.
 */
function startWhenSettled(start: (isRetry: boolean) => Promise<() => void>): () => void {
  const abortController = new AbortController();
  const { signal } = abortController;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStarted = false;
  let isRetry = false;
  /** Whether the page became visible, or the network returned, during an attempt that may still fail. */
  let shouldRetry = false;

  const run = async () => {
    if (signal.aborted || isStarted) return;
    isStarted = true;
    try {
      const stop = await start(isRetry);
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop);
    } catch {
      // The failure is not reported, because the page works without a live connection.
      isStarted = false;
      isRetry = true;
      if (shouldRetry) wait();
    }
  };
  function wait() {
    clearTimeout(timer);
    shouldRetry = isStarted;
    if (!isStarted && document.visibilityState === 'visible')
      timer = setTimeout(() => runWhenIdle(run), MIN_VISIBLE_MS);
  }

  document.addEventListener('visibilitychange', wait, { signal });
  window.addEventListener('online', wait, { signal });
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true, signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
  return () => abortController.abort();
}

function runWhenIdle(run: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in window) window.requestIdleCallback(run);
  else run();
}
