import { inTime } from '#web/library/query-failure.ts';

/** Nobody waits longer for the backend, in milliseconds. */
const backendDeadline = 1500;

/** What is waited for, or a rejection when it takes too long. */
export function withinTime<Result>(waiting: Promise<Result>, milliseconds = backendDeadline) {
  return inTime(milliseconds, waiting);
}
