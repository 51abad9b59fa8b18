import { type Context, Hono } from 'hono';
import type { Json } from '../change.ts';
import type { BackendContext, BackendEnv } from '../context.ts';
import { ApiError, invalidParam, missingParam } from '../errors.ts';
import { type Body, objectParam, readBody } from '../request/json-body.ts';
import { toQueries } from '../request/query-params.ts';
import type { TableSchema } from '../schema.ts';
import { stageFor } from '../transactions/staging.ts';
import { MAX_ROWS, type Operation, perform, refuseRelationships, rowsWithIds } from './operation.ts';
import { refuseUnbound } from './row-condition.ts';
import { tableOf, transactionIdOf, viewOf } from './row-request.ts';
import { type Row, viewWritten } from './row-view.ts';
import { inOneWork } from './work.ts';

type RowContext = Context<BackendEnv>;

/** Writing many rows of one table at once; for keys only. Source: docs/rules.md#bulk-writes. */
export function bulkRoutes(backend: BackendContext): Hono<BackendEnv> {
  return new Hono<BackendEnv>()
    .put('/', async (context) => {
      const body = await readBody(context);
      if (!body.has('rows')) throw missingParam('rows');
      const rows = rowsParam(body);
      const table = keysTable(backend, context);
      refuseRelationships(table, 'bulkUpsert');
      if (rows.length === 0) throw new ApiError('row_missing_data', 'The rows are missing.');
      return answer(backend, context, table, body, { action: 'bulkUpsert', data: rows });
    })
    .patch('/', async (context) => {
      const body = await readBody(context);
      const data = objectParam(body, 'data') ?? {};
      const table = keysTable(backend, context);
      if (Object.keys(data).length === 0) throw new ApiError('row_missing_payload');
      refuseRelationships(table, 'bulkUpdate');
      const queries = queriesParam(body);
      return answer(backend, context, table, body, { action: 'bulkUpdate', data: { queries, data } });
    })
    .delete('/', async (context) => {
      const body = await readBody(context);
      const table = keysTable(backend, context);
      refuseRelationships(table, 'bulkDelete');
      const queries = queriesParam(body);
      return answer(backend, context, table, body, { action: 'bulkDelete', data: { queries } });
    });
}

/** The bulk form of `POST rows`. Source: docs/rules.md#bulk-writes. */
export async function createMany(
  backend: BackendContext,
  context: RowContext,
  table: TableSchema,
  body: Body,
): Promise<Response> {
  const badRequest = (message: string) => new ApiError('general_bad_request', message);
  if (Object.keys(objectParam(body, 'data') ?? {}).length > 0)
    throw badRequest('You can only send one of the following parameters: data, rows');
  if (body.get('rowId'))
    throw badRequest('Param "rowId" is not allowed when creating multiple rows, set "$id" on each instead.');
  if (Array.isArray(body.get('permissions')))
    throw badRequest(
      'Param "permissions" is disallowed when creating multiple rows, set "$permissions" on each instead',
    );
  const rows = rowsParam(body);
  if (context.get('caller').kind !== 'key')
    throw new ApiError(
      'general_unauthorized_scope',
      'The current user or API key does not have the required scopes to access the requested resource.',
    );
  refuseRelationships(table, 'bulkCreate');
  return answer(backend, context, table, body, { action: 'bulkCreate', data: rows });
}

function answer(
  backend: BackendContext,
  context: RowContext,
  table: TableSchema,
  body: Body,
  write: Pick<Operation, 'action' | 'data'>,
): Response {
  const operation: Operation = { ...write, databaseId: table.databaseId, tableId: table.id, rowId: '' };
  refuseUnbound(backend, context);
  const transactionId = transactionIdOf(context, body);
  if (transactionId !== '') {
    stageFor(backend, context.get('caller'), transactionId, operation);
    const rows = Array.isArray(write.data) ? write.data : [];
    return context.json({ total: rows.length, rows });
  }
  const stored = inOneWork(backend, (work) => perform(work, table, operation));
  const rows: Row[] = viewWritten(viewOf(backend, context), table, stored);
  return context.json({ total: rows.length, rows }, write.action === 'bulkCreate' ? 201 : 200);
}

/** To a visitor the database does not even exist here, as on Appwrite. Source: docs/rules.md#permissions. */
function keysTable(backend: BackendContext, context: RowContext): TableSchema {
  if (context.get('caller').kind === 'key') return tableOf(backend, context);
  throw new ApiError('database_not_found', { id: context.req.param('databaseId') ?? '' });
}

function rowsParam(body: Body): { [key: string]: Json }[] {
  const rows = rowsWithIds(body.get('rows') ?? []);
  if (rows) return rows;
  throw invalidParam(
    'rows',
    `Value must a valid array no longer than ${MAX_ROWS} items and Value must be a valid JSON object`,
  );
}

/** The queries of the body, read once to refuse wrong ones before anything is staged. */
function queriesParam(body: Body): Json {
  toQueries(body.get('queries'));
  return body.get('queries') ?? [];
}
