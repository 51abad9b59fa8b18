import { Hono } from 'hono';
import type { Json } from '../change.ts';
import type { BackendContext, BackendEnv } from '../context.ts';
import { atomically } from '../database/atomically.ts';
import { ApiError, invalidParam } from '../errors.ts';
import { planRows } from '../queries/plan.ts';
import { checkId, isId, newId } from '../request/ids.ts';
import { flagParam, isObject, readBody } from '../request/json-body.ts';
import { toQueries, urlFlag, urlQueries } from '../request/query-params.ts';
import { toCount } from '../rows/counter.ts';
import {
  isBulk,
  MAX_ROWS,
  type Operation,
  type OperationAction,
  operationActions,
  rowsWithIds,
} from '../rows/operation.ts';
import { refuseUnbound } from '../rows/row-request.ts';
import { askRows } from '../search/question.ts';
import { EVERY_ROW_SQL } from '../search/term-sql.ts';
import { commit, stage } from './staged-operations.ts';
import {
  beginTransaction,
  dropTransaction,
  findTransaction,
  finishTransaction,
  requirePending,
  viewTransaction,
} from './transaction.ts';

const DEFAULT_TTL = 300;

/** Transactions: several writes that stand or fall together. Source: docs/rules.md#transactions. */
export function transactionRoutes(backend: BackendContext): Hono<BackendEnv> {
  const { database, transactions } = backend;
  return new Hono<BackendEnv>()
    .post('/', async (context) => {
      const ttl = (await readBody(context)).get('ttl') ?? DEFAULT_TTL;
      if (typeof ttl !== 'number' || !Number.isInteger(ttl) || ttl < 60 || ttl > 3600)
        throw invalidParam('ttl', 'Value must be a valid range between 60 and 3,600');
      return context.json(beginTransaction(transactions, context.get('caller'), ttl), 201);
    })
    .get('/', (context) => {
      const query = planRows(urlQueries(context), transactions);
      const counted = urlFlag(context, 'total', true);
      if (context.get('caller').kind !== 'key') return context.json({ total: 0, transactions: [] });
      const question = askRows(transactions, query, EVERY_ROW_SQL);
      const total = counted ? question.total() : 0;
      return context.json({ total, transactions: question.page().map(viewTransaction) });
    })
    .get('/:transactionId', (context) => {
      const id = checkId('transactionId', context.req.param('transactionId'));
      return context.json(viewTransaction(findTransaction(transactions, context.get('caller'), id)));
    })
    .patch('/:transactionId', async (context) => {
      const id = checkId('transactionId', context.req.param('transactionId'));
      const body = await readBody(context);
      const [toCommit, toRollBack] = [flagParam(body, 'commit'), flagParam(body, 'rollback')];
      const badRequest = (message: string) => new ApiError('general_bad_request', message);
      if (!toCommit && !toRollBack) throw badRequest('Either commit or rollback must be true');
      if (toCommit && toRollBack) throw badRequest('Cannot commit and rollback at the same time');
      requirePending(findTransaction(transactions, context.get('caller'), id));
      if (toCommit) refuseUnbound(backend, context);
      const done = toCommit
        ? commit(backend, id)
        : atomically(database, () => finishTransaction(transactions, id, 'failed'));
      return context.json(viewTransaction(done));
    })
    .delete('/:transactionId', (context) => {
      const id = checkId('transactionId', context.req.param('transactionId'));
      findTransaction(transactions, context.get('caller'), id);
      atomically(database, () => dropTransaction(transactions, id));
      return context.body(null, 204);
    })
    .post('/:transactionId/operations', async (context) => {
      const id = checkId('transactionId', context.req.param('transactionId'));
      const operations = toOperations((await readBody(context)).get('operations'));
      const transaction = stage(backend, context.get('caller'), id, operations);
      return context.json(viewTransaction(transaction), 201);
    });
}

/** Reads the `operations` of a request. Throws 400 naming what is missing or wrong. Source: docs/rules.md#transactions. */
function toOperations(value: Json | undefined): Operation[] {
  const operations = value ?? [];
  if (!Array.isArray(operations)) throw invalid('Value must be an array of operations');
  if (operations.length === 0) throw new ApiError('general_bad_request', 'Operations array cannot be empty');
  return operations.map(toOperation);
}

function toOperation(value: Json): Operation {
  if (!isObject(value)) throw invalid('Each operation must be an object');
  const fields = new Map(Object.entries(value));
  const text = (key: string): string => {
    const given = fields.get(key) ?? null;
    if (given === null) throw invalid(`Missing required key: ${key}`);
    if (typeof given !== 'string') throw invalid(`Key '${key}' must be a string`);
    return given;
  };
  const action = operationActions.find((one) => one === text('action'));
  if (!action) throw invalid(`Key 'action' must be one of: ${operationActions.join(', ')}`);
  const databaseId = text('databaseId');
  const tableId = text('tableId');
  const rowId = toRowId(action, fields.get('rowId') ?? null);
  const data = fields.get('data') ?? null;
  if (data === null && action !== 'delete') throw invalid('Missing required key: data');
  return { action, databaseId, tableId, rowId, data: toData(action, data) };
}

function toRowId(action: OperationAction, value: Json): string {
  if (isBulk(action)) return '';
  if (value === null) throw invalid(`Key 'rowId' is required for action '${action}'`);
  if (value === 'unique()' && (action === 'create' || action === 'upsert')) return newId('rowId', value);
  if (!isId(value)) throw invalid(`Key 'rowId' is not a valid id`);
  return value;
}

function toData(action: OperationAction, data: Json): Json {
  if (action === 'delete') return {};
  if (action === 'bulkCreate' || action === 'bulkUpsert')
    return rowsWithIds(data, () => invalid(`Key 'data' must be a list of at most ${MAX_ROWS} objects`));
  if (!isObject(data)) throw invalid(`Key 'data' must be an object for action '${action}'`);
  if (action === 'bulkUpdate' || action === 'bulkDelete') toQueries(data.queries);
  if (action === 'bulkUpdate' && !isObject(data.data))
    throw invalid(`Key 'data' must hold an object 'data' for action 'bulkUpdate'`);
  if (action === 'increment' || action === 'decrement') {
    if (typeof data.column !== 'string')
      throw invalid(`Key 'data' must hold a string 'column' for action '${action}'`);
    toCount(action, data);
  }
  return data;
}

function invalid(reason: string): ApiError {
  return invalidParam('operations', reason);
}
