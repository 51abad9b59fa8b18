/** A failed query with its RTK Query error code or HTTP status (docs/rules.md#queries-of-the-site). */
export interface QueryFailure {
  status: 'FETCH_ERROR' | 'TIMEOUT_ERROR' | 'PARSING_ERROR' | 'CUSTOM_ERROR' | number;
  message: string;
}

/** Thrown after a timeout. */
export class TimeoutFailure extends Error {
  override name = 'TimeoutFailure';
}

/** Returns the value of a promise, or throws its error. Throws `TimeoutFailure` after `milliseconds`. */
export function withTimeout<Result>(result: Promise<Result>, milliseconds: number): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new TimeoutFailure(`no response within ${milliseconds} ms`)),
      milliseconds,
    );
  });
  return Promise.race([result, timeout]).finally(() => clearTimeout(timer));
}

/** Thrown for a chunk that failed to load, or that this browser cannot parse. */
export class ScriptFailure extends Error {
  override name = 'ScriptFailure';
}

/** Loads a chunk. Throws `ScriptFailure` if that fails. */
export function loadScript<Module>(load: () => Promise<Module>): Promise<Module> {
  return load().catch((cause: unknown) => {
    throw new ScriptFailure('A part of the client bundle could not be loaded', { cause });
  });
}

const unknownErrorMessage = 'An unknown error occurred';

/** Classifies an error of a query. Compares names instead of classes, because the SDK is loaded lazily. */
export function toQueryFailure(error: unknown): QueryFailure {
  // The SDK's JSON parser throws a plain object with a name, not an Error.
  const { name, message, code } = Object(error) as { name?: unknown; message?: unknown; code?: unknown };
  const text = typeof message === 'string' && message !== '' ? message : unknownErrorMessage;
  if (name === 'AppwriteException' && typeof code === 'number' && code >= 400)
    return { status: code, message: text };
  if (name === 'TimeoutFailure') return { status: 'TIMEOUT_ERROR', message: text };
  if (name === 'SyntaxError' || name === 'UnreadableResponse')
    return { status: 'PARSING_ERROR', message: text };
  // fetch rejects with a TypeError when there is no network (Fetch standard).
  if (name === 'TypeError' || name === 'NetworkError' || name === 'ScriptFailure')
    return { status: 'FETCH_ERROR', message: text };
  return { status: 'CUSTOM_ERROR', message: text };
}
