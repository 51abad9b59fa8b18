import { type ErrorHandler, Hono, type MiddlewareHandler } from 'hono';
import { compress } from 'hono/compress';
import { secureHeaders } from 'hono/secure-headers';
import { ApiError, type ErrorType } from '#http/api-error.ts';
import { logFailure } from '#http/failures.ts';
import type { BackendEnv } from './context.ts';
import { sqliteCodeOf } from './db/sqlite.ts';
import type { WriteAheadLog } from './db/wal.ts';
import { identifyCaller, queue, requireKey } from './http/auth.ts';
import { allowCrossOrigin, type OriginCheck } from './http/cors.ts';
import { limitJson } from './http/params.ts';
import { createRowRoutes } from './rows/routes.ts';
import { createWriteRoutes } from './rows/write-routes.ts';
import { createBucketRoutes, createFileRoutes } from './storage/routes.ts';
import type { Storage } from './storage/store.ts';
import { createTransactionRoutes } from './transactions/routes.ts';
import { createStaging } from './transactions/transactions.ts';

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

export interface Access {
  readonly apiKeys: readonly string[];
  readonly isAllowedOrigin: OriginCheck;
  /** Headers added to every response, unless a route or the backend sets them. */
  readonly headers: Readonly<Record<string, string>>;
}

const DEFAULT_HEADERS = { 'X-Robots-Tag': 'noindex', 'Cache-Control': 'no-store' };

