import { type Context, Hono } from 'hono';
import type { Json } from '../change.ts';
import type { BackendContext, BackendEnv } from '../context.ts';
import { foldAhead } from '../database/folded-text.ts';
import { ApiError, invalidParam, missingParam } from '../errors.ts';
import { type Body, dataParam, readBody } from '../request/json-body.ts';
import { toQueries } from '../request/query-params.ts';
import { MAX_ROWS, type Operation, refuseRelationships, rowsWithIds } from './operation.ts';
import { type WriteRequest, writeRequest } from './row-request.ts';
import { writeRows } from './write-rows.ts';

/** Writing many rows of one table at once; for keys only. Source: docs/rules.md#bulk-writes. */
export function bulkRoutes(backend: BackendContext): Hono<BackendEnv> {
  /** To a visitor the database does not even exist here, as on Appwrite. Source: docs/rules.md#permissions. */
  const keysRequest = (context: Context<BackendEnv>, body: Body): WriteRequest => {
    if (context.get('caller').kind === 'key') return writeRequest(backend, context, body);
    throw new ApiError('database_not_found', { id: context.req.param('databaseId') ?? '' });
  };
  return new Hono<BackendEnv>()
    .put('/', async (context) => {
      const body = await readBody(context);
      if (!body.has('rows')) throw missingParam('rows');
      const data = rowsParam(body);
      const request = keysRequest(context, body);
      refuseRelationships(request.table, 'bulkUpsert');
      if (data.length === 0) throw new ApiError('row_missing_data', 'The rows are missing.');
      return writeMany(request, { action: 'bulkUpsert', data });
    })
    .patch('/', async (context) => {
      const body = await readBody(context);
      const data = dataParam(body);
      const request = keysRequest(context, body);
      if (Object.keys(data).length === 0) throw new ApiError('row_missing_payload');
      refuseRelationships(request.table, 'bulkUpdate');
      return writeMany(request, { action: 'bulkUpdate', data: { queries: queriesParam(body), data } });
    })
    .delete('/', async (context) => {
      const body = await readBody(context);
      const request = keysRequest(context, body);
      refuseRelationships(request.table, 'bulkDelete');
      return writeMany(request, { action: 'bulkDelete', data: { queries: queriesParam(body) } });
    });
}

/** The bulk form of `POST rows`. Source: docs/rules.md#bulk-writes. */
export async function createMany(request: WriteRequest, body: Body): Promise<Response> {
  const badRequest = (message: string) => new ApiError('general_bad_request', message);
  if (Object.keys(dataParam(body)).length > 0)
    throw badRequest('You can only send one of the following parameters: data, rows');
  if (body.get('rowId'))
    throw badRequest('Param "rowId" is not allowed when creating multiple rows, set "$id" on each instead.');
  if (Array.isArray(body.get('permissions')))
    throw badRequest(
      'Param "permissions" is disallowed when creating multiple rows, set "$permissions" on each instead',
    );
  const data = rowsParam(body);
  if (request.context.get('caller').kind !== 'key')
    throw new ApiError(
      'general_unauthorized_scope',
      'The current user or API key does not have the required scopes to access the requested resource.',
    );
  refuseRelationships(request.table, 'bulkCreate');
  await foldAhead(request.table, data);
  return writeMany(request, { action: 'bulkCreate', data }, request.transactionId === '' ? 201 : 200);
}

type Write = Pick<Operation, 'action' | 'data'>;

function writeMany(request: WriteRequest, write: Write, status: 200 | 201 = 200) {
  const { context } = request;
  const rows = writeRows(request, { ...write, rowId: '' });
  // RFC 7240, section 4.2. Source: docs/rules.md#bulk-writes.
  const isMinimal = context.req.header('prefer') === 'return=minimal';
  return context.json({ total: rows.length, rows: isMinimal ? [] : rows }, status);
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
