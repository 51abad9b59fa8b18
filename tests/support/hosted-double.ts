import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { WebSocketServer } from 'ws';
import { noTroubles, type Troubles, usualLargest, withAppwriteHabits } from './appwrite-habits.ts';
import { projectSchema, startBackend } from './backend.ts';

/** A fake hosted project with the behavior of a real Appwrite. */
export interface HostedDouble {
  /** Such as `localhost:40123`. */
  readonly host: string;
  readonly endpoint: string;
  /** The origin of the same backend without the habits, for tests that fill it. */
  readonly behind: string;
  /** Adds faults to those of the server. */
  trouble(troubles: Partial<Troubles>): void;
  /** Removes all faults. */
  mend(): void;
  /** Number of write requests so far. */
  writes(): number;
  stop(): Promise<void>;
}

export interface HostedOptions {
  projectId?: string;
  /** Site whose pages may query it. */
  siteOrigin?: string;
}

function columnsOf(table: string, missing: readonly string[]) {
  const [database] = projectSchema.databases.values();
  const columns = [...(database?.tables.get(table)?.columns.values() ?? [])];
  return { columns: columns.filter(({ key }) => !missing.includes(key)) };
}

/** Starts a project with an empty library. */
export async function startHostedDouble({
  projectId = projectSchema.projectId,
  siteOrigin,
}: HostedOptions = {}): Promise<HostedDouble> {
  const troubles = noTroubles();
  const buckets = [...projectSchema.buckets].map(
    ([id, bucket]) => [id, { ...bucket, maximumFileSize: usualLargest }] as const,
  );
  const running = await startBackend({
    schema: { ...projectSchema, projectId, buckets: new Map(buckets) },
    // On Appwrite it is an ordinary table.
    pagesTable: undefined,
    platformOrigins: siteOrigin ? [siteOrigin] : [],
  });
  const { app, handleUpgrade } = running.backend;
  let writes = 0;
  const answer = withAppwriteHabits((request: Request) => app.fetch(request), troubles);
  const fetch = (request: Request) => {
    // The console is at the root; a tab that shows a file requests its icon there.
    if (new URL(request.url).pathname === '/favicon.ico') return new Response(null, { status: 204 });
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) writes += 1;
    // The embedded backend has no route for columns.
    const [, table] = /\/tables\/([^/]+)\/columns$/.exec(new URL(request.url).pathname) ?? [];
    if (table && request.method === 'GET') return Response.json(columnsOf(table, troubles.missingColumns));
    return answer(request);
  };
  const server = serve({ fetch, port: 0, hostname: 'localhost' });
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  server.on('connection', (socket) => {
    if (troubles.cut) socket.destroy();
  });
  const refusing = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    if (troubles.socketsWithoutPool === 0) return handleUpgrade(request, socket, head);
    troubles.socketsWithoutPool -= 1;
    refusing.handleUpgrade(request, socket, head, (socket) => {
      const message = "Pool 'database_db_main' could not provide a connection";
      socket.send(JSON.stringify({ type: 'error', data: { code: 1011, message } }));
      socket.close(1011, message);
    });
  });
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  return {
    host,
    endpoint: `http://${host}/v1`,
    behind: running.endpoint.replace('/v1', ''),
    trouble(changes) {
      Object.assign(troubles, changes);
      if (changes.cut && 'closeAllConnections' in server) server.closeAllConnections();
    },
    mend: () => void Object.assign(troubles, noTroubles()),
    writes: () => writes,
    async stop() {
      Object.assign(troubles, noTroubles());
      if ('closeAllConnections' in server) server.closeAllConnections();
      const closing = new Promise((resolve) => server.close(resolve));
      // Also closes the connections of open pages.
      await running.stop();
      await closing;
    },
  };
}
