import { type Context, Hono } from 'hono';
import { ApiError, invalidParam, missingParam, unauthorized } from '#http/api-error.ts';
import type { Json } from '../change.ts';
import type { BackendContext, BackendEnv } from '../context.ts';
import { dateText, toDateText } from '../date-text.ts';
import { foldAhead } from '../db/folded-text.ts';
import { findRow } from '../db/rows.ts';
import type { OpenTable } from '../db/tables.ts';
import {
  type Body,
  CUSTOM_ID_RULE,
  checkId,
  dataParam,
  isObject,
  newId,
  permissionsParam,
  queriesParam,
  readBody,
} from '../http/params.ts';
import { type Caller, GUEST_ROLES, rolesFor } from '../permissions.ts';
import { parseQuery, WHOLE_ROW } from '../query/parse.ts';
import { stage } from '../transactions/staged-operations.ts';
import { countedColumn, toCount } from './counter.ts';
import { isBulk, MAX_ROWS, type Operation, perform, refuseRelationships, rowsWithIds } from './operation.ts';
import { refuseUnbound, tableOf, transactionIdOf } from './row-request.ts';
import { type Row, viewRows, viewWritten } from './row-view.ts';
import { inOneWork } from './write-row.ts';

type RowContext = Context<BackendEnv>;

/** Writing rows, one at a time (docs/rules.md#row-writes) or, for keys only, many (docs/rules.md#bulk-writes). */
export function writeRoutes(backend: BackendContext): Hono<BackendEnv> {
  /** To a visitor the database does not even exist here, as on Appwrite. Source: docs/rules.md#permissions. */
  const keysRequest = (context: RowContext, body: Body): WriteRequest => {
    if (context.get('caller') === 'key') return writeRequest(backend, context, body);
    throw new ApiError('database_not_found', { id: context.req.param('databaseId') ?? '' });
  };

  const put = (action: 'update' | 'upsert') => async (context: RowContext) => {
    const body = await readBody(context);
    const rowId = checkId('rowId', context.req.param('rowId'));
    const data = dataParam(body);
    const permissions = permissionsParam(body.get('permissions'));
    const asOf = asOfHeader(context);
    const request = writeRequest(backend, context, body);
    if (Object.keys(data).length === 0 && permissions === undefined)
      throw new ApiError('row_missing_payload');
    // The permissions of one row are given beside its data.
    const { $permissions: _, ...columns } = data;
    const [row = {}] = writeRows(request, { action, rowId, data: columns, permissions, asOf });
    return context.json(row, action === 'upsert' && request.transactionId !== '' ? 201 : 200);
  };

  const count = (action: 'increment' | 'decrement') => async (context: RowContext) => {
    const body = await readBody(context);
    const rowId = checkId('rowId', context.req.param('rowId'));
    const column = checkId('column', context.req.param('column'), CUSTOM_ID_RULE);
    const limit = action === 'increment' ? 'max' : 'min';
    const data = { column, value: body.get('value') ?? 1, [limit]: body.get(limit) ?? null };
    toCount(action, data);
    const request = writeRequest(backend, context, body);
    countedColumn(request.table, column);
    if (request.transactionId === '' && !findRow(request.table, rowId))
      throw new ApiError('column_not_found');
    const [row = {}] = writeRows(request, { action, rowId, data });
    return context.json(row);
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
      const { $permissions: _, ...columns } = data;
      const [row = {}] = writeRows(request, { action: 'create', rowId, data: columns, permissions });
      return context.json(row, 201);
    })
    .put('/', async (context) => {
      const body = await readBody(context);
      if (!body.has('rows')) throw missingParam('rows');
      const data = rowsParam(body);
      const request = keysRequest(context, body);
      refuseRelationships(request.table, 'bulkUpsert');
      if (data.length === 0) throw new ApiError('row_missing_data', 'The rows are missing.');
      return writeMany(request, 'bulkUpsert', data);
    })
    .patch('/', async (context) => {
      const body = await readBody(context);
      const data = dataParam(body);
      const request = keysRequest(context, body);
      if (Object.keys(data).length === 0) throw new ApiError('row_missing_payload');
      refuseRelationships(request.table, 'bulkUpdate');
      return writeMany(request, 'bulkUpdate', { queries: bodyQueries(body), data });
    })
    .delete('/', async (context) => {
      const body = await readBody(context);
      const request = keysRequest(context, body);
      refuseRelationships(request.table, 'bulkDelete');
      return writeMany(request, 'bulkDelete', { queries: bodyQueries(body) });
    })
    .patch('/:rowId', put('update'))
    .put('/:rowId', put('upsert'))
    .delete('/:rowId', async (context) => {
      const body = await readBody(context);
      const rowId = checkId('rowId', context.req.param('rowId'));
      const asOf = asOfHeader(context);
      writeRows(writeRequest(backend, context, body), { action: 'delete', rowId, data: {}, asOf });
      return context.body(null, 204);
    })
    .patch('/:rowId/:column/increment', count('increment'))
    .patch('/:rowId/:column/decrement', count('decrement'));
}

