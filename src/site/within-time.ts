import { inTime } from '#web/library/query-failure.ts';

/** The longest wait for the backend, in milliseconds. */
const backendDeadline = 1500;

/** Returns the promise's value, or rejects after a timeout. */
export function withinTime<Result>(waiting: Promise<Result>, milliseconds = backendDeadline) {
  return inTime(milliseconds, waiting);
}
