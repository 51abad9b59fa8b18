import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, TablesDB } from 'node-appwrite';
import { startUntilReady } from './processes.ts';

export interface Site {
  readonly pid: number;
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string;
  readonly dataDir: string;
  /** Milliseconds from its start until it printed its address. */
  readonly readyAfterMs: number;
  /** Resident memory now, in bytes (Linux: `VmRSS` of proc(5)). */
  memory(): number;
  /** Whether it is still the process that was started. */
  isRunning(): boolean;
  /** `keepData` leaves its data folder to the next start. */
  stop(options?: { keepData: boolean }): Promise<void>;
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'minbar-bench-'));
}

/**
 * Starts the real site, as `npm start` does, on a free port with a separate data folder. It trusts one proxy's
 * client addresses, so that one program can act as many visitors.
 */
export async function startSite({
  core,
  dataDir = temporaryFolder(),
  env,
}: {
  core?: number;
  dataDir?: string;
  env?: Record<string, string>;
} = {}): Promise<Site> {
  const start = performance.now();
  const site = await startUntilReady([process.execPath, 'minbar.mjs', 'start'], {
    ...(core === undefined ? {} : { core }),
    env: { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, WATCH: 'off', TRUST_PROXY: '1', ...env },
    ready: /http:\/\/127\.0\.0\.1:\d+/,
    timeoutMs: 600_000,
  });
  return {
    pid: site.pid,
    url: site.match,
    dataDir,
    readyAfterMs: performance.now() - start,
    memory: () =>
      Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${site.pid}/status`, 'utf8'))?.[1]) * 1024,
    isRunning: () => existsSync(`/proc/${site.pid}`),
    async stop({ keepData } = { keepData: false }) {
      await site.stop();
      if (!keepData) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Returns the tables of a site's library, as any visitor may request them. */
export function libraryTables(siteUrl: string): TablesDB {
  return new TablesDB(new Client().setEndpoint(`${siteUrl}/v1`).setProject('minbar'));
}
