import { type Context, Hono } from 'hono';
import type { BackendContext, BackendEnv } from '../context.ts';
import { findRow } from '../database/row-reader.ts';
import { toDateText } from '../date-text.ts';
import { ApiError, unauthorized } from '../errors.ts';
import { checkKey, newId } from '../request/ids.ts';
import { objectParam, permissionsParam, readBody } from '../request/json-body.ts';
import { createMany } from './bulk-routes.ts';
import { countedColumn, toCount } from './counter.ts';
import { rowIdOf, targetOf } from './row-request.ts';
import { refuseVisitorChange, refuseVisitorCreate } from './table-access.ts';
import { writeRows } from './write-rows.ts';

type RowContext = Context<BackendEnv>;

/** Writing one row at a time. Source: docs/rules.md#row-writes. */
export function writeRoutes(backend: BackendContext): Hono<BackendEnv> {
  const { database } = backend;

  const count = (action: 'increment' | 'decrement') => async (context: RowContext) => {
    const body = await readBody(context);
    const rowId = rowIdOf(context);
    const column = checkKey('column', context.req.param('column'));
    const limit = action === 'increment' ? 'max' : 'min';
    toCount(action, body.get('value'), body.get(limit));
    const target = targetOf(backend, context, body);
    countedColumn(target.table, column);
    if (target.transactionId === '') {
      refuseVisitorChange(context.get('caller'), database, target.table, rowId, 'column_not_found');
      if (!findRow(database, target.table, rowId)) throw new ApiError('column_not_found');
    }
    const data = { column, value: body.get('value') ?? 1, [limit]: body.get(limit) ?? null };
    const [row = {}] = writeRows(backend, context, target, { action, rowId, data });
    return context.json(row);
  };

  const put = (action: 'update' | 'upsert') => async (context: RowContext) => {
    const body = await readBody(context);
    const rowId = rowIdOf(context);
    const data = objectParam(body, 'data');
    const permissions = permissionsParam(body.get('permissions'));
    const asOf = asOfHeader(context);
    const target = targetOf(backend, context, body);
    if (isEmpty(data) && permissions === undefined) throw new ApiError('row_missing_payload');
    if (target.transactionId === '') {
      const caller = context.get('caller');
      if (action === 'update') refuseVisitorChange(caller, database, target.table, rowId);
      else if (caller.kind !== 'key') throw unauthorized();
    }
    const write = { action, rowId, data: columnsOf(data), permissions, asOf };
    const [row = {}] = writeRows(backend, context, target, write);
    return context.json(row, action === 'upsert' && target.transactionId !== '' ? 201 : 200);
  };

  return new Hono<BackendEnv>()
    .post('/', async (context) => {
      const body = await readBody(context);
      const permissions = permissionsParam(body.get('permissions'));
      const data = objectParam(body, 'data');
      const given = body.get('rowId') ?? undefined;
      const rowId = given === undefined ? undefined : newId('rowId', given);
      const target = targetOf(backend, context, body);
      const rows = body.get('rows') ?? null;
      if (rows !== null && !(Array.isArray(rows) && rows.length === 0))
        return createMany(backend, context, target, body);
      const missing = (message: string) => new ApiError('row_missing_data', message);
      if (isEmpty(data)) throw missing('The row data is missing. Try again with row data populated.');
      if (rowId === undefined) throw missing('Row ID is required when creating a single row.');
      refuseVisitorCreate(context.get('caller'), target.table);
      const write = { action: 'create', rowId, data: columnsOf(data), permissions } as const;
      const [row = {}] = writeRows(backend, context, target, write);
      return context.json(row, 201);
    })
    .patch('/:rowId', put('update'))
    .put('/:rowId', put('upsert'))
    .delete('/:rowId', async (context) => {
      const body = await readBody(context);
      const rowId = rowIdOf(context);
      const asOf = asOfHeader(context);
      const target = targetOf(backend, context, body);
      if (target.transactionId === '')
        refuseVisitorChange(context.get('caller'), database, target.table, rowId);
      writeRows(backend, context, target, { action: 'delete', rowId, data: {}, asOf });
      return context.body(null, 204);
    })
    .patch('/:rowId/:column/increment', count('increment'))
    .patch('/:rowId/:column/decrement', count('decrement'));
}

type Fields = NonNullable<ReturnType<typeof objectParam>>;

/** The `data` of one row without its permissions, which are given beside it. */
function columnsOf({ $permissions: _, ...columns }: Fields = {}): Fields {
  return columns;
}

function isEmpty(data: Fields | undefined): boolean {
  return data === undefined || Object.keys(data).length === 0;
}

function asOfHeader(context: Context): string | undefined {
  const value = context.req.header('x-appwrite-timestamp');
  const date = value && toDateText(value);
  if (value && !date)
    throw new ApiError('general_argument_invalid', 'Invalid X-Appwrite-Timestamp header value');
  return date || undefined;
}
