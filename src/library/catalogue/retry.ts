import { setTimeout } from 'node:timers/promises';
import { AppwriteException, Query } from 'node-appwrite';

const tries = 6;
/** A server's own fault, or an address where nobody listens, is seldom over in seconds. */
const triesAfterFault = 3;
const firstPause = 400;

/** Whether trying again may help: no connection, a time-out, too many requests, or the server's own trouble. */
function isPassing(error: unknown): boolean {
  if (error instanceof AppwriteException) {
    if (error.type === 'database_full') return false;
    return error.code === 0 || error.code === 408 || error.code === 429 || error.code >= 500;
  }
  return isConnectionError(error);
}

/** Whether an error is of `fetch`, which rejects with a `TypeError` that has a cause; a mistake of this program has none. */
export function isConnectionError(error: unknown): boolean {
  return error instanceof TypeError && error.cause !== undefined;
}

function isLasting(error: unknown): boolean {
  if (error instanceof AppwriteException) return error.code === 500;
  const cause = error instanceof TypeError ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
  return cause?.code === 'ECONNREFUSED' || cause?.code === 'ENOTFOUND';
}

/**
 * Calls `action` until it succeeds, with pauses that double (0.4 s to about 6 s, each up to a quarter longer by chance), at most
 * six times, and three when the server says 500 or nobody listens. Rejects at once with what cannot pass, and with the last error.
 */
export async function retry<Result>(action: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  for (let turn = 1; ; turn++) {
    signal?.throwIfAborted();
    try {
      return await action();
    } catch (error) {
      if (turn >= (isLasting(error) ? triesAfterFault : tries) || !isPassing(error)) throw error;
      const pause = firstPause * 2 ** (turn - 1) * (1 + Math.random() / 4);
      await setTimeout(pause, undefined, signal && { signal });
    }
  }
}

const pageSize = 500;

/** All of a list, by cursor: totals stop at 5000 on Appwrite, and an offset would miss rows when others change. */
export async function allPages<Item extends { $id: string }>(
  list: (queries: string[]) => Promise<Item[]>,
  signal?: AbortSignal,
): Promise<Item[]> {
  const all: Item[] = [];
  for (;;) {
    const last = all.at(-1);
    const cursor = last ? [Query.cursorAfter(last.$id)] : [];
    const page = await retry(() => list([Query.limit(pageSize), ...cursor]), signal);
    all.push(...page);
    if (page.length < pageSize) return all;
  }
}
