import { Hono } from 'hono';
import { isSecret } from '#backend/is-secret.ts';
import type { SiteEnv } from '../site-env.ts';
import type { Watch, WatchOptions } from './watch.ts';

/** Milliseconds of its share that a wrong key costs whoever tries it. */
const wrongKeyCost = 2500;

/** What watches the site asks these; to anybody else `/metrics` is no address, or wants a key. */
export function createWatchApp(
  { metricsKey, health }: Pick<WatchOptions, 'metricsKey' | 'health'>,
  { metrics }: Pick<Watch, 'metrics'>,
): Hono<SiteEnv> {
  const app = new Hono<SiteEnv>();
  const fresh = { 'Cache-Control': 'no-store' };
  app.get('/health', async (context) => {
    const state = await health();
    return context.json(state, state.status === 'pass' ? 200 : 503, fresh);
  });
  if (metricsKey)
    app.get('/metrics', async (context) => {
      const given = context.req.header('Authorization') ?? '';
      const [, key = ''] = /^Bearer +(\S+)$/i.exec(given) ?? [];
      if (!isSecret(key, [metricsKey])) {
        // Eight tries of a share at once, then one in five seconds.
        if (given) context.env?.visit?.pass(wrongKeyCost);
        return context.text('Unauthorized', 401, { ...fresh, 'WWW-Authenticate': 'Bearer' });
      }
      // Prometheus' text format.
      const type = 'text/plain; version=0.0.4; charset=utf-8';
      return context.body(await metrics(), 200, { ...fresh, 'Content-Type': type });
    });
  return app;
}
