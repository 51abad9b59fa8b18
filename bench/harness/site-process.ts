import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from './child.ts';

export interface SiteProcess {
  readonly pid: number;
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string;
  readonly dataDir: string;
  /** Milliseconds from its start until it printed its address. */
  readonly readyAfter: number;
  /** Resident memory now, in bytes (Linux: `VmRSS` of proc(5)). */
  memory(): number;
  /** All of its output. */
  output(): string;
  /** Whether it is still the process that was started. */
  isRunning(): boolean;
  /** `keepData` leaves its data folder to the next start. */
  stop(options?: { keepData: boolean }): Promise<void>;
}

export interface SiteProcessOptions {
  core?: number;
  dataDir?: string;
  env?: Record<string, string>;
}

export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'minbar-bench-'));
}

/**
 * Starts the real site, as `npm start` does, on a free port with a separate data folder. It trusts one proxy's
 * client addresses, so that one program can act as many visitors.
 */
export async function startSiteProcess(options: SiteProcessOptions = {}): Promise<SiteProcess> {
  const dataDir = options.dataDir ?? temporaryFolder();
  const began = performance.now();
  const child = await startChild([process.execPath, 'minbar.mjs', 'start'], {
    ...(options.core === undefined ? {} : { core: options.core }),
    env: { PORT: '0', HOST: '127.0.0.1', DATA_DIR: dataDir, WATCH: 'off', TRUST_PROXY: '1', ...options.env },
    ready: /http:\/\/127\.0\.0\.1:\d+/,
    patience: 600_000,
  });
  return {
    pid: child.pid,
    url: child.said,
    dataDir,
    readyAfter: performance.now() - began,
    memory: () =>
      Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1]) * 1024,
    output: child.output,
    isRunning: () => existsSync(`/proc/${child.pid}`),
    async stop({ keepData } = { keepData: false }) {
      await child.stop();
      if (!keepData) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
