import { setTimeout } from 'node:timers/promises';
import { AppwriteException, Client, Query } from 'node-appwrite';
import { filePath, pdfPath } from '#contract/urls.ts';
import type { Config } from '#settings/config.ts';

/** A hosted project: its endpoint (absolute, it ends in `/v1`), the key that may write, and the ids of what it holds. */
export type Target = Config['owners'] & {
  key: string;
  /**
   * The origin of the site that answers at the lessons' own addresses. Null when no setting names it: then visitors open a lesson
   * at its file.
   */
  site: string | null;
};

/** A client of the official SDK for a project. Throws `Invalid endpoint URL` as the SDK does. */
export function clientOf({
  endpoint,
  projectId,
  key,
}: Pick<Target, 'endpoint' | 'projectId' | 'key'>): Client {
  return new Client().setEndpoint(endpoint).setProject(projectId).setKey(key);
}

/** The address visitors open a lesson at. */
export function lessonUrl(target: Target, { id, fileId }: { id: string; fileId: string }): string {
  if (target.site !== null) return target.site + pdfPath(id);
  const { endpoint, bucketId, projectId } = target;
  return `${endpoint}${filePath(bucketId, fileId)}/view?project=${encodeURIComponent(projectId)}`;
}

/** The id that a table of `appwrite.config.json` has in a project. */
export function tableOn(target: Target, name: string): string {
  const id = target[`${name}TableId` as 'filesTableId'] as string | undefined;
  return id ?? name;
}

/** Returns a `catch` handler that yields a value for errors of these types or codes and rethrows others. */
export function whenRefused<Value>(value: Value, ...answers: (string | number)[]) {
  return (error: unknown): Value => {
    const isExpected =
      error instanceof AppwriteException && (answers.includes(error.type) || answers.includes(error.code));
    if (isExpected) return value;
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

const PAGE_ROWS = 500;

/** Lists all items by cursor: totals stop at 5000 on Appwrite, and offsets would miss rows if others change. */
export async function fetchAllPages<Item extends { $id: string }>(
  list: (queries: string[]) => Promise<Item[]>,
  signal?: AbortSignal,
): Promise<Item[]> {
  const all: Item[] = [];
  for (;;) {
    const last = all.at(-1);
    const cursor = last ? [Query.cursorAfter(last.$id)] : [];
    const page = await retry(() => list([Query.limit(PAGE_ROWS), ...cursor]), signal);
    all.push(...page);
    if (page.length < PAGE_ROWS) return all;
  }
}
