import { Hono } from 'hono';
import { ApiError } from '#http/api-error.ts';
import { answerDurably } from './answer-durably.ts';
import { inTurn, knowCaller } from './caller.ts';
import { packJson } from './compression.ts';
import type { BackendEnv } from './context.ts';
import { errorAnswer } from './error-answer.ts';
import { requireKey } from './identity.ts';
import { crossOrigin, type OriginCheck } from './origins.ts';
import { limitJson } from './request-limits.ts';
import { rowRoutes } from './rows/row-routes.ts';
import { writeRoutes } from './rows/write-routes.ts';
import { SERVER_VERSION, warnNewerSdk } from './sdk-warning.ts';
import { bucketRoutes } from './storage/bucket-routes.ts';
import { fileRoutes } from './storage/file-routes.ts';
import type { Storage } from './storage/storage.ts';
import { transactionRoutes } from './transactions/transaction-routes.ts';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

export interface Access {
  readonly apiKeys: readonly string[];
  readonly isAllowedOrigin: OriginCheck;
  /** Headers of every answer besides the backend's own. */
  readonly headers: Readonly<Record<string, string>>;
}

const safeHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'X-Robots-Tag': 'noindex',
  'Cache-Control': 'no-store',
};

/** Composes all of `/v1`: what every request passes, then the groups of routes. */
export function createApp(backend: Storage, access: Access): Hono<BackendEnv> {
  // A slash at the end of an address is no other address, as on Appwrite.
  const app = new Hono<BackendEnv>({ strict: false }).basePath('/v1');
  app.onError(errorAnswer);
  app.notFound((context) => errorAnswer(new ApiError('general_route_not_found'), context));
  const headers = Object.entries({ ...access.headers, ...safeHeaders });
  app.use(async (context, next) => {
    await next();
    // What an answer has set itself stays: a file's bytes need others.
    for (const [name, value] of headers)
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
  });
  app.use(warnNewerSdk, crossOrigin(access.isAllowedOrigin));
  app.use(async (context, next) => {
    if (!METHODS.split(', ').includes(context.req.method)) {
      context.header('Allow', METHODS);
      throw new ApiError('general_not_implemented', `Only ${METHODS} are answered here.`);
    }
    await next();
  });
  app.use(knowCaller(backend.schema.projectId, access.apiKeys), answerDurably(backend.log));
  app.route('/storage/buckets', bucketRoutes(backend));
  app.route('/storage/buckets/:bucketId/files', fileRoutes(backend));
  app.use('/tablesdb/*', packJson, inTurn, limitJson);
  app.route('/tablesdb/transactions', transactionRoutes(backend));
  for (const routes of [rowRoutes, writeRoutes])
    app.route('/tablesdb/:databaseId/tables/:tableId/rows', routes(backend));
  app.route('/', smallRoutes());
  return app;
}

const tables = ['tables', 'collections'];
const places: readonly [scopes: readonly string[], ...paths: string[]][] = [
  [['databases'], '/tablesdb', '/tablesdb/:databaseId'],
  [tables, '/tablesdb/:databaseId/tables', '/tablesdb/:databaseId/tables/:tableId'],
  [[...tables, 'columns', 'attributes'], '/tablesdb/:databaseId/tables/:tableId/columns/*'],
  [[...tables, 'indexes'], '/tablesdb/:databaseId/tables/:tableId/indexes/*'],
  [['users'], '/users/*'],
];

/**
 * Ping and health (docs/rules.md#small-routes). What is managed by the schema file here, or does not exist here, is refused as on
 * Appwrite, and a key is told why.
 */
function smallRoutes(): Hono<BackendEnv> {
  const routes = new Hono<BackendEnv>()
    .get('/ping', (context) => context.text('Pong!'))
    .get('/health/version', (context) => context.json({ version: SERVER_VERSION }))
    .get('/health', (context) => {
      requireKey(context.get('caller'), 'health.read');
      return context.json({ name: 'http', status: 'pass', ping: 0 });
    });
  for (const [scopes, ...paths] of places)
    routes.on(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], paths, (context) => {
      const action = context.req.method === 'GET' ? 'read' : 'write';
      requireKey(context.get('caller'), ...scopes.map((scope) => `${scope}.${action}`));
      throw new ApiError(
        'general_not_implemented',
        'The embedded backend has no such route: databases, tables, columns and indexes are those of appwrite.config.json, and there are no users.',
      );
    });
  return routes;
}
