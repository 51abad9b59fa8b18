import { AppwriteException, type Client } from 'node-appwrite';
import type { Target } from './target.ts';

/** A lock that is held: the id of its row in the journal, and what is asked before each write, which rejects once it was lost. */
export interface Held {
  lock: string;
  check?(): Promise<void>;
}

/** This process was still for so long (a laptop that was closed) that another one took over. It may write no more. */
export class LockLost extends Error {
  override name = 'LockLost';
}

/**
 * Binds the writes of a client to the row of a lock: the embedded backend looks at the row in the turn in which it writes, and makes
 * none once it is gone. Appwrite ignores the header.
 */
export function bindWrites(client: Client, { databaseId, changesTableId }: Target, { lock }: Held): void {
  client.addHeader('X-Minbar-Bound-To', `${databaseId}/${changesTableId}/${lock}`);
}

/** Rejects with `LockLost` where such a write was not made, else with the error itself. */
export function asLockLost(error: unknown): never {
  throw error instanceof AppwriteException && error.type === 'row_bound_to_missing' ? new LockLost() : error;
}
