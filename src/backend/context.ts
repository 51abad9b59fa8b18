import type { DatabaseSync } from 'node:sqlite';
import type { RequestContext } from '#http/request-context.ts';
import type { Cache } from './cache.ts';
import type { ChangeFeed } from './change.ts';
import type { OpenTable } from './db/tables.ts';
import type { WriteAheadLog } from './db/wal.ts';
import type { Caller } from './permissions.ts';
import type { Schema } from './schema.ts';

/** What every group of routes works on. */
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

/** What middleware and routes leave for each other: `context.get('caller')`. */
export interface BackendEnv {
  /** What the server hands on with a request; nothing when a request is made inside the process. */
  Bindings: { client?: RequestContext };
  Variables: {
    caller: Caller;
    /** Said by a route that has waited for the disk itself. */
    isDurable?: boolean;
  };
}
