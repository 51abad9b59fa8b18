import { setTimeout } from 'node:timers/promises';
import { AppwriteException } from 'node-appwrite';
import { OwnerError } from '../messages/messages.ts';

/** Returns a `catch` handler that yields a value for errors of these types or codes and rethrows others. */
export function whenRefused<Value>(value: Value, ...answers: (string | number)[]) {
  return (error: unknown): Value => {
    const isExpected =
      error instanceof AppwriteException && (answers.includes(error.type) || answers.includes(error.code));
    if (isExpected) return value;
    throw error;
  };
}

/** A responding backend cannot read the bytes of this file from its disk. */
export class FileUnreadable extends OwnerError {
  override name = 'FileUnreadable';

  constructor(cause: unknown) {
    super(({ error }) => error.unreadableFile);
    this.cause = cause;
  }
}

/** Returns a `catch` handler that yields a value if a backend cannot read a file and rethrows other errors. */
export function whenUnreadable<Value>(value: Value) {
  return (error: unknown): Value => {
    if (error instanceof FileUnreadable) return value;
    throw error;
  };
}

const MAX_TRIES = 6;
/** Server errors and refused connections seldom end within seconds, so they get fewer attempts. */
const MAX_TRIES_AFTER_FAULT = 3;
const FIRST_PAUSE_MS = 400;

/** Whether an error is of `fetch`, which rejects with a `TypeError` that has a cause; a mistake of this program has none. */
export function isConnectionError(error: unknown): boolean {
  return error instanceof TypeError && error.cause !== undefined;
}

/** Whether trying again may help: no connection, a time-out, too many requests, or the server's own trouble. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof AppwriteException)) return isConnectionError(error);
  return error.code === 0 || error.code === 408 || error.code === 429 || error.code >= 500;
}

function isLasting(error: unknown): boolean {
  if (error instanceof AppwriteException) return error.code === 500;
  const cause = error instanceof TypeError ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
  return cause?.code === 'ECONNREFUSED' || cause?.code === 'ENOTFOUND';
}

/**
 * Calls `action` until it succeeds, with pauses that double (0.4 s to about 6 s, with up to 25 % jitter), at most six times, or three
 * times after 500 or a refused connection. Permanent errors reject at once.
 */
export async function retry<Result>(action: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  for (let turn = 1; ; turn++) {
    signal?.throwIfAborted();
    try {
      return await action();
    } catch (error) {
      const tries = isLasting(error) ? MAX_TRIES_AFTER_FAULT : MAX_TRIES;
      if (turn >= tries || !isPassing(error)) throw error;
      const pause = FIRST_PAUSE_MS * 2 ** (turn - 1) * (1 + Math.random() / 4);
      await setTimeout(pause, undefined, signal && { signal });
    }
  }
}
