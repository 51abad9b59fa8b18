import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { type Backend, type BackendOptions, openBackend } from '#backend/backend.ts';
import { readSchema } from '#backend/schema-file.ts';

export const KEY = 'standard_a-key-of-the-tests-only';
export const projectSchema = readSchema(new URL('../../appwrite.config.json', import.meta.url).pathname);

export interface RunningBackend {
  readonly backend: Backend;
  readonly dataDir: string;
  /** Such as `http://localhost:12345/v1`. */
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** Starts a backend of the project's own schema on a free port and a temporary folder. */
export async function startBackend(options: Partial<BackendOptions> = {}): Promise<RunningBackend> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'minbar-'));
  const backend = openBackend({ schema: projectSchema, apiKeys: [KEY], ...options, dataDir });
  const server = serve({
    fetch: backend.app.fetch,
    port: 0,
    hostname: 'localhost',
    // On a busy machine a test may be still for seconds: an idle connection must not close just as it is used again.
    serverOptions: { keepAliveTimeout: 65_000 },
  });
  server.on('upgrade', backend.handleUpgrade);
  await new Promise<void>((resolve) => {
    if (server.listening) resolve();
    else server.once('listening', resolve);
  });
  return {
    backend,
    dataDir,
    endpoint: `http://localhost:${(server.address() as AddressInfo).port}/v1`,
    async stop() {
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await backend.close();
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
