import { type Context, Hono } from 'hono';
import type { BackendContext, BackendEnv } from '../context.ts';
import { selectedColumns } from '../database/names.ts';
import type { OpenTable } from '../database/open-table.ts';
import { findRow } from '../database/row-reader.ts';
import { ApiError } from '../errors.ts';
import { planRows, VISITORS_PAGE } from '../queries/plan.ts';
import { invalidQuery, parseQuery, type Query } from '../queries/query.ts';
import { urlFlag, urlNumber, urlQueryTexts } from '../request/query-params.ts';
import { askRows } from '../search/question.ts';
import { readStaged } from '../transactions/staged-operations.ts';
import { rowIdOf, tableOf, transactionIdOf, viewOf } from './row-request.ts';
import { type Row, type View, viewRows } from './row-view.ts';
import { mayRead, readableSql } from './table-access.ts';

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
      return context.json(look(context, () => readRows(viewOf(context), table, queries, counted)));
    })
    .get('/:rowId', (context) => {
      const rowId = rowIdOf(context);
      const texts = urlQueryTexts(context);
      const table = tableOf(backend, context);
      const queries = texts.map(parseQuery);
      return context.json(look(context, () => readRow(viewOf(context), table, rowId, queries)));
    });
}

/** A page of rows and the exact number of all that match (0 when `counted` is false). Source: docs/rules.md#order-and-totals. */
function readRows(view: View, table: OpenTable, queries: readonly Query[], counted: boolean) {
  const { caller, locale = '' } = view;
  const plan = planRows(queries, table, caller.kind === 'key' ? undefined : VISITORS_PAGE);
  const query = { ...plan, locale, columns: selectedColumns(table, plan.select) };
  const readable = readableSql(caller, table.permissions, table.rowSecurity && '_permissions');
  const question = askRows(table, query, readable, caller);
  const rows = viewRows(view, table, question.page(), query.select);
  return { total: counted ? question.total() : 0, rows };
}

/** One row, of which `queries` may select a part. Throws 404 `row_not_found` also for a row hidden from the caller. */
function readRow(view: View, table: OpenTable, id: string, queries: readonly Query[]): Row {
  const other = queries.find((query) => query.method !== 'select');
  if (other) throw invalidQuery(`Invalid query method: ${other.method}`);
  const { select } = planRows(queries, table);
  const stored = findRow(table, id);
  const row = stored && mayRead(view.caller, table, stored) ? stored : undefined;
  const [shown] = row ? viewRows(view, table, [row], select) : [];
  if (!shown) throw new ApiError('row_not_found', { id });
  return shown;
}
