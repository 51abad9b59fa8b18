import { Hono } from 'hono';
import type { BackendEnv } from './context.ts';
import { requireKey } from './identity.ts';
import { SERVER_VERSION } from './version.ts';

/** Ping and health. Source: docs/rules.md#small-routes. */
export function smallRoutes(): Hono<BackendEnv> {
  return new Hono<BackendEnv>()
    .get('/ping', (context) => context.text('Pong!'))
    .get('/health/version', (context) => context.json({ version: SERVER_VERSION }))
    .get('/health', (context) => {
      requireKey(context.get('caller'), 'health.read');
      return context.json({ name: 'http', status: 'pass', ping: 0 });
    });
}