/** A request that writes into a table, at once or (where it names one) in a transaction. */
type WriteRequest = ReturnType<typeof writeRequest>;

function writeRequest(backend: BackendContext, context: RowContext, body: Body) {
  const table = tableOf(backend, context);
  return { backend, context, table, transactionId: transactionIdOf(context, body) };
}

/** The bulk form of `POST rows`. Source: docs/rules.md#bulk-writes. */
async function createMany(request: WriteRequest, body: Body): Promise<Response> {
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
  if (request.context.get('caller') !== 'key')
    throw new ApiError(
      'general_unauthorized_scope',
      'The current user or API key does not have the required scopes to access the requested resource.',
    );
  refuseRelationships(request.table, 'bulkCreate');
  await foldAhead(request.table, data);
  return writeMany(request, 'bulkCreate', data, request.transactionId === '' ? 201 : 200);
}

function writeMany(request: WriteRequest, action: Operation['action'], data: Json, status: 200 | 201 = 200) {
  const { context } = request;
  const rows = writeRows(request, { action, data, rowId: '' });
  // RFC 7240, section 4.2. Source: docs/rules.md#bulk-writes.
  const isMinimal = context.req.header('prefer') === 'return=minimal';
  return context.json({ total: rows.length, rows: isMinimal ? [] : rows }, status);
}

function rowsParam(body: Body): { [key: string]: Json }[] {
  const rule = `Value must a valid array no longer than ${MAX_ROWS} items and Value must be a valid JSON object`;
  return rowsWithIds(body.get('rows') ?? [], () => invalidParam('rows', rule));
}

/** The queries of the body, read once to refuse wrong ones before anything is staged. */
function bodyQueries(body: Body): Json {
  queriesParam(body.get('queries')).map(parseQuery);
  return body.get('queries') ?? [];
}

function asOfHeader(context: Context): string | undefined {
  const value = context.req.header('x-appwrite-timestamp');
  if (!value) return undefined;
  const date = toDateText(value);
  if (date) return date;
  throw new ApiError('general_argument_invalid', 'Invalid X-Appwrite-Timestamp header value');
}

type Write = Omit<Operation, 'databaseId' | 'tableId'>;

/** Does a write, or stages it when the request names a transaction; returns the rows to show. */
function writeRows(request: WriteRequest, write: Write): Row[] {
  const { backend, context, table, transactionId } = request;
  const caller = context.get('caller');
  if (caller !== 'key') refuseVisitor(request, write);
  const operation = { ...write, databaseId: table.databaseId, tableId: table.id };
  refuseUnbound(backend, context);
  if (transactionId === '') {
    const stored = inOneWork(backend, (work) => perform(work, table, operation));
    return viewWritten(caller, table, stored);
  }
  const isMany = isBulk(write.action);
  stage(backend, caller, transactionId, [operation], !isMany && !isCounter(write));
  if (isMany) return Array.isArray(write.data) ? write.data.filter(isObject) : [];
  return [stagedRow(caller, table, operation)];
}

const isCounter = ({ action }: Write) => action === 'increment' || action === 'decrement';

/** Refuses what a visitor would write to one row, in the words of docs/rules.md#permissions; a transaction refuses by itself. */
function refuseVisitor({ table, transactionId }: WriteRequest, { action, rowId }: Write): void {
  if (action === 'create') {
    const roles = rolesFor(table.permissions, 'create');
    if (roles.length === 0) throw unauthorized("No permissions provided for action 'create'");
    if (roles.some((role) => GUEST_ROLES.includes(role))) throw unauthorized();
    throw unauthorized(
      `Missing "create" permission for role "${GUEST_ROLES[0]}". Only "${JSON.stringify(roles)}" scopes are allowed and "${JSON.stringify(GUEST_ROLES)}" was given.`,
    );
  }
  if (transactionId !== '') return;
  // Whether a row exists is no secret.
  if (action === 'upsert' || findRow(table, rowId)) throw unauthorized();
  throw new ApiError('row_not_found', { id: rowId });
}

/** The row as it would be, as far as the commit is not needed to know. Source: docs/rules.md#transactions. */
function stagedRow(caller: Caller, table: OpenTable, operation: Operation): Row {
  const { rowId, data, permissions } = operation;
  const fields = isObject(data) ? data : {};
  const names = { $id: rowId, $databaseId: table.databaseId, $tableId: table.id };
  if (isCounter(operation)) return { ...names, [String(fields.column)]: fields.value ?? 1 };
  const stored = findRow(table, rowId);
  const [before] = stored ? viewRows(caller, table, [stored], WHOLE_ROW) : [];
  const now = dateText(new Date());
  const row: Row = before ?? { ...names, $sequence: '0', $createdAt: now, $permissions: [] };
  row.$updatedAt = now;
  if (permissions) row.$permissions = permissions;
  for (const key of table.columns.keys())
    row[key] = (Object.hasOwn(fields, key) ? fields[key] : row[key]) ?? null;
  return row;
}
