import { plainMessage } from '#contract/plain-message.ts';

/** Milliseconds. */
const pause = 600_000;

/** Tells the log of a failure, and of the next one only after ten minutes: while a backend is away, whatever is asked of it fails. */
export function seldomSaid(): (what: string, failure: Error) => void {
  let last = Number.NEGATIVE_INFINITY;
  return (what, failure) => {
    const now = performance.now();
    if (now - last < pause) return;
    last = now;
    console.error(`${what}: ${plainMessage(failure.message)}`);
  };
}
