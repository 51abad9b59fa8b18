import { setTimeout } from 'node:timers/promises';
import { AppwriteException } from 'node-appwrite';
import { ApiError } from '#http/api-error.ts';
import { OwnerError } from '../messages/messages.ts';
import { SourceChanged } from '../store/content.ts';

/** Returns a `catch` handler that yields a value for errors of these types or codes and rethrows others. */
export function whenRefused<Value>(value: Value, ...expectedErrors: (string | number)[]) {
  return (error: unknown): Value => {
    const isExpected =
      error instanceof AppwriteException &&
      (expectedErrors.includes(error.type) || expectedErrors.includes(error.code));
    if (isExpected) return value;
    throw error;
  };
}

/** Thrown if a backend responds but cannot read the bytes of a file from its disk. */
export class FileUnreadable extends OwnerError {
  override name = 'FileUnreadable';

  constructor(cause: unknown) {
    super(({ error }) => error.unreadableFile);
    this.cause = cause;
  }
}

/**
 * Returns a `catch` handler that yields a value if a backend cannot read a file, sends other content, or sends a file that the data
 * folder does not accept, such as an empty one. It rethrows other errors.
 */
export function whenDamaged<Value>(value: Value) {
  return (error: unknown): Value => {
    const isRefused = error instanceof ApiError && error.code === 400;
    if (isRefused || error instanceof FileUnreadable || error instanceof SourceChanged) return value;
    throw error;
  };
}

const MAX_ATTEMPTS = 6;
/** Maximum attempts after status 500, a refused connection or an unknown host, which seldom end within seconds. */
const MAX_ATTEMPTS_AFTER_FAULT = 3;
const FIRST_PAUSE_MS = 400;

/** Whether an error is a failed connection of `fetch`: a `TypeError` with a cause. One thrown by a bug has no cause. */
export function isConnectionError(error: unknown): boolean {
  return error instanceof TypeError && error.cause !== undefined;
}

/** Whether another attempt can succeed: after a lost connection, a timeout, too many requests or a server error. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof AppwriteException)) return isConnectionError(error);
  return error.code === 0 || error.code === 408 || error.code === 429 || error.code >= 500;
}

function isProbablyLasting(error: unknown): boolean {
  if (error instanceof AppwriteException) return error.code === 500;
  const cause = error instanceof TypeError ? (error.cause as NodeJS.ErrnoException | undefined) : undefined;
  return cause?.code === 'ECONNREFUSED' || cause?.code === 'ENOTFOUND';
}

/**
 * Calls `action` until it succeeds, at most six times, or three times if the server is probably down. Pauses double from 0.4 s to
 * 6.4 s, plus up to 25 % jitter. Rejects immediately with permanent errors, and if the signal aborts.
 */
export async function retry<Result>(action: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    try {
      return await action();
    } catch (error) {
      const maxAttempts = isProbablyLasting(error) ? MAX_ATTEMPTS_AFTER_FAULT : MAX_ATTEMPTS;
      if (attempt >= maxAttempts || !isTransient(error)) throw error;
      const pause = FIRST_PAUSE_MS * 2 ** (attempt - 1) * (1 + Math.random() / 4);
      await setTimeout(pause, undefined, signal && { signal });
    }
  }
}
