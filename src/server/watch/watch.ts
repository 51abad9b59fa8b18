import type { Server } from 'node:http';
import { freeSpace } from '#publisher/disk-space.ts';
import type { Health } from './health.ts';
import type { JsonLog } from './json-log.ts';
import { metricsText } from './metrics.ts';
import { createSummary, createTraffic } from './traffic.ts';

export interface WatchOptions {
  /** Whoever brings it is shown the measurements. */
  metricsKey: string | undefined;
  log: JsonLog | undefined;
  health(): Promise<Health>;
  connections(): number;
  dataDir: string | undefined;
}

export type Watch = ReturnType<typeof watchServer>;

const summaryEvery = 10 * 60_000;
const countEvery = 60 * 60_000;

/** Measures what a server answers, for the log and for Prometheus. Without either it measures nothing and costs nothing. */
export function watchServer(server: Server, options: WatchOptions) {
  const { metricsKey, log, health, connections, dataDir } = options;
  const traffic = createTraffic();
  if (log || metricsKey)
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

  return {
    /** The measurements, for whoever brings the key. */
    async metrics(): Promise<string> {
      return metricsText(traffic.all(), {
        health: await health(),
        connections: connections(),
        diskFree: dataDir === undefined ? undefined : await freeSpace(dataDir).catch(() => undefined),
      });
    },
    close(): void {
      for (const timer of timers) clearInterval(timer);
      summarize();
      log?.count();
    },
  };
}
