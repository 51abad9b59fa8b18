import type { Server } from 'node:http';
import { type Context, Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { freeSpace } from '#backend/data-folder.ts';
import { assetPath, embeddedEndpoint, healthPath, livePath, metricsPath } from '#contract/urls.ts';
import { isSecret } from '#http/secrets.ts';
import { programVersion } from '#settings/folders.ts';
import type { SiteEnv } from '#site/site-env.ts';
import { withTimeout } from '#web/library/query-failure.ts';
import type { Log } from './log.ts';

export interface HealthOptions {
  /** Counts the lessons of the library; rejects if the backend does not respond. */
  lessons(): Promise<number>;
  /** Folder the site writes to; absent if it writes nothing. */
  dataDir: string | undefined;
  /** Counts requests in queues and open connections. */
  load(): { waiting: number; connections: number };
}

export interface MonitoringOptions extends HealthOptions {
  /** The key of `/metrics`; without it that address is not there. */
  metricsKey: string | undefined;
  /** A log of JSON gets a summary of the traffic. */
  log?: Log | undefined;
}

/** Minimum free bytes: some lessons, and the database's own needs. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;
/** Library and disk are checked at most once in this time, however often health is requested. */
const HEALTH_MS = 2000;
const LIBRARY_TIMEOUT_MS = 5000;
const SUMMARY_MS = 600_000;
/** Charged for a wrong key: eight tries at once, then one in five seconds. */
const WRONG_KEY_COST_MS = 2500;
const SLOW_SECONDS = 1;
const fresh = { 'Cache-Control': 'no-store' };

/** Checks library and disk. Requests within `HEALTH_MS` share a result, which contains nothing secret. */
export function createHealth({ lessons, dataDir, load }: HealthOptions) {
  const check = async () => {
    const [library, disk] = await Promise.all([checkLibrary(lessons), dataDir && checkDisk(dataDir)]);
    const isWell = library.answers && disk !== 'low';
    return {
      status: isWell ? ('pass' as const) : ('fail' as const),
      version: programVersion,
      library,
      /** Whether the disk has room to publish; absent if lessons are stored elsewhere. */
      ...(disk && { disk }),
      /** Waiting requests; a quiet site has none. */
      queue: { waiting: load().waiting },
    };
  };
  let last: { since: number; health: ReturnType<typeof check> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.since >= HEALTH_MS) last = { since: now, health: check() };
    return last.health;
  };
}

const checkLibrary = (lessons: () => Promise<number>): Promise<{ answers: boolean; lessons?: number }> =>
  withTimeout(lessons(), LIBRARY_TIMEOUT_MS).then(
    (count) => ({ answers: true, lessons: count }),
    () => ({ answers: false }),
  );

const checkDisk = (dataDir: string) =>
  freeSpace(dataDir).then(
    (bytes) => (bytes < MIN_FREE_BYTES ? 'low' : 'enough'),
    () => 'unknown',
  );

/** The kind of an address. Nothing else of it is stored, because it may contain a visitor's search. */
function kindOf(url: string): 'page' | 'api' | 'asset' | 'file' | 'watch' {
  const path = url.replace(/\?.*/, '');
  if (path.startsWith(`${embeddedEndpoint}/`)) return 'api';
  if (path.startsWith(assetPath(''))) return 'asset';
  if ([healthPath, livePath, metricsPath].includes(path)) return 'watch';
  return /\.(?:pdf|webp)$/.test(path) ? 'file' : 'page';
}

/** Measurements for Prometheus. */
function createMetrics(health: ReturnType<typeof createHealth>, { load, dataDir }: HealthOptions) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'minbar_build_info',
    help: 'The running version.',
    labelNames: ['version'],
    registers,
  }).set({ version: programVersion }, 1);
  const requests = new Counter({
    name: 'minbar_http_requests_total',
    help: 'Responses by kind and status.',
    labelNames: ['kind', 'status'],
    registers,
  });
  const duration = new Histogram({
    name: 'minbar_http_request_duration_seconds',
    help: 'From a request to the end of its response.',
    labelNames: ['kind'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const gauge = (name: string, help: string, read: () => number | Promise<number>) =>
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.set(await read());
      },
    });
  gauge('minbar_library_up', 'Whether the library answers.', async () =>
    Number((await health()).library.answers),
  );
  gauge(
    'minbar_lessons',
    'Lessons that visitors find.',
    async () => (await health()).library.lessons ?? Number.NaN,
  );
  gauge('minbar_requests_waiting', 'Requests that wait in queues.', () => load().waiting);
  gauge('minbar_connections', 'Open connections.', () => load().connections);
  if (dataDir !== undefined)
    gauge('minbar_disk_free_bytes', 'Room on the disk of the data folder.', () =>
      freeSpace(dataDir).catch(() => Number.NaN),
    );
  return {
    registry,
    countAnswer(kind: string, status: string, seconds: number): void {
      requests.inc({ kind, status });
      duration.observe({ kind }, seconds);
    },
  };
}

/** Counts the traffic since the last summary. */
function createSummary() {
  let counts: Record<string, number> = {};
  const add = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  return {
    countAnswer(kind: string, status: string, seconds: number): void {
      if (kind === 'watch') return;
      add(kind);
      add(status);
      // A large file on a slow line takes its time.
      if (seconds > SLOW_SECONDS && kind !== 'file') add('slow');
    },
    take(): Record<string, number> {
      const current = counts;
      counts = {};
      return current;
    },
  };
}

/** Routes for monitoring programs, and measurements of responses; without a metrics key or a JSON log nothing is measured. */
export function createMonitoring(server: Server, options: MonitoringOptions) {
  const { metricsKey, log } = options;
  const health = createHealth(options);
  const app = new Hono<SiteEnv>();
  // Library and disk are not checked: cached pages are served even if the library is unavailable.
  app.get(livePath, (context) => context.json({ status: 'pass', version: programVersion }, 200, fresh));
  app.get(healthPath, async (context) => {
    const state = await health();
    return context.json(state, state.status === 'pass' ? 200 : 503, fresh);
  });

  const meters: Pick<ReturnType<typeof createSummary>, 'countAnswer'>[] = [];
  const summary = createSummary();
  const summarize = () => {
    const counts = summary.take();
    if (Object.keys(counts).length > 0) log?.write('traffic', counts);
  };
  if (log?.isJson) meters.push(summary);
  const timer = setInterval(summarize, SUMMARY_MS).unref();
  if (metricsKey) {
    const metrics = createMetrics(health, options);
    meters.push(metrics);
    const authenticate = bearerAuth({
      verifyToken(token, context: Context<SiteEnv>) {
        const isRight = isSecret(token, [metricsKey]);
        if (!isRight) context.env?.client?.charge(WRONG_KEY_COST_MS);
        return isRight;
      },
    });
    app.get(metricsPath, authenticate, async (context) => {
      const headers = { ...fresh, 'Content-Type': metrics.registry.contentType };
      return context.body(await metrics.registry.metrics(), 200, headers);
    });
  }
  if (meters.length > 0)
    server.on('request', ({ url = '' }, response) => {
      const since = performance.now();
      response.once('close', () => {
        const status = `${Math.floor(response.statusCode / 100)}xx`;
        const seconds = (performance.now() - since) / 1000;
        for (const meter of meters) meter.countAnswer(kindOf(url), status, seconds);
      });
    });

  return {
    app,
    close(): void {
      clearInterval(timer);
      summarize();
    },
  };
}
