import { Hono } from 'hono';
import { ApiError, invalidParam } from '#http/api-error.ts';
import type { BackendContext, BackendEnv } from '../context.ts';
import { atomically } from '../db/sqlite.ts';
import { checkId, flagParam, readBody, urlFlag, urlQueries } from '../http/params.ts';
import { listRows } from '../query/list.ts';
import { parseQuery } from '../query/parse.ts';
import { planRows } from '../query/plan.ts';
import { EVERY_ROW_SQL } from '../query/sql.ts';
import { toOperations } from '../rows/operation.ts';
import { refuseUnbound } from '../rows/row-request.ts';
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
      const query = planRows(urlQueries(context).map(parseQuery), transactions);
      const counted = urlFlag(context, 'total', true);
      if (context.get('caller') !== 'key') return context.json({ total: 0, transactions: [] });
      const question = listRows(transactions, query, EVERY_ROW_SQL);
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
