import { Hono } from 'hono';
import type { BackendContext, BackendEnv } from '../context.ts';
import { urlFlag, urlNumber, urlQueries } from '../request/query-params.ts';
import { readRow, readRows } from './row-reads.ts';
import { rowIdOf, tableOf, viewOf } from './row-request.ts';

/** The rows of a table, one by one and as lists. Source: contract 2 to 5. */
export function rowRoutes(backend: BackendContext): Hono<BackendEnv> {
  return new Hono<BackendEnv>()
    .get('/', (context) => {
      const queries = urlQueries(context);
      const counted = urlFlag(context, 'total', true);
      // Answers are never cached here, which any `ttl` allows; a wrong one is still the caller's mistake.
      urlNumber(context, 'ttl', 0, 86_400);
      return context.json(readRows(viewOf(backend, context), tableOf(backend, context), queries, counted));
    })
    .get('/:rowId', (context) => {
      const rowId = rowIdOf(context);
      const queries = urlQueries(context);
      return context.json(readRow(viewOf(backend, context), tableOf(backend, context), rowId, queries));
    });
}
