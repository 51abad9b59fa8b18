import { Hono } from 'hono';
import type { Headers } from '../security-headers.ts';
import type { SiteEnv } from '../site-env.ts';
import type { Health } from './health.ts';
import type { Watch } from './watch.ts';

/** Milliseconds of its share that a wrong key costs whoever tries it. */
const wrongKeyCost = 2500;

/** What watches the site asks these; to anybody else `/metrics` is no address, or wants a key. */
export function createWatchApp({
  health,
  metrics,
  headers,
}: {
  health(): Promise<Health>;
  metrics: Watch['metrics'];
  headers: Headers;
}): Hono<SiteEnv> {
  const app = new Hono<SiteEnv>();
  const fresh = { ...headers, 'Cache-Control': 'no-store' };
  app.get('/health', async (context) => {
    const state = await health();
    return context.json(state, state.status === 'pass' ? 200 : 503, fresh);
  });
  if (metrics) {
    app.get('/metrics', async (context) => {
      const text = await metrics(context.req.header('Authorization'));
      // Eight tries of a share at once, then one in five seconds.
      if (text === null && context.req.header('Authorization')) context.env?.visit?.pass(wrongKeyCost);
      if (text === null) return context.text('Unauthorized', 401, { ...fresh, 'WWW-Authenticate': 'Bearer' });
      // Prometheus' text format.
      return context.body(text, 200, {
        ...fresh,
        'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      });
    });
  }
  return app;
}
