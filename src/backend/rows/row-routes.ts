import { type Context, Hono } from 'hono';
import { ApiError } from '#http/api-error.ts';
import type { BackendContext, BackendEnv } from '../context.ts';
import { findRow } from '../db/rows.ts';
import { selectedColumns } from '../db/tables.ts';
import { checkId, urlFlag, urlNumber, urlQueries } from '../http/params.ts';
import { listRows } from '../query/list.ts';
import { invalidQuery, parseQuery } from '../query/parse.ts';
import { planRows, VISITORS_PAGE } from '../query/plan.ts';
import { readStaged } from '../transactions/staged-operations.ts';
import { tableOf, transactionIdOf } from './row-request.ts';
import { mayRead, readableSql, viewRows } from './row-view.ts';

/** Reading the rows of a table, also as a transaction will leave them. Source: docs/rules.md#rows, docs/rules.md#order-and-totals. */
export function rowRoutes(backend: BackendContext): Hono<BackendEnv> {
  /** Runs `read` on what is there, or on what the transaction that the request names would leave. */
  const look = <T>(context: Context<BackendEnv>, read: () => T): T => {
    const transactionId = transactionIdOf(context);
    return transactionId === '' ? read() : readStaged(backend, context.get('caller'), transactionId, read);
  };
  return new Hono<BackendEnv>()
    .get('/', (context) => {
      const texts = urlQueries(context);
      const counted = urlFlag(context, 'total', true);
      // Answers are never cached here, which any `ttl` allows; a wrong one is still the caller's mistake.
      urlNumber(context, 'ttl', 0, 86_400);
      const table = tableOf(backend, context);
      const queries = texts.map(parseQuery);
      const caller = context.get('caller');
      const locale = context.req.header('x-appwrite-locale') ?? '';
      context.header('Vary', 'X-Appwrite-Locale', { append: true });
      const page = look(context, () => {
        const query = planRows(queries, table, caller === 'key' ? undefined : VISITORS_PAGE);
        const columns = selectedColumns(table, query.select);
        const readable = readableSql(caller, table.permissions, table.rowSecurity && '_permissions');
        const question = listRows(table, { ...query, locale, columns }, readable, caller);
        const rows = viewRows(caller, table, question.page(), query.select);
        return { total: counted ? question.total() : 0, rows };
      });
      return context.json(page);
    })
    .get('/:rowId', (context) => {
      const id = checkId('rowId', context.req.param('rowId'));
      const texts = urlQueries(context);
      const table = tableOf(backend, context);
      const queries = texts.map(parseQuery);
      const caller = context.get('caller');
      const row = look(context, () => {
        const other = queries.find((query) => query.method !== 'select');
        if (other) throw invalidQuery(`Invalid query method: ${other.method}`);
        const { select } = planRows(queries, table);
        const stored = findRow(table, id);
        // What is hidden from the caller is not there either.
        const isShown = stored && mayRead(caller, table, stored);
        const [shown] = isShown ? viewRows(caller, table, [stored], select) : [];
        if (!shown) throw new ApiError('row_not_found', { id });
        return shown;
      });
      return context.json(row);
    });
}
