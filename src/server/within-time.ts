/** Nobody waits longer for the backend, in milliseconds. */
const backendDeadline = 1500;

/** What is waited for, or a rejection when it takes too long. */
export async function withinTime<Result>(
  waiting: Promise<Result>,
  milliseconds: number = backendDeadline,
): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${milliseconds} ms`)), milliseconds);
  try {
    return await Promise.race([waiting, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
