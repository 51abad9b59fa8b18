import type { MiddlewareHandler } from 'hono';
import type { BackendEnv } from './context.ts';
import type { WriteAheadLog } from './db/wal.ts';

const reading: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Delays the response to a write until the write is on the disk. Source: docs/rules.md#durability. */
export function answerDurably(log: WriteAheadLog): MiddlewareHandler<BackendEnv> {
  return async (context, next) => {
    await next();
    if (!reading.includes(context.req.method) && !context.get('isDurable')) await log.synced();
  };
}
