import type { Server } from 'node:http';
import { type Context, Hono } from 'hono';
import { bearerAuth } from 'hono/bearer-auth';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { readFreeSpace } from '#backend/data-folder.ts';
import { assetPath, embeddedEndpoint, healthPath, livePath, metricsPath } from '#contract/urls.ts';
import { isSecret } from '#http/secrets.ts';
import { programVersion } from '#settings/folders.ts';
import type { SiteEnv } from '#site/site-env.ts';
import { withTimeout } from '#web/library/query-failure.ts';
import type { Log } from './log.ts';

export interface HealthOptions {
  /** Counts the lessons of the library; rejects if the backend does not respond. */
  countLessons(): Promise<number>;
  /** Data folder of the embedded backend; undefined with a hosted backend. */
  dataDir: string | undefined;
  /** Counts requests in queues and open connections. */
  load(): { waiting: number; connections: number };
}

export interface MonitoringOptions extends HealthOptions {
  /** Key for `/metrics`. If it is undefined, `/metrics` responds with 404. */
  metricsKey: string | undefined;
  /** The site's log; a JSON log receives traffic summaries. */
  log?: Log | undefined;
}

/** Minimum free disk space in bytes, enough for some lessons and the database. */
const MIN_FREE_BYTES = 64 * 1024 * 1024;
/** Time during which the result of a health check is reused, in milliseconds. */
const HEALTH_REUSE_MS = 2000;
const LIBRARY_TIMEOUT_MS = 5000;
/** Interval between traffic summaries in the log, in milliseconds. */
const SUMMARY_INTERVAL_MS = 600_000;
/** CPU budget charged for a wrong key, in milliseconds: allows a burst of eight tries, then one every five seconds. */
const WRONG_KEY_COST_MS = 2500;
const SLOW_RESPONSE_SECONDS = 1;
const noStore = { 'Cache-Control': 'no-store' };

/** Creates a check of the library and the disk. Requests within `HEALTH_REUSE_MS` share its result, which contains nothing secret. */
export function createHealth({ countLessons, dataDir, load }: HealthOptions) {
  const check = async () => {
    const [library, disk] = await Promise.all([checkLibrary(countLessons), dataDir && checkDisk(dataDir)]);
    const isHealthy = library.available && disk !== 'low';
    return {
      status: isHealthy ? ('pass' as const) : ('fail' as const),
      version: programVersion,
      library,
      /** Free disk space: `enough`, `low` or `unknown`. Absent with a hosted backend. */
      ...(disk && { disk }),
      /** Requests in queues; zero on an idle site. */
      queue: { waiting: load().waiting },
    };
  };
  let lastCheck: { startedAt: number; health: ReturnType<typeof check> } | undefined;
  return () => {
    const now = performance.now();
    if (!lastCheck || now - lastCheck.startedAt >= HEALTH_REUSE_MS)
      lastCheck = { startedAt: now, health: check() };
    return lastCheck.health;
  };
}

const checkLibrary = (
  countLessons: () => Promise<number>,
): Promise<{ available: boolean; lessons?: number }> =>
  withTimeout(countLessons(), LIBRARY_TIMEOUT_MS).then(
    (count) => ({ available: true, lessons: count }),
    () => ({ available: false }),
  );

const checkDisk = (dataDir: string) =>
  readFreeSpace(dataDir).then(
    (bytes) => (bytes < MIN_FREE_BYTES ? 'low' : 'enough'),
    () => 'unknown',
  );

/** Addresses whose responses are files: PDFs, pictures, icons and archives of the site, and stored files of the backend. */
const filePattern = new RegExp(
  `\\.(?:pdf|zip|webp|jpg|png|ico)$|^${embeddedEndpoint}/storage/.+/(?:view|download)/?$`,
);

/**
 * Returns the kind of an address. Only the kind is recorded, because the address can contain a visitor's search. Files are separate,
 * because they take a long time on a slow connection even if the site is fast.
 */
