import { type Context, Hono } from 'hono';
import { ApiError, invalidParam, missingParam, unauthorizedError } from '#http/api-error.ts';
import type { BackendContext, BackendEnv } from '../context.ts';
import { formatDate, toDateText } from '../date-text.ts';
import { findRow } from '../db/rows.ts';
import type { OpenTable } from '../db/tables.ts';
import {
  type Body,
  CUSTOM_ID_RULE,
  checkId,
  parseDataParam,
  parseNewId,
  parsePermissionsParam,
  parseQueriesParam,
  readBody,
} from '../http/params.ts';
import { type Caller, GUEST_ROLES, rolesFor } from '../permissions.ts';
import { parseQuery, WHOLE_ROW } from '../query/parse.ts';
import {
  type Direction,
  findCounterColumn,
  isBulk,
  MAX_ROWS,
  type Operation,
  parseCount,
  parseRows,
  performOperation,
  refuseRelationships,
} from './operation.ts';
import { type Staging, tableOf, transactionIdOf } from './routes.ts';
import { type Row, viewRows, viewWrittenRows } from './view.ts';
import { runUnitOfWork } from './write.ts';

type RowContext = Context<BackendEnv>;

/** A table and the transaction that the request names; `transactionId` is empty without one. */
interface Target {
  readonly table: OpenTable;
  readonly transactionId: string;
}

/** Serves writes to rows (docs/rules.md#row-writes, docs/rules.md#bulk-writes, docs/rules.md#counters). Refuses all writes of visitors. */
export function createWriteRoutes(backend: BackendContext, staging: Staging): Hono<BackendEnv> {
  const targetOf = (context: RowContext, body: Body): Target => {
    const table = tableOf(backend, context);
    return { table, transactionId: transactionIdOf(context, body) };
  };

  /** Returns the target of a bulk upsert, update or delete. Throws 404 for a visitor (docs/rules.md#permissions). */
  const bulkTarget = (context: RowContext, body: Body): Target => {
    if (context.get('caller') === 'key') return targetOf(context, body);
    throw new ApiError('database_not_found', { id: context.req.param('databaseId') ?? '' });
  };

  /** Performs an operation, or stages it in its transaction. Returns the rows of the response. Throws for a visitor. */
  const write = (context: RowContext, { table, transactionId }: Target, operation: Operation): Row[] => {
    const caller = context.get('caller');
    if (caller !== 'key') refuseVisitor(table, transactionId, operation);
    if (transactionId === '') {
      const row = runUnitOfWork(backend, (work) => performOperation(work, table, operation));
      return operation.action === 'delete' ? [] : viewWrittenRows(caller, table, row);
    }
    const { id: tableId, databaseId } = table;
    const isWriteOfRow = !isBulk(operation.action) && !('column' in operation);
    staging.stage(caller, transactionId, [{ ...operation, databaseId, tableId }], isWriteOfRow);
    return computeStagedRows(caller, table, operation);
  };

  const writeMany = (context: RowContext, target: Target, operation: Operation, status: 200 | 201 = 200) => {
    const rows = write(context, target, operation);
    return context.json({ total: rows.length, rows }, status);
  };

  const createMany = async (context: RowContext, target: Target, body: Body): Promise<Response> => {
    const badRequest = (message: string) => new ApiError('general_bad_request', message);
    if (Object.keys(parseDataParam(body)).length > 0)
      throw badRequest('You can only send one of the following parameters: data, rows');
    if (body.get('rowId'))
      throw badRequest(
        'Param "rowId" is not allowed when creating multiple rows, set "$id" on each instead.',
      );
    if (Array.isArray(body.get('permissions')))
      throw badRequest(
        'Param "permissions" is disallowed when creating multiple rows, set "$permissions" on each instead',
      );
    const rows = parseRowsParam(body);
    if (context.get('caller') !== 'key')
      throw new ApiError(
        'general_unauthorized_scope',
        'The current user or API key does not have the required scopes to access the requested resource.',
      );
    refuseRelationships(target.table, 'bulkCreate');
    const status = target.transactionId === '' ? 201 : 200;
    return writeMany(context, target, { action: 'bulkCreate', rows }, status);
  };

  const save = (action: 'update' | 'upsert') => async (context: RowContext) => {
    const body = await readBody(context);
    const rowId = checkId('rowId', context.req.param('rowId'));
    const data = parseDataParam(body);
    const permissions = parsePermissionsParam(body.get('permissions'));
    const asOf = parseTimestampHeader(context);
    const target = targetOf(context, body);
    if (Object.keys(data).length === 0 && permissions === undefined)
      throw new ApiError('row_missing_payload');
    // A write to one row has its permissions next to `data`, so `$permissions` inside `data` is ignored.
    const { $permissions: _, ...columns } = data;
    const [row = {}] = write(context, target, { action, rowId, data: columns, permissions, asOf });
    return context.json(row, action === 'upsert' && target.transactionId !== '' ? 201 : 200);
  };

  const count = (action: Direction) => async (context: RowContext) => {
    const body = await readBody(context);
    const rowId = checkId('rowId', context.req.param('rowId'));
    const column = checkId('column', context.req.param('column'), CUSTOM_ID_RULE);
    const step = parseCount(action, column, Object.fromEntries(body));
    const target = targetOf(context, body);
    findCounterColumn(target.table, column);
    if (target.transactionId === '' && !findRow(target.table, rowId)) throw new ApiError('column_not_found');
    const [row = {}] = write(context, target, { action, rowId, ...step });
    return context.json(row);
  };

  return new Hono<BackendEnv>()
    .post('/', async (context) => {
      const body = await readBody(context);
      const permissions = parsePermissionsParam(body.get('permissions'));
      const data = parseDataParam(body);
      const id = body.get('rowId') ?? undefined;
      const rowId = id === undefined ? undefined : parseNewId('rowId', id);
      const target = targetOf(context, body);
      const rows = body.get('rows') ?? null;
      if (rows !== null && !(Array.isArray(rows) && rows.length === 0))
        return createMany(context, target, body);
      const createMissingDataError = (message: string) => new ApiError('row_missing_data', message);
      if (Object.keys(data).length === 0)
        throw createMissingDataError('The row data is missing. Try again with row data populated.');
      if (rowId === undefined) throw createMissingDataError('Row ID is required when creating a single row.');
      const { $permissions: _, ...columns } = data;
      const [row = {}] = write(context, target, { action: 'create', rowId, data: columns, permissions });
      return context.json(row, 201);
    })
    .put('/', async (context) => {
      const body = await readBody(context);
      if (!body.has('rows')) throw missingParam('rows');
      const rows = parseRowsParam(body);
      const target = bulkTarget(context, body);
      refuseRelationships(target.table, 'bulkUpsert');
      if (rows.length === 0) throw new ApiError('row_missing_data', 'The rows are missing.');
      return writeMany(context, target, { action: 'bulkUpsert', rows });
    })
    .patch('/', async (context) => {
      const body = await readBody(context);
      const data = parseDataParam(body);
      const target = bulkTarget(context, body);
      if (Object.keys(data).length === 0) throw new ApiError('row_missing_payload');
      refuseRelationships(target.table, 'bulkUpdate');
      const queries = parseQueriesParam(body.get('queries')).map(parseQuery);
      return writeMany(context, target, { action: 'bulkUpdate', queries, data });
    })
    .delete('/', async (context) => {
      const body = await readBody(context);
      const target = bulkTarget(context, body);
      refuseRelationships(target.table, 'bulkDelete');
      const queries = parseQueriesParam(body.get('queries')).map(parseQuery);
      return writeMany(context, target, { action: 'bulkDelete', queries });
    })
    .patch('/:rowId', save('update'))
    .put('/:rowId', save('upsert'))
    .delete('/:rowId', async (context) => {
      const body = await readBody(context);
      const rowId = checkId('rowId', context.req.param('rowId'));
      const asOf = parseTimestampHeader(context);
      write(context, targetOf(context, body), { action: 'delete', rowId, asOf });
      return context.body(null, 204);
    })
    .patch('/:rowId/:column/increment', count('increment'))
    .patch('/:rowId/:column/decrement', count('decrement'));
}

