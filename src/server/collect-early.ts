/** Bytes of resident memory from which on garbage is not left to V8, and by which it must have grown since the last time. */
const much = 200e6;
const grown = 10e6;
const lookEvery = 250;
/** Of the thread's time, which visitors wait for. */
const mostOfTime = 0.05;

const { gc } = globalThis;
/** Collects all garbage and gives emptied pages back, 40 ms for a heap of 30 MB in use. */
const collectAll = gc && (() => gc({ type: 'major', flavor: 'last-resort' }));

/** Bytes of resident memory; the system tells them in a file, and may let this process open no more of them (`EMFILE`). */
function residentNow(): number {
  try {
    return process.memoryUsage.rss();
  } catch {
    return 0;
  }
}

/**
 * Collects garbage earlier than V8 would where memory is much, for as long as the process lives: beside a flood V8 lets its heap grow to
 * twice what is in use, and gives pages back late while all cores are busy. `collect` is there where Node was started with `--expose-gc`.
 */
export function collectEarly(collect = collectAll, resident: () => number = residentNow): void {
  if (!collect) return;
  let left = 0;
  const look = () => {
    const begun = performance.now();
    if (resident() > Math.max(much, left + grown)) {
      collect();
      left = resident();
    }
    const taken = performance.now() - begun;
    setTimeout(look, Math.max(lookEvery, taken / mostOfTime)).unref();
  };
  look();
}