function kindOf(url: string): 'page' | 'api' | 'asset' | 'file' | 'watch' {
  const path = url.replace(/\?.*/, '');
  if ([healthPath, livePath, metricsPath].includes(path)) return 'watch';
  if (path.startsWith(assetPath(''))) return 'asset';
  if (filePattern.test(path)) return 'file';
  return path.startsWith(`${embeddedEndpoint}/`) ? 'api' : 'page';
}

/** Creates the metrics for Prometheus. */
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
    help: 'Seconds from a request to the end of its response.',
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
  gauge('minbar_library_up', 'Whether the library responds.', async () =>
    Number((await health()).library.available),
  );
  gauge(
    'minbar_lessons',
    'Lessons that visitors find.',
    async () => (await health()).library.lessons ?? Number.NaN,
  );
  gauge('minbar_requests_waiting', 'Requests that wait in queues.', () => load().waiting);
  gauge('minbar_connections', 'Open connections.', () => load().connections);
  if (dataDir !== undefined)
    gauge('minbar_disk_free_bytes', 'Free space on the disk of the data folder.', () =>
      readFreeSpace(dataDir).catch(() => Number.NaN),
    );
  return {
    registry,
    countResponse(kind: string, status: string, seconds: number): void {
      requests.inc({ kind, status });
      duration.observe({ kind }, seconds);
    },
  };
}

/** Counts responses since the last summary, except those to monitoring tools. */
function createSummary() {
  let counts: Record<string, number> = {};
  const add = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  return {
    countResponse(kind: string, status: string, seconds: number): void {
      if (kind === 'watch') return;
      add(kind);
      add(status);
      if (seconds > SLOW_RESPONSE_SECONDS && kind !== 'file') add('slow');
    },
    takeCounts(): Record<string, number> {
      const current = counts;
      counts = {};
      return current;
    },
  };
}

/** Creates the routes for monitoring tools. Measures responses if there is a metrics key or a JSON log. */
export function createMonitoring(server: Server, options: MonitoringOptions) {
  const { metricsKey, log } = options;
  const health = createHealth(options);
  const app = new Hono<SiteEnv>();
  // Library and disk are not checked: cached pages are served even if the library is unavailable.
  app.get(livePath, (context) => context.json({ status: 'pass', version: programVersion }, 200, noStore));
  app.get(healthPath, async (context) => {
    const state = await health();
    return context.json(state, state.status === 'pass' ? 200 : 503, noStore);
  });

  const meters: Pick<ReturnType<typeof createSummary>, 'countResponse'>[] = [];
  const summary = createSummary();
  const summarize = () => {
    const counts = summary.takeCounts();
    if (Object.keys(counts).length > 0) log?.write('traffic', counts);
  };
  if (log?.isJson) meters.push(summary);
  const timer = setInterval(summarize, SUMMARY_INTERVAL_MS).unref();
  if (metricsKey) {
    const metrics = createMetrics(health, options);
    meters.push(metrics);
    const authenticate = bearerAuth({
      verifyToken(token, context: Context<SiteEnv>) {
        const isValid = isSecret(token, [metricsKey]);
        if (!isValid) context.env?.client?.charge(WRONG_KEY_COST_MS);
        return isValid;
      },
    });
    app.get(metricsPath, authenticate, async (context) => {
      const headers = { ...noStore, 'Content-Type': metrics.registry.contentType };
      return context.body(await metrics.registry.metrics(), 200, headers);
    });
  }
  if (meters.length > 0)
    server.on('request', ({ url = '' }, response) => {
      const startedAt = performance.now();
      response.once('close', () => {
        const status = `${Math.floor(response.statusCode / 100)}xx`;
        const seconds = (performance.now() - startedAt) / 1000;
        for (const meter of meters) meter.countResponse(kindOf(url), status, seconds);
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
