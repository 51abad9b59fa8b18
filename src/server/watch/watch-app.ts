import type { Server } from 'node:http';
import { Hono } from 'hono';
import { healthPath, livePath, metricsPath } from '#contract/urls.ts';
import { isSecret } from '#http/secrets.ts';
import { freeSpace } from '#library/disk-space.ts';
import { programVersion } from '#settings/folders.ts';
import type { SiteEnv } from '#site/site-env.ts';
import { createHealth, type HealthOptions } from './health.ts';
import type { JsonLog } from './json-log.ts';
import { metricsText } from './metrics.ts';
import { createTraffic } from './traffic.ts';

export interface WatchAppOptions extends HealthOptions {
  /** Whoever brings it is shown the measurements. */
  metricsKey: string | undefined;
  log: JsonLog | undefined;
}

const summaryEvery = 10 * 60_000;
const countEvery = 60 * 60_000;
/** Milliseconds of its share that a wrong key costs whoever tries it. */
const wrongKeyCost = 2500;
const fresh = { 'Cache-Control': 'no-store' };

/**
 * Measures what a server answers, for the log and for Prometheus; without either it measures nothing and costs nothing. Its `app` is
 * asked by what watches the site; to anybody else `/metrics` is no address, or wants a key.
 */
export function createWatchApp(server: Server, options: WatchAppOptions) {
  const { metricsKey, log, load, dataDir } = options;
  const health = createHealth(options);
  const traffic = createTraffic();
  if (log || metricsKey)
    server.on('request', ({ url = '' }, response) => {
      const since = performance.now();
      response.once('close', () =>
        traffic.answered(url, response.statusCode, (performance.now() - since) / 1000),
      );
    });
  const summarize = () => {
    const came = traffic.summary();
    if (came) log?.write('info', 'traffic', came);
  };
  const timers = log ? [setInterval(summarize, summaryEvery), setInterval(log.count, countEvery)] : [];
  for (const timer of timers) timer.unref();

  const app = new Hono<SiteEnv>();
  // The library and the disk are not looked at: pages of a library that is away are still served.
  app.get(livePath, (context) => context.json({ status: 'pass', version: programVersion }, 200, fresh));
  app.get(healthPath, async (context) => {
    const state = await health();
    return context.json(state, state.status === 'pass' ? 200 : 503, fresh);
  });
  if (metricsKey)
    app.get(metricsPath, async (context) => {
      const given = context.req.header('Authorization') ?? '';
      const [, key = ''] = /^Bearer +(\S+)$/i.exec(given) ?? [];
      if (!isSecret(key, [metricsKey])) {
        // Eight tries of a share at once, then one in five seconds.
        if (given) context.env?.client?.charge(wrongKeyCost);
        return context.text('Unauthorized', 401, { ...fresh, 'WWW-Authenticate': 'Bearer' });
      }
      const text = metricsText(traffic.all(), {
        health: await health(),
        connections: load().connections,
        diskFree: dataDir === undefined ? undefined : await freeSpace(dataDir).catch(() => undefined),
      });
      // Prometheus' text format.
      return context.body(text, 200, {
        ...fresh,
        'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
      });
    });

  return {
    app,
    close(): void {
      for (const timer of timers) clearInterval(timer);
      summarize();
      log?.count();
    },
  };
}
