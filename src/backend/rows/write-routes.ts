import { type Context, Hono } from 'hono';
import type { Json } from '../change.ts';
import type { BackendContext, BackendEnv } from '../context.ts';
import { findRow } from '../database/row-reader.ts';
import { toDateText } from '../date-text.ts';
import { ApiError, unauthorized } from '../errors.ts';
import { checkKey, newId } from '../request/ids.ts';
import { type Body, objectParam, permissionsParam, readBody } from '../request/json-body.ts';
import type { TableSchema } from '../schema.ts';
import { stageFor } from '../transactions/staging.ts';
import { createMany } from './bulk-routes.ts';
import { countedColumn, toCount } from './counter.ts';
import { type Operation, perform } from './operation.ts';
import { refuseUnbound } from './row-condition.ts';
import { rowIdOf, tableOf, transactionIdOf, viewOf } from './row-request.ts';
import { type Row, viewWritten } from './row-view.ts';
import { stagedRow } from './staged-answer.ts';
import { refuseVisitorChange, refuseVisitorCreate } from './table-access.ts';
import { inOneWork } from './work.ts';

type RowContext = Context<BackendEnv>;

/** Writing one row at a time. Source: docs/rules.md#row-writes. */
export function writeRoutes(backend: BackendContext): Hono<BackendEnv> {
  /** Does the operation, or stages it when the request names a transaction; returns the row to show. */
  const write = (
    context: RowContext,
    table: TableSchema,
    operation: Operation,
    transactionId: string,
  ): Row => {
    refuseUnbound(backend, context);
    const view = viewOf(backend, context);
    if (transactionId !== '') {
      stageFor(backend, context.get('caller'), transactionId, operation);
      return stagedRow(view, table, operation);
    }
    const stored = inOneWork(backend, (work) => perform(work, table, operation));
    const [row] = operation.action === 'delete' ? [{}] : viewWritten(view, table, stored);
    return row ?? {};
  };

  const count = (direction: 'increment' | 'decrement') => async (context: RowContext) => {
    const body = await readBody(context);
    const rowId = rowIdOf(context);
    const column = checkKey('column', context.req.param('column'));
    const limit = direction === 'increment' ? 'max' : 'min';
    toCount(direction, body.get('value'), body.get(limit));
    const table = tableOf(backend, context);
    const transactionId = transactionIdOf(context, body);
    countedColumn(table, column);
    if (transactionId === '') {
      refuseVisitorChange(context.get('caller'), backend.database, table, rowId, 'column_not_found');
      if (!findRow(backend.database, table, rowId)) throw new ApiError('column_not_found');
    }
    const data = { column, value: body.get('value') ?? 1, [limit]: body.get(limit) ?? null };
    const names = { databaseId: table.databaseId, tableId: table.id };
    return context.json(write(context, table, { action: direction, ...names, rowId, data }, transactionId));
  };

  const put = (action: 'update' | 'upsert') => async (context: RowContext) => {
    const body = await readBody(context);
    const rowId = rowIdOf(context);
    const data = objectParam(body, 'data');
    const permissions = permissionsParam(body.get('permissions'));
    const asOf = asOfHeader(context);
    const table = tableOf(backend, context);
    const transactionId = transactionIdOf(context, body);
    if (isEmpty(data) && permissions === undefined) throw new ApiError('row_missing_payload');
    if (transactionId === '') {
      const caller = context.get('caller');
      if (action === 'update') refuseVisitorChange(caller, backend.database, table, rowId);
      else if (caller.kind !== 'key') throw unauthorized();
    }
    const names = { databaseId: table.databaseId, tableId: table.id };
    const operation: Operation = { action, ...names, rowId, data: columnsOf(data), permissions, asOf };
    const status = action === 'upsert' && transactionId !== '' ? 201 : 200;
    return context.json(write(context, table, operation, transactionId), status);
  };

  return new Hono<BackendEnv>()
    .post('/', async (context) => {
      const body = await readBody(context);
      const { data, rowId, permissions } = createInput(body);
      const table = tableOf(backend, context);
      const rows = body.get('rows') ?? null;
      if (rows !== null && !(Array.isArray(rows) && rows.length === 0))
        return createMany(backend, context, table, body);
      if (isEmpty(data)) throw missingData('The row data is missing. Try again with row data populated.');
      if (rowId === undefined) throw missingData('Row ID is required when creating a single row.');
      const transactionId = transactionIdOf(context, body);
      refuseVisitorCreate(context.get('caller'), table);
      const names = { databaseId: table.databaseId, tableId: table.id };
      const operation: Operation = { action: 'create', ...names, rowId, data: columnsOf(data), permissions };
      return context.json(write(context, table, operation, transactionId), 201);
    })
    .patch('/:rowId', put('update'))
    .put('/:rowId', put('upsert'))
    .delete('/:rowId', async (context) => {
      const body = await readBody(context);
      const rowId = rowIdOf(context);
      const asOf = asOfHeader(context);
      const table = tableOf(backend, context);
      const transactionId = transactionIdOf(context, body);
      if (transactionId === '') refuseVisitorChange(context.get('caller'), backend.database, table, rowId);
      const names = { databaseId: table.databaseId, tableId: table.id };
      write(context, table, { action: 'delete', ...names, rowId, data: {}, asOf }, transactionId);
      return context.body(null, 204);
    })
    .patch('/:rowId/:column/increment', count('increment'))
    .patch('/:rowId/:column/decrement', count('decrement'));
}

function createInput(body: Body) {
  const given = body.get('rowId') ?? undefined;
  const permissions = permissionsParam(body.get('permissions'));
  return {
    data: objectParam(body, 'data'),
    rowId: given === undefined ? undefined : newId('rowId', given),
    permissions,
  };
}

/** The `data` of one row without its permissions, which are given beside it. */
function columnsOf({ $permissions: _, ...columns }: { [key: string]: Json } = {}): { [key: string]: Json } {
  return columns;
}

function isEmpty(data: { [key: string]: Json } | undefined): boolean {
  return data === undefined || Object.keys(data).length === 0;
}

function missingData(message: string): ApiError {
  return new ApiError('row_missing_data', message);
}

function asOfHeader(context: Context): string | undefined {
  const value = context.req.header('x-appwrite-timestamp');
  if (value === undefined || value === '') return undefined;
  const date = toDateText(value);
  if (date === undefined)
    throw new ApiError('general_argument_invalid', 'Invalid X-Appwrite-Timestamp header value');
  return date;
}
