import { type Context, Hono } from 'hono';
import type { Json } from '../change.ts';
import type { BackendContext, BackendEnv } from '../context.ts';
import { findRow } from '../database/row-reader.ts';
import { toDateText } from '../date-text.ts';
import { ApiError } from '../errors.ts';
import { CUSTOM_ID_RULE, checkId, newId } from '../request/ids.ts';
import { dataParam, permissionsParam, readBody } from '../request/json-body.ts';
import { createMany } from './bulk-routes.ts';
import { countedColumn, toCount } from './counter.ts';
import { rowIdOf, writeRequest } from './row-request.ts';
import { writeRows } from './write-rows.ts';

type RowContext = Context<BackendEnv>;

/** Writing one row at a time. Source: docs/rules.md#row-writes. */
export function writeRoutes(backend: BackendContext): Hono<BackendEnv> {
  const count = (action: 'increment' | 'decrement') => async (context: RowContext) => {
    const body = await readBody(context);
    const rowId = rowIdOf(context);
    const column = checkId('column', context.req.param('column'), CUSTOM_ID_RULE);
    const limit = action === 'increment' ? 'max' : 'min';
    toCount(action, body.get('value'), body.get(limit));
    const request = writeRequest(backend, context, body);
    countedColumn(request.table, column);
    if (request.transactionId === '' && !findRow(request.table, rowId))
      throw new ApiError('column_not_found');
    const data = { column, value: body.get('value') ?? 1, [limit]: body.get(limit) ?? null };
    const [row = {}] = writeRows(request, { action, rowId, data });
    return context.json(row);
  };

  const put = (action: 'update' | 'upsert') => async (context: RowContext) => {
    const body = await readBody(context);
    const rowId = rowIdOf(context);
    const data = dataParam(body);
    const permissions = permissionsParam(body.get('permissions'));
    const asOf = asOfHeader(context);
    const request = writeRequest(backend, context, body);
    if (Object.keys(data).length === 0 && permissions === undefined)
      throw new ApiError('row_missing_payload');
    const [row = {}] = writeRows(request, { action, rowId, data: columnsOf(data), permissions, asOf });
    return context.json(row, action === 'upsert' && request.transactionId !== '' ? 201 : 200);
  };

  return new Hono<BackendEnv>()
    .post('/', async (context) => {
      const body = await readBody(context);
      const permissions = permissionsParam(body.get('permissions'));
      const data = dataParam(body);
      const given = body.get('rowId') ?? undefined;
      const rowId = given === undefined ? undefined : newId('rowId', given);
      const request = writeRequest(backend, context, body);
      const rows = body.get('rows') ?? null;
      if (rows !== null && !(Array.isArray(rows) && rows.length === 0)) return createMany(request, body);
      const missing = (message: string) => new ApiError('row_missing_data', message);
      if (Object.keys(data).length === 0)
        throw missing('The row data is missing. Try again with row data populated.');
      if (rowId === undefined) throw missing('Row ID is required when creating a single row.');
      const [row = {}] = writeRows(request, { action: 'create', rowId, data: columnsOf(data), permissions });
      return context.json(row, 201);
    })
    .patch('/:rowId', put('update'))
    .put('/:rowId', put('upsert'))
    .delete('/:rowId', async (context) => {
      const body = await readBody(context);
      const rowId = rowIdOf(context);
      const asOf = asOfHeader(context);
      writeRows(writeRequest(backend, context, body), { action: 'delete', rowId, data: {}, asOf });
      return context.body(null, 204);
    })
    .patch('/:rowId/:column/increment', count('increment'))
    .patch('/:rowId/:column/decrement', count('decrement'));
}

/** The `data` of one row without its permissions, which are given beside it. */
function columnsOf({ $permissions: _, ...columns }: { [key: string]: Json }) {
  return columns;
}

function asOfHeader(context: Context): string | undefined {
  const value = context.req.header('x-appwrite-timestamp');
  if (!value) return undefined;
  const date = toDateText(value);
  if (date) return date;
  throw new ApiError('general_argument_invalid', 'Invalid X-Appwrite-Timestamp header value');
}
