/** Bytes of resident memory from which on garbage is not left to V8. */
const much = 200e6;
const lookEvery = 250;
/** Of the thread's time, which visitors wait for. */
const mostOfTime = 0.05;

/** Collects all garbage and gives emptied pages back, 40 ms for a heap of 30 MB in use. */
const collectAll = globalThis.gc && (() => globalThis.gc?.({ type: 'major', flavor: 'last-resort' }));

/**
 * Collects garbage earlier than V8 would where memory is much: beside a flood it lets its heap grow to twice what is in use, and gives
 * pages back late while all cores are busy. `collect` is there where Node was started with `--expose-gc`. Returns how to end it.
 */
export function collectEarly(
  collect = collectAll,
  resident: () => number = process.memoryUsage.rss,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const begun = performance.now();
    if (resident() > much) collect?.();
    const taken = performance.now() - begun;
    timer = setTimeout(look, Math.max(lookEvery, taken / mostOfTime)).unref();
  };
  if (collect) look();
  return () => clearTimeout(timer);
}
