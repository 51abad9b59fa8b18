import { Hono } from 'hono';
import type { BackendEnv } from './context.ts';
import { ApiError } from './errors.ts';
import { requireKey } from './identity.ts';
import { SERVER_VERSION } from './sdk-warning.ts';

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
export function smallRoutes(): Hono<BackendEnv> {
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
