import type { DatabaseSync } from 'node:sqlite';
import type { RequestContext } from '#http/request-context.ts';
import type { Cache } from './cache.ts';
import type { ChangeFeed } from './change.ts';
import type { OpenTable } from './db/tables.ts';
import type { WriteAheadLog } from './db/wal.ts';
import type { Caller } from './permissions.ts';
import type { Schema } from './schema.ts';

/** The open backend, as every group of routes uses it. */
export interface BackendContext {
  readonly database: DatabaseSync;
  readonly log: WriteAheadLog;
  readonly schema: Schema<OpenTable>;
  readonly transactions: OpenTable;
  readonly changes: ChangeFeed;
  readonly cache: Cache;
  /** The folder of the database file and of `files/`. */
  readonly dataDir: string;
}

/** Hono's context of a request: `context.get('caller')`. */
export interface BackendEnv {
  /** The client of a request; absent for requests of this process. */
  Bindings: { client?: RequestContext };
  Variables: {
    caller: Caller;
    /** Set by a route that has already flushed to the disk. */
    isDurable?: boolean;
  };
}
