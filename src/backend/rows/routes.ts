import { type Context, Hono } from 'hono';
import { ApiError } from '#http/api-error.ts';
import type { BackendContext, BackendEnv, Json } from '../context.ts';
import { findRow } from '../db/rows.ts';
import { type OpenTable, type StoredRow, selectedColumns } from '../db/tables.ts';
import {
  type Body,
  checkId,
  parseQueriesParam,
  parseUrlFlag,
  parseUrlNumber,
  parseUrlQueries,
  UID_RULE,
} from '../http/params.ts';
import type { Caller } from '../permissions.ts';
import { listRows } from '../query/list.ts';
import { invalidQuery, parseQuery, type Query } from '../query/parse.ts';
import { planRows, VISITORS_PAGE_SIZES } from '../query/plan.ts';
import type { Operation } from './operation.ts';
import { createReadFilter, mayRead, type Row, viewRows } from './view.ts';

/** An operation with the ids of its table. */
export type TargetedOperation = Operation & { readonly databaseId: string; readonly tableId: string };

/** The part of transactions that the row routes use. */
export interface Staging {
  /** Adds operations to a transaction. `isWriteOfRow` is set by routes of one row, except counters, because their errors differ. */
  stage(
    caller: Caller,
    transactionId: string,
    operations: readonly TargetedOperation[],
    isWriteOfRow?: boolean,
  ): StoredRow;
  /** Runs `read` on the rows as the commit would leave them. */
  read<T>(caller: Caller, transactionId: string, read: () => T): T;
}

/** Returns the table in the request's path. Throws the errors of `findTable`. */
export function tableOf(backend: BackendContext, { req, get }: Context<BackendEnv>): OpenTable {
  return findTable(backend, req.param('databaseId'), req.param('tableId'), get('caller'));
}

/**
 * Finds a table. Throws 400 if an id is malformed, and 404 if the database or table is unknown, or is disabled and the caller has no
 * key.
 */
function findTable(
  { schema }: BackendContext,
  database: string | undefined,
  table: string | undefined,
  caller: Caller,
): OpenTable {
  const databaseId = checkId('databaseId', database);
  const tableId = checkId('tableId', table);
  const isShown = ({ enabled }: { enabled: boolean }) => enabled || caller === 'key';
  const openDatabase = schema.databases.get(databaseId);
  if (!openDatabase || !isShown(openDatabase)) throw new ApiError('database_not_found', { id: databaseId });
  const openTable = openDatabase.tables.get(tableId);
  if (!openTable || !isShown(openTable)) throw new ApiError('table_not_found', { id: tableId });
  return openTable;
}

/** A page of rows as a response shows it; `total` is 0 if it was not requested. */
export interface RowsPage {
  readonly total: number;
  readonly rows: readonly Row[];
}

/** Reads a page of rows. Throws `ApiError`. */
function readRows(
  table: OpenTable,
  queries: readonly Query[],
  { caller, locale, withTotal }: { caller: Caller; locale: string; withTotal: boolean },
): RowsPage {
  const query = planRows(queries, table, caller === 'key' ? undefined : VISITORS_PAGE_SIZES);
  const columns = selectedColumns(table, query.select);
  const readable = createReadFilter(caller, table.permissions, table.rowSecurity && '_permissions');
  const { total, rows } = listRows(table, { ...query, locale, columns, withTotal }, readable, caller);
  return { total, rows: viewRows(caller, table, rows, query.select) };
}

/** Parameters of a request for rows, as the official SDK sends them. */
export interface RowsRequest {
  readonly databaseId: string;
  readonly tableId: string;
  readonly queries?: Json | undefined;
  readonly total?: Json | undefined;
}

/** Creates the function that reads rows as a visitor would, without a request. It throws `ApiError`. */
export function createVisitorReader(backend: BackendContext) {
  return ({ databaseId, tableId, queries, total }: RowsRequest, locale: string): RowsPage => {
    const texts = parseQueriesParam(queries);
    const table = findTable(backend, databaseId, tableId, 'guest');
    return readRows(table, texts.map(parseQuery), { caller: 'guest', locale, withTotal: total !== false });
  };
}

/** Returns the transaction id in the body or URL of a request; empty if there is none. Throws 400 if it is malformed. */
export function transactionIdOf(context: Context, body?: Body): string {
  const id = body?.get('transactionId') ?? context.req.query('transactionId');
  return id === undefined ? '' : checkId('transactionId', id, `${UID_RULE} or null`);
}

/** Serves the rows of a table, or the rows that a transaction would leave. Source: docs/rules.md#rows, docs/rules.md#order-and-totals. */
export function createRowRoutes(backend: BackendContext, staging: Staging): Hono<BackendEnv> {
  const inTransaction = <T>(context: Context<BackendEnv>, read: () => T): T => {
    const transactionId = transactionIdOf(context);
    return transactionId === '' ? read() : staging.read(context.get('caller'), transactionId, read);
  };
  return new Hono<BackendEnv>()
    .get('/', (context) => {
      const texts = parseUrlQueries(context);
      const withTotal = parseUrlFlag(context, 'total', true);
      // `ttl` is checked and ignored: lists are always current.
      parseUrlNumber(context, 'ttl', 0, 86_400);
      const table = tableOf(backend, context);
      const queries = texts.map(parseQuery);
      const caller = context.get('caller');
      const locale = context.req.header('x-appwrite-locale') ?? '';
      context.header('Vary', 'X-Appwrite-Locale', { append: true });
      const page = inTransaction(context, () => readRows(table, queries, { caller, locale, withTotal }));
      return context.json(page);
    })
    .get('/:rowId', (context) => {
      const id = checkId('rowId', context.req.param('rowId'));
      const texts = parseUrlQueries(context);
      const table = tableOf(backend, context);
      const queries = texts.map(parseQuery);
      const caller = context.get('caller');
      const row = inTransaction(context, () => {
        const unsupportedQuery = queries.find((query) => query.method !== 'select');
        if (unsupportedQuery) throw invalidQuery(`Invalid query method: ${unsupportedQuery.method}`);
        const { select } = planRows(queries, table);
        const row = findRow(table, id);
        // Rows hidden from the caller are reported as missing.
        const isShown = row && mayRead(caller, table, row);
        const [view] = isShown ? viewRows(caller, table, [row], select) : [];
        if (!view) throw new ApiError('row_not_found', { id });
        return view;
      });
      return context.json(row);
    });
}
