import type { DatabaseSync } from 'node:sqlite';
import type { RequestContext } from '#http/request-context.ts';
import type { Cache } from './cache.ts';
import type { OpenTable } from './db/tables.ts';
import type { WriteAheadLog } from './db/wal.ts';
import type { Caller } from './permissions.ts';
import type { Schema } from './schema.ts';

/** The open backend, shared by all routes. */
export interface BackendContext {
  readonly database: DatabaseSync;
  readonly log: WriteAheadLog;
  readonly schema: Schema<OpenTable>;
  readonly transactions: OpenTable;
  readonly changes: ChangeFeed;
  readonly cache: Cache;
  readonly dataDir: string;
}

/** Types of the values in Hono's request context. */
export interface BackendEnv {
  /** The client that sent the request; absent for requests from this process. */
  Bindings: { client?: RequestContext };
  Variables: {
    caller: Caller;
    /** Set by a route that has already flushed its write to the disk. */
    isDurable?: boolean;
  };
}

export type Action = 'create' | 'update' | 'upsert' | 'delete';
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * A committed write to a row or file. Buckets, transactions, lesson pages, repairs of the store, and chunks before the last one cause no
 * change.
 */
export type Change = {
  readonly action: Action;
  /** The row or file as visitors see it; a row is rendered on first access. Relationships are included only for the action `create`. */
  readonly payload: { readonly [key: string]: Json };
  /** Roles that may read the row or file, such as `any`. */
  readonly readers: readonly string[];
} & (
  | { readonly kind: 'row'; readonly databaseId: string; readonly tableId: string; readonly rowId: string }
  | { readonly kind: 'file'; readonly bucketId: string; readonly fileId: string }
);

export type ChangeFeed = ReturnType<typeof createChangeFeed>;

export function createChangeFeed() {
  const listeners = new Set<(change: Change) => void>();
  return {
    /** Calls every listener in order and logs their errors. Must be called only for committed changes. */
    emit(change: Change): void {
      for (const listener of listeners) {
        try {
          listener(change);
        } catch (error) {
          // The write is already committed, so a failing listener must not turn the response into an error.
          console.error('A change listener failed:', error);
        }
      }
    },
    /** Returns the function that ends the subscription. */
    subscribe(listener: (change: Change) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
