/**
 * Creates a scheduler that starts at most `limit()` jobs in a tick of the event loop, round-robin over owners and in order for each owner.
 * If a job throws, the queued ones start in the next tick.
 *
 * @param limit read at the beginning of each tick; at least 1
 */
export function createTickScheduler(limit: () => number): (job: () => void, owner?: string) => void {
  const queues = new Map<string, (() => void)[]>();
  let queuedCount = 0;
  let maxStarts = 0;
  let startedCount = 0;

  const takeNextJob = () => {
    const [first] = queues;
    if (!first) return undefined;
    const [owner, jobs] = first;
    queues.delete(owner);
    if (jobs.length > 1) queues.set(owner, jobs);
    queuedCount -= 1;
    return jobs.shift();
  };

  const readLimit = () => {
    maxStarts = limit();
    // With a lower limit, queued jobs would never run.
    if (!(maxStarts >= 1))
      throw new RangeError(`the limit of jobs in a tick must be at least 1, not ${maxStarts}`);
  };

  const nextTick = () => {
    readLimit();
    startedCount = Math.min(maxStarts, queuedCount);
    if (startedCount > 0) setImmediate(nextTick);
    for (let remaining = startedCount; remaining > 0; remaining -= 1) takeNextJob()?.();
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
    queuedCount += 1;
    const jobs = queues.get(owner);
    if (jobs) jobs.push(job);
    else queues.set(owner, [job]);
  };
}
