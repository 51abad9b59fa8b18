/** A visitor still there after this long is reading; what they need first has been loaded. */
const settledMilliseconds = 3000;

/**
 * Runs `start` once, when the page has loaded, has been visible for a while and is idle. Answers a function
 * that stops it: either what `start` answered, or the waiting.
 */
export function whenSettled(start: () => Promise<() => void>): () => void {
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const run = async () => {
    if (signal.aborted) return;
    document.removeEventListener('visibilitychange', wait);
    const stop = await start();
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  };
  // A page without its live connection is still a page: the next one tries again.
  const runWhenIdle = () => whenIdle(() => void run().catch(() => {}));
  function wait() {
    clearTimeout(timer);
    if (document.visibilityState === 'visible') timer = setTimeout(runWhenIdle, settledMilliseconds);
  }

  document.addEventListener('visibilitychange', wait, { signal });
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
