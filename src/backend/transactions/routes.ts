import { Hono } from 'hono';
import { ApiError, invalidParam } from '#http/api-error.ts';
import type { BackendContext, BackendEnv, Json } from '../context.ts';
import { runAtomically } from '../db/sqlite.ts';
import {
  checkId,
  isId,
  isObject,
  parseFlagParam,
  parseNewId,
  parseQueriesParam,
  parseUrlFlag,
  parseUrlQueries,
  readBody,
} from '../http/params.ts';
import { listRows } from '../query/list.ts';
import { parseQuery } from '../query/parse.ts';
import { planRows } from '../query/plan.ts';
import { EVERY_ROW_SQL } from '../query/sql.ts';
import { isBulk, MAX_ROWS, type Operation, parseCount, parseRows } from '../rows/operation.ts';
import type { Staging, TargetedOperation } from '../rows/routes.ts';
import {
  beginTransaction,
  commit,
  dropTransaction,
  findTransaction,
  finishTransaction,
  requirePending,
  viewTransaction,
} from './transactions.ts';

const DEFAULT_TTL_SECONDS = 300;

/** Serves transactions: several writes that are committed together. Source: docs/rules.md#transactions. */
export function createTransactionRoutes(backend: BackendContext, staging: Staging): Hono<BackendEnv> {
  const { database, transactions } = backend;
  return new Hono<BackendEnv>()
    .post('/', async (context) => {
      const ttl = (await readBody(context)).get('ttl') ?? DEFAULT_TTL_SECONDS;
      if (typeof ttl !== 'number' || !Number.isInteger(ttl) || ttl < 60 || ttl > 3600)
        throw invalidParam('ttl', 'Value must be a valid range between 60 and 3,600');
      return context.json(beginTransaction(transactions, context.get('caller'), ttl), 201);
    })
    .get('/', (context) => {
      const query = planRows(parseUrlQueries(context).map(parseQuery), transactions);
      const withTotal = parseUrlFlag(context, 'total', true);
      if (context.get('caller') !== 'key') return context.json({ total: 0, transactions: [] });
      const { total, rows } = listRows(transactions, { ...query, withTotal }, EVERY_ROW_SQL);
      return context.json({ total, transactions: rows.map(viewTransaction) });
    })
    .get('/:transactionId', (context) => {
      const id = checkId('transactionId', context.req.param('transactionId'));
      return context.json(viewTransaction(findTransaction(transactions, context.get('caller'), id)));
    })
    .patch('/:transactionId', async (context) => {
      const id = checkId('transactionId', context.req.param('transactionId'));
      const body = await readBody(context);
      const [toCommit, toRollBack] = [parseFlagParam(body, 'commit'), parseFlagParam(body, 'rollback')];
      const badRequest = (message: string) => new ApiError('general_bad_request', message);
      if (!toCommit && !toRollBack) throw badRequest('Either commit or rollback must be true');
      if (toCommit && toRollBack) throw badRequest('Cannot commit and rollback at the same time');
      const transaction = findTransaction(transactions, context.get('caller'), id);
      requirePending(transaction);
      const finishedTransaction = toCommit
        ? commit(backend, transaction)
        : runAtomically(database, () => finishTransaction(transactions, transaction, 'failed'));
      return context.json(viewTransaction(finishedTransaction));
    })
    .delete('/:transactionId', (context) => {
      const id = checkId('transactionId', context.req.param('transactionId'));
      const transaction = findTransaction(transactions, context.get('caller'), id);
      runAtomically(database, () => dropTransaction(transactions, transaction));
      return context.body(null, 204);
    })
    .post('/:transactionId/operations', async (context) => {
      const id = checkId('transactionId', context.req.param('transactionId'));
      const operations = parseOperations((await readBody(context)).get('operations'));
      const transaction = staging.stage(context.get('caller'), id, operations);
      return context.json(viewTransaction(transaction), 201);
    });
}

const SINGLE_ACTIONS = ['create', 'update', 'upsert', 'delete', 'increment', 'decrement'] as const;
const BULK_ACTIONS = ['bulkCreate', 'bulkUpdate', 'bulkUpsert', 'bulkDelete'] as const;
const ACTIONS: readonly Operation['action'][] = [...SINGLE_ACTIONS, ...BULK_ACTIONS];

/** Parses the `operations` of a request. Throws 400 with the name of a missing or wrong field. Source: docs/rules.md#transactions. */
function parseOperations(value: Json | undefined): TargetedOperation[] {
  const operations = value ?? [];
  if (!Array.isArray(operations)) throw invalidOperations('Value must be an array of operations');
  if (operations.length === 0) throw new ApiError('general_bad_request', 'Operations array cannot be empty');
  return operations.map(parseOperation);
}

function parseOperation(value: Json): TargetedOperation {
  if (!isObject(value)) throw invalidOperations('Each operation must be an object');
  const fields = new Map(Object.entries(value));
  const text = (key: string): string => {
    const value = fields.get(key) ?? null;
    if (value === null) throw invalidOperations(`Missing required key: ${key}`);
    if (typeof value !== 'string') throw invalidOperations(`Key '${key}' must be a string`);
    return value;
  };
  const action = ACTIONS.find((action) => action === text('action'));
  if (!action) throw invalidOperations(`Key 'action' must be one of: ${ACTIONS.join(', ')}`);
  const [databaseId, tableId] = [text('databaseId'), text('tableId')];
  const rowId = isBulk(action) ? '' : parseRowId(action, fields.get('rowId') ?? null);
  const data = fields.get('data') ?? null;
  if (data === null && action !== 'delete') throw invalidOperations('Missing required key: data');
  return { databaseId, tableId, ...parseData(action, rowId, data) };
}

function parseRowId(action: Operation['action'], value: Json): string {
  if (value === null) throw invalidOperations(`Key 'rowId' is required for action '${action}'`);
  if (value === 'unique()' && (action === 'create' || action === 'upsert')) return parseNewId('rowId', value);
  if (!isId(value)) throw invalidOperations(`Key 'rowId' is not a valid id`);
  return value;
}

function parseData(action: Operation['action'], rowId: string, data: Json): Operation {
  if (action === 'delete') return { action, rowId };
  if (action === 'bulkCreate' || action === 'bulkUpsert') {
    const refusal = () => invalidOperations(`Key 'data' must be a list of at most ${MAX_ROWS} objects`);
    return { action, rows: parseRows(data, refusal) };
  }
  if (!isObject(data)) throw invalidOperations(`Key 'data' must be an object for action '${action}'`);
  if (action === 'increment' || action === 'decrement') {
    if (typeof data.column !== 'string')
      throw invalidOperations(`Key 'data' must contain a string 'column' for action '${action}'`);
    return { action, rowId, ...parseCount(action, data.column, data) };
  }
  if (action !== 'bulkUpdate' && action !== 'bulkDelete') return { action, rowId, data };
  const queries = parseQueriesParam(data.queries).map(parseQuery);
  if (action === 'bulkDelete') return { action, queries };
  if (!isObject(data.data))
    throw invalidOperations(`Key 'data' must contain an object 'data' for action 'bulkUpdate'`);
  return { action, queries, data: data.data };
}

function invalidOperations(reason: string): ApiError {
  return invalidParam('operations', reason);
}
