import { setTimeout } from 'node:timers/promises';
import { AppwriteException } from 'node-appwrite';

const tries = 6;
/** A server's own fault is seldom over in seconds. */
const triesAfterFault = 3;
const firstPause = 400;

/** Whether trying again may help: no connection, a time-out, too many requests, or the server's own trouble. */
function isPassing(error: unknown): boolean {
  if (error instanceof AppwriteException) {
    return error.code === 0 || error.code === 408 || error.code === 429 || error.code >= 500;
  }
  // fetch rejects with a TypeError when there is no connection.
  return error instanceof TypeError;
}

/**
 * Calls `action` until it succeeds, with pauses that double (0.4 s to about 6 s, each up to a quarter longer by chance), at most
 * six times, and three when the server says 500. Rejects at once with what cannot pass, and with the last error.
 */
export async function retry<Result>(action: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  for (let turn = 1; ; turn++) {
    signal?.throwIfAborted();
    try {
      return await action();
    } catch (error) {
      const most = error instanceof AppwriteException && error.code === 500 ? triesAfterFault : tries;
      if (turn >= most || !isPassing(error)) throw error;
      await setTimeout(
        firstPause * 2 ** (turn - 1) * (1 + Math.random() / 4),
        undefined,
        signal && { signal },
      );
    }
  }
}
