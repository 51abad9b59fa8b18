/** A visitor still there after this long is reading; what they need first has been loaded. */
const settledMilliseconds = 3000;

/**
 * Runs `start` when the page has loaded, has been visible for a while and is idle; where that fails, once more when the page is
 * looked at again or the network is back, as a late one. Answers a function that stops it: either what `start` answered, or the
 * waiting.
 */
export function whenSettled(start: (isLate: boolean) => Promise<() => void>): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStarted = false;
  let isLate = false;

  const run = async () => {
    if (signal.aborted || isStarted) return;
    isStarted = true;
    try {
      const stop = await start(isLate);
      if (signal.aborted) stop();
      else signal.addEventListener('abort', stop);
    } catch {
      // A page without its live connection is still a page.
      isStarted = false;
      isLate = true;
    }
  };
  function wait() {
    clearTimeout(timer);
    if (!isStarted && document.visibilityState === 'visible')
      timer = setTimeout(() => whenIdle(run), settledMilliseconds);
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
