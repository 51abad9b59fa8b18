import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { openBackend } from '#backend/backend.ts';
import { readSchema } from '#backend/schema-file.ts';
import type { Target } from './catalogue/target.ts';
import type { Options } from './options.ts';
import { readRunFile } from './run-file.ts';

export interface OpenTarget {
  target: Target;
  /** How it is reached: somebody else's, the running site's, or opened here for the time of the command. */
  kind: 'hosted' | 'running' | 'opened';
  close(): Promise<void>;
}

/** The hosted project is configured without a key; `endpoint` is where the site reads from. */
export class NoKey extends Error {
  readonly endpoint: string;

  constructor(endpoint: string) {
    super(endpoint);
    this.endpoint = endpoint;
  }
}

/** The library the site reads: the hosted project when one is configured, else the embedded backend. Throws `NoKey`. */
export async function openTarget(options: Options): Promise<OpenTarget> {
  return options.hosted ? openHosted(options, options.hosted) : openEmbedded(options);
}

/** The hosted project. Throws `NoKey`. */
export function openHosted(options: Options, hosted: NonNullable<Options['hosted']>): OpenTarget {
  const { endpoint, projectId, key } = hosted;
  if (!key) throw new NoKey(endpoint);
  return {
    target: { ...options.ids, endpoint, projectId, key, embedded: false },
    kind: 'hosted',
    close: async () => {},
  };
}

/** The embedded backend: through the running site, else opened here. */
export async function openEmbedded(options: Options): Promise<OpenTarget> {
  const run = readRunFile(options.dataDir);
  const projectId = readSchema(schemaPath(options)).projectId;
  if (!run) return openDataDir(options, options.dataDir);
  const target = { ...options.ids, projectId, endpoint: run.endpoint, key: run.key, embedded: true };
  return { target, kind: 'running', close: async () => {} };
}

/** Opens the embedded backend on a data folder, reachable from this computer only, with a key nobody else knows. */
export async function openDataDir(options: Options, dataDir: string): Promise<OpenTarget> {
  const schema = readSchema(schemaPath(options));
  const key = randomBytes(32).toString('hex');
  const backend = openBackend({ dataDir, schema, apiKeys: [key] });
  const server = serve({ fetch: backend.app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    if (server.listening) resolve();
    else server.once('listening', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}/v1`;
  return {
    target: { ...options.ids, projectId: schema.projectId, endpoint, key, embedded: true },
    kind: 'opened',
    async close() {
      if ('closeAllConnections' in server) server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await backend.close();
    },
  };
}

/** The schema of the library, in the format of Appwrite's own command line. */
export function schemaPath(options: Pick<Options, 'root'>): string {
  return join(options.root, 'appwrite.config.json');
}
