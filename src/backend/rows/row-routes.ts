import { type Context, Hono } from 'hono';
import type { BackendContext, BackendEnv } from '../context.ts';
import { parseQuery } from '../queries/query.ts';
import { urlFlag, urlNumber, urlQueryTexts } from '../request/query-params.ts';
import { readStaged } from '../transactions/staged-view.ts';
import { readRow, readRows } from './row-reads.ts';
import { rowIdOf, tableOf, transactionIdOf, viewOf } from './row-request.ts';

/** Reading the rows of a table, also as a transaction will leave them. Source: docs/rules.md#rows. */
export function rowRoutes(backend: BackendContext): Hono<BackendEnv> {
  /** Runs `read` on what is there, or on what the transaction that the request names would leave. */
  const look = <T>(context: Context<BackendEnv>, read: () => T): T => {
    const transactionId = transactionIdOf(context);
    return transactionId === '' ? read() : readStaged(backend, context.get('caller'), transactionId, read);
  };
  return new Hono<BackendEnv>()
    .get('/', (context) => {
      const texts = urlQueryTexts(context);
      const counted = urlFlag(context, 'total', true);
      // Answers are never cached here, which any `ttl` allows; a wrong one is still the caller's mistake.
      urlNumber(context, 'ttl', 0, 86_400);
      const table = tableOf(backend, context);
      const queries = texts.map(parseQuery);
      context.header('Vary', 'X-Appwrite-Locale', { append: true });
      return context.json(look(context, () => readRows(viewOf(backend, context), table, queries, counted)));
    })
    .get('/:rowId', (context) => {
      const rowId = rowIdOf(context);
      const texts = urlQueryTexts(context);
      const table = tableOf(backend, context);
      const queries = texts.map(parseQuery);
      return context.json(look(context, () => readRow(viewOf(backend, context), table, rowId, queries)));
    });
}