function parseRowsParam(body: Body) {
  const rule = `Value must a valid array no longer than ${MAX_ROWS} items and Value must be a valid JSON object`;
  return parseRows(body.get('rows') ?? [], () => invalidParam('rows', rule));
}

function parseTimestampHeader(context: Context): string | undefined {
  const value = context.req.header('x-appwrite-timestamp');
  if (!value) return undefined;
  const date = toDateText(value);
  if (date) return date;
  throw new ApiError('general_argument_invalid', 'Invalid X-Appwrite-Timestamp header value');
}

/**
 * Throws the error of docs/rules.md#permissions for a visitor's write to one row. In a transaction, throws only for creations, because
 * `Staging.stage` refuses all other writes.
 */
function refuseVisitor(table: OpenTable, transactionId: string, operation: Operation): void {
  if (operation.action === 'create') {
    const roles = rolesFor(table.permissions, 'create');
    if (roles.length === 0) throw unauthorizedError("No permissions provided for action 'create'");
    if (roles.some((role) => GUEST_ROLES.includes(role))) throw unauthorizedError();
    throw unauthorizedError(
      `Missing "create" permission for role "${GUEST_ROLES[0]}". Only "${JSON.stringify(roles)}" scopes are allowed and "${JSON.stringify(GUEST_ROLES)}" was given.`,
    );
  }
  if (transactionId !== '') return;
  const id = 'rowId' in operation ? operation.rowId : '';
  // The error reveals whether the row exists, as on Appwrite.
  if (operation.action === 'upsert' || findRow(table, id)) throw unauthorizedError();
  throw new ApiError('row_not_found', { id });
}

/** Computes the rows of a staged operation, as far as they can be computed before the commit. Source: docs/rules.md#transactions. */
function computeStagedRows(caller: Caller, table: OpenTable, operation: Operation): Row[] {
  switch (operation.action) {
    case 'bulkCreate':
    case 'bulkUpsert':
      return [...operation.rows];
    case 'create':
    case 'update':
    case 'upsert': {
      const { rowId, data, permissions } = operation;
      const now = formatDate(new Date());
      const storedRow = findRow(table, rowId);
      const [before] = storedRow ? viewRows(caller, table, [storedRow], WHOLE_ROW) : [];
      const row: Row = before ?? {
        ...idsOf(table, rowId),
        $sequence: '0',
        $createdAt: now,
        $permissions: [],
      };
      row.$updatedAt = now;
      if (permissions) row.$permissions = permissions;
      for (const key of table.columns.keys())
        row[key] = (Object.hasOwn(data, key) ? data[key] : row[key]) ?? null;
      return [row];
    }
    case 'increment':
    case 'decrement':
      return [{ ...idsOf(table, operation.rowId), [operation.column]: operation.by }];
    default:
      return [];
  }
}

const idsOf = (table: OpenTable, rowId: string) => ({
  $id: rowId,
  $databaseId: table.databaseId,
  $tableId: table.id,
});
