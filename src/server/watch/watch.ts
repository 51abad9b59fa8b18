import type { Server } from 'node:http';
import { freeSpace } from '#publisher/disk-space.ts';
import type { Health } from './health.ts';
import type { JsonLog } from './json-log.ts';
import { bringsKey, metricsText } from './metrics.ts';
import { createSummary, createTraffic } from './traffic.ts';

export interface WatchOptions {
  /** Whoever brings it is shown the measurements. */
  metricsKey: string | undefined;
  log: JsonLog | undefined;
  health(): Promise<Health>;
  connections(): number;
  dataDir: string | undefined;
}

export interface Watch {
  /** The measurements for whoever brings the key, null for anybody else; absent when there is no key. */
  metrics?: (authorization: string | undefined) => Promise<string | null>;
  close(): void;
}

const summaryEvery = 10 * 60_000;
const countEvery = 60 * 60_000;

/** Measures what a server answers, for the log and for Prometheus. Without either it measures nothing and costs nothing. */
export function watchServer(server: Server, options: WatchOptions): Watch {
  const { metricsKey, log, health, connections, dataDir } = options;
  if (!log && !metricsKey) return { close: () => {} };
  const traffic = createTraffic();
  server.on('request', ({ url = '' }, response) => {
    const since = performance.now();
    response.once('close', () =>
      traffic.answered(url, response.statusCode, (performance.now() - since) / 1000),
    );
  });
  const summary = createSummary(traffic);
  const summarize = () => {
    const came = summary();
    if (came) log?.write('info', 'traffic', came);
  };
  const timers = log ? [setInterval(summarize, summaryEvery), setInterval(log.count, countEvery)] : [];
  for (const timer of timers) timer.unref();

  const metrics = async () => {
    const { user, system } = process.cpuUsage();
    return metricsText(traffic.all(), {
      health: await health(),
      connections: connections(),
      diskFree: dataDir === undefined ? undefined : await freeSpace(dataDir).catch(() => undefined),
      memory: process.memoryUsage.rss(),
      processor: (user + system) / 1e6,
      startedAt: performance.timeOrigin / 1000,
    });
  };
  return {
    ...(metricsKey && {
      metrics: async (authorization) => (bringsKey(authorization, metricsKey) ? metrics() : null),
    }),
    close() {
      for (const timer of timers) clearInterval(timer);
      summarize();
      log?.count();
    },
  };
}
