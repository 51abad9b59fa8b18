/**
 * Creates a scheduler that starts at most `limit()` jobs in a tick of the event loop, round-robin over owners and in order for each owner.
 * A job that throws does not hold up the others.
 *
 * @param limit read at the beginning of each tick; at least 1
 */
export function createTickScheduler(limit: () => number): (job: () => void, owner?: string) => void {
  const waiting = new Map<string, (() => void)[]>();
  let count = 0;
  let maxStarts = 0;
  let startedCount = 0;

  const take = () => {
    const [first] = waiting;
    if (!first) return undefined;
    const [owner, jobs] = first;
    waiting.delete(owner);
    if (jobs.length > 1) waiting.set(owner, jobs);
    count -= 1;
    return jobs.shift();
  };

  const readLimit = () => {
    maxStarts = limit();
    // Without a job in a tick the others would wait permanently.
    if (!(maxStarts >= 1))
      throw new RangeError(`the limit of jobs in a tick must be at least 1, not ${maxStarts}`);
  };

  const nextTick = () => {
    readLimit();
    startedCount = Math.min(maxStarts, count);
    if (startedCount > 0) setImmediate(nextTick);
    for (let remaining = startedCount; remaining > 0; remaining -= 1) take()?.();
  };

  return (job, owner = '') => {
    if (startedCount === 0) {
      readLimit();
      setImmediate(nextTick);
    }
    if (startedCount < maxStarts) {
      startedCount += 1;
      return job();
    }
    count += 1;
    const jobs = waiting.get(owner);
    if (jobs) jobs.push(job);
    else waiting.set(owner, [job]);
  };
}
