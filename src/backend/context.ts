import type { DatabaseSync } from 'node:sqlite';
import type { ChangeFeed } from './change.ts';
import type { Caller } from './identity.ts';
import type { Schema } from './schema.ts';

/** What every group of routes works on. */
export interface BackendContext {
  readonly database: DatabaseSync;
  readonly schema: Schema;
  readonly changes: ChangeFeed;
  /** The folder of the database file and of `files/`. */
  readonly dataDir: string;
}

/** What the middleware leaves for the routes: `context.get('caller')`. */
export interface BackendEnv {
  Variables: { caller: Caller };
}