/** Security headers that a route can replace, as the routes of stored files do. */
const securityHeaders = secureHeaders({
  overwrite: false,
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  referrerPolicy: 'strict-origin-when-cross-origin',
  // Turned off here, because the site itself sends those that it needs.
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  strictTransportSecurity: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

/** Composes `/v1`: the middleware, then the groups of routes. */
export function createApp(backend: Storage, access: Access): Hono<BackendEnv> {
  // `strict: false` ignores a trailing slash, as Appwrite does.
  const app = new Hono<BackendEnv>({ strict: false }).basePath('/v1');
  app.onError(errorResponse);
  app.notFound((context) => errorResponse(new ApiError('general_route_not_found'), context));
  const headers = Object.entries({ ...access.headers, ...DEFAULT_HEADERS });
  app.use(async (context, next) => {
    await next();
    for (const [name, value] of headers)
      if (!context.res.headers.has(name)) context.res.headers.set(name, value);
  });
  app.use(securityHeaders, warnNewerSdk, ...allowCrossOrigin(access.isAllowedOrigin));
  app.use(async (context, next) => {
    if (!METHODS.split(', ').includes(context.req.method)) {
      context.header('Allow', METHODS);
      throw new ApiError('general_not_implemented', `The supported methods are ${METHODS}.`);
    }
    await next();
  });
  app.use(identifyCaller(backend.schema.projectId, access.apiKeys), respondDurably(backend.log));
  app.route('/storage/buckets', createBucketRoutes(backend));
  app.route('/storage/buckets/:bucketId/files', createFileRoutes(backend));
  // Responses to writes stay uncompressed, because they repeat what the client sent.
  app.on('GET', '/tablesdb/*', compress({ encoding: 'gzip' }));
  app.use('/tablesdb/*', queue, limitJson);
  const staging = createStaging(backend);
  app.route('/tablesdb/transactions', createTransactionRoutes(backend, staging));
  for (const routes of [createRowRoutes, createWriteRoutes])
    app.route('/tablesdb/:databaseId/tables/:tableId/rows', routes(backend, staging));
  app.route('/', createSystemRoutes());
  return app;
}

const numericCollator = new Intl.Collator('en', { numeric: true });

/** Warns clients whose SDK is newer than this wire format. Source: docs/rules.md#sdk-versions. */
const warnNewerSdk: MiddlewareHandler = async (context, next) => {
  await next();
  const format = context.req.header('x-appwrite-response-format') ?? '';
  if (!/^\d+\.\d+\.\d+$/.test(format) || numericCollator.compare(format, SERVER_VERSION) <= 0) return;
  context.res.headers.set(
    'X-Appwrite-Warning',
    `The current SDK is built for Appwrite ${format}. However, the current Appwrite server version is ${SERVER_VERSION}. Please downgrade your SDK to match the Appwrite version: https://appwrite.io/docs/sdks`,
  );
};

const TABLE_SCOPES = ['tables', 'collections'];
/** Unsupported Appwrite routes with the scopes that they need. The schema file replaces these routes, or they have no purpose here. */
const unsupportedRoutes: readonly [scopes: readonly string[], ...paths: string[]][] = [
  [['databases'], '/tablesdb', '/tablesdb/:databaseId'],
  [TABLE_SCOPES, '/tablesdb/:databaseId/tables', '/tablesdb/:databaseId/tables/:tableId'],
  [[...TABLE_SCOPES, 'columns', 'attributes'], '/tablesdb/:databaseId/tables/:tableId/columns/*'],
  [[...TABLE_SCOPES, 'indexes'], '/tablesdb/:databaseId/tables/:tableId/indexes/*'],
  [['buckets'], '/storage/buckets', '/storage/buckets/:bucketId'],
  [['users'], '/users/*'],
];

/** Serves ping and health (docs/rules.md#ping-and-health) and refuses unsupported routes. Only callers with a key receive the reason. */
function createSystemRoutes(): Hono<BackendEnv> {
  const routes = new Hono<BackendEnv>()
    .get('/ping', (context) => context.text('Pong!'))
    .get('/health/version', (context) => context.json({ version: SERVER_VERSION }))
    .get('/health', (context) => {
      requireKey(context, 'health.read');
      return context.json({ name: 'http', status: 'pass', ping: 0 });
    });
  for (const [scopes, ...paths] of unsupportedRoutes)
    routes.on(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'], paths, (context) => {
      const action = context.req.method === 'GET' ? 'read' : 'write';
      requireKey(context, ...scopes.map((scope) => `${scope}.${action}`));
      throw new ApiError(
        'general_not_implemented',
        'The embedded backend does not support this route: appwrite.config.json defines the databases, tables, columns, indexes and buckets, and there are no users.',
      );
    });
  return routes;
}

/** The Appwrite version whose wire format this backend implements. */
const SERVER_VERSION = '2.3.0';

const UNCACHED = { 'Cache-Control': 'no-cache, no-store, must-revalidate', Pragma: 'no-cache', Expires: '0' };

/** Error types by the SQLite error codes that a caller can act on. */
const sqliteErrors: ReadonlyMap<number, ErrorType> = new Map([
  [5, 'database_timeout'], // SQLITE_BUSY, after five seconds of waiting
  [13, 'database_full'], // SQLITE_FULL
]);

/** Turns a thrown error into a response. Logs unexpected errors and shows them as "Server Error". */
export const errorResponse: ErrorHandler = (error, context) => {
  const apiError = toApiError(error);
  // A client that disconnects during its request is not a failure.
  if (!apiError && !context.req.raw.signal.aborted)
    context.header('X-Request-Id', logFailure(error, context.req.raw));
  const { message, code, type, values } = apiError ?? new ApiError('general_unknown');
  const retryHeader = values.retryAfter === undefined ? {} : { 'Retry-After': values.retryAfter };
  return context.json({ message, code, type, version: SERVER_VERSION }, code, {
    ...UNCACHED,
    ...retryHeader,
  });
};

function toApiError(error: Error): ApiError | undefined {
  if (error instanceof ApiError) return error;
  const { code } = error as { code?: string };
  // Stored files are on the same disk as the database, so the remedy is the same.
  if (code === 'ENOSPC') return new ApiError('database_full');
  const type = sqliteErrors.get(sqliteCodeOf(error) ?? 0);
  return type && new ApiError(type);
}

const READ_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** Delays the response to a write until the write is on the disk. Source: docs/rules.md#durability. */
export function respondDurably(log: WriteAheadLog): MiddlewareHandler<BackendEnv> {
  return async (context, next) => {
    await next();
    if (!READ_METHODS.includes(context.req.method) && !context.get('isDurable')) await log.flush();
  };
}
