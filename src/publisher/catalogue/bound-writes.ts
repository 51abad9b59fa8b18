import { AppwriteException, type Client } from 'node-appwrite';
import { LockLost } from '../journal/lock.ts';
import type { Held } from './catalogue.ts';
import type { Target } from './target.ts';

/**
 * Binds the writes of a client to the row of a lock: the embedded backend looks at the row in the turn in which it writes, and makes
 * none once it is gone. Appwrite passes over it.
 */
export function bindWrites(client: Client, { databaseId, changesTableId }: Target, { lock }: Held): void {
  client.addHeader('X-Minbar-Bound-To', `${databaseId}/${changesTableId}/${lock}`);
}

/** Rejects with `LockLost` where such a write was not made, else with the error itself. */
export function asLockLost(error: unknown): never {
  throw error instanceof AppwriteException && error.type === 'row_bound_to_missing' ? new LockLost() : error;
}
