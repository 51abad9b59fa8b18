import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { WebSocketServer } from 'ws';
import type { Schema } from '#backend/schema.ts';
import { defaultMaxFileBytes, type Faults, noFaults, withAppwriteQuirks } from './appwrite-quirks.ts';
import { KEY, projectSchema, startBackend } from './backend.ts';
import { listenOnFreePort } from './free-port.ts';

/** A fake hosted project with the behavior of a real Appwrite. */
export interface FakeProject {
  /** Host and port, such as `localhost:40123`. */
  readonly host: string;
  readonly endpoint: string;
  /** Endpoint of the same backend without quirks, which tests use to fill the project. */
  readonly directEndpoint: string;
  /** Sets the given faults; the others stay as they are. */
  setFaults(faults: Partial<Faults>): void;
  /** Removes all faults. */
  clearFaults(): void;
  /** Number of write requests so far, including refused ones. */
  writes(): number;
  /** Sends a request with the key, as another program of the owner does. `path` is relative to the endpoint. */
  send(method: string, path: string, body?: unknown): Promise<Response>;
  stop(): Promise<void>;
}

export interface FakeProjectOptions {
  projectId?: string;
  /** Origin of a site whose pages may send queries. */
  siteOrigin?: string;
  schema?: Schema;
  /** Responds in place of the project, as a proxy in front of it does, unless it returns undefined. */
  intercept?: (request: Request) => Response | undefined;
}

/** Responds to a request for the columns of a table, for which the embedded backend has no route; undefined for other requests. */
function listColumns(
  { method, url }: Request,
  schema: Schema,
  missing: readonly string[],
): Response | undefined {
  const [, table] = /\/tables\/([^/]+)\/columns$/.exec(new URL(url).pathname) ?? [];
  if (!table || method !== 'GET') return undefined;
  const [database] = schema.databases.values();
  const columns = [...(database?.tables.get(table)?.columns.values() ?? [])];
  return Response.json({ columns: columns.filter(({ key }) => !missing.includes(key)) });
}

/** Starts a project with an empty library. */
export async function startFakeProject({
  projectId = projectSchema.projectId,
  siteOrigin,
  schema = projectSchema,
  intercept = () => undefined,
}: FakeProjectOptions = {}): Promise<FakeProject> {
  const faults = noFaults();
  const buckets = [...schema.buckets].map(
    ([id, bucket]) => [id, { ...bucket, maximumFileSize: defaultMaxFileBytes }] as const,
  );
  const running = await startBackend({
    schema: { ...schema, projectId, buckets: new Map(buckets) },
    // On Appwrite, pages are an ordinary table.
    pagesTable: undefined,
    platformOrigins: siteOrigin ? [siteOrigin] : [],
  });
  const { app, handleUpgrade } = running.backend;
  let writes = 0;
  const respond = withAppwriteQuirks((request: Request) => app.fetch(request), faults);
  const fetch = (request: Request) => {
    // A tab that shows a file requests its icon at the root, where a real Appwrite has its console.
    if (new URL(request.url).pathname === '/favicon.ico') return new Response(null, { status: 204 });
    if (!['GET', 'HEAD', 'OPTIONS'].includes(request.method)) writes += 1;
    return intercept(request) ?? listColumns(request, schema, faults.missingColumns) ?? respond(request);
  };
  const server = createServer(getRequestListener(fetch));
  server.on('connection', (socket) => {
    if (faults.dropsConnections) socket.destroy();
  });
  const refusingServer = new WebSocketServer({ noServer: true });
  server.on('upgrade', (request, socket, head) => {
    if (faults.socketsWithoutPool === 0) return handleUpgrade(request, socket, head);
    faults.socketsWithoutPool -= 1;
    refusingServer.handleUpgrade(request, socket, head, (socket) => {
      const message = "Pool 'database_db_main' could not provide a connection";
      socket.send(JSON.stringify({ type: 'error', data: { code: 1011, message } }));
      socket.close(1011, message);
    });
  });
  const endpoint = `${await listenOnFreePort(server, 'localhost')}/v1`;
  return {
    host: new URL(endpoint).host,
    endpoint,
    directEndpoint: running.endpoint,
    setFaults(changes) {
      Object.assign(faults, changes);
      if (changes.dropsConnections) server.closeAllConnections();
    },
    clearFaults: () => void Object.assign(faults, noFaults()),
    writes: () => writes,
    send: (method, path, body) =>
      globalThis.fetch(endpoint + path, {
        method,
        headers: {
          'x-appwrite-project': projectId,
          'x-appwrite-key': KEY,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      }),
    async stop() {
      Object.assign(faults, noFaults());
      server.closeAllConnections();
      const closing = new Promise((resolve) => server.close(resolve));
      // Also ends live connections, for which `closing` waits.
      await running.stop();
      await closing;
    },
  };
}
