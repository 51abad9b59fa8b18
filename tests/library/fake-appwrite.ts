import { createServer } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { Hono } from 'hono';
import { listenOnFreePort } from '../support/free-port.ts';

/** A fake server with the management routes of Appwrite that `setup` uses. */
export interface FakeAppwrite {
  endpoint: string;
  /** Created databases, tables, columns, indexes and buckets, by the path at which they are read. */
  parts: Map<string, Record<string, unknown>>;
  /** Maximum size of a stored file in bytes, as `_APP_STORAGE_LIMIT` sets it. */
  storageLimit: number;
  /** Paths of all writes but those above the size limit and changes of missing parts. Includes creations of parts that exist. */
  writes: string[];
  stop(): Promise<void>;
}

const notFound = { message: 'not found', code: 404, type: 'not_found' };

function tooLarge(limit: number) {
  const formattedLimit = limit.toLocaleString('en');
  const message = `Invalid \`maximumFileSize\` param: Value must be a valid range between 1 and ${formattedLimit}`;
  return { message, code: 400, type: 'general_argument_invalid' };
}

/** Starts the server. Columns and indexes are `processing` at their first read only, because Appwrite builds them in a worker. */
export async function startFakeAppwrite(): Promise<FakeAppwrite> {
  const parts = new Map<string, Record<string, unknown>>();
  const writes: string[] = [];
  // The default limit of a self-hosted Appwrite.
  const limits = { storageLimit: 30_000_000 };
  const app = new Hono();
  app.post('*', async (c) => {
    const body = await c.req.json();
    const id = body.key ?? body.tableId ?? body.databaseId ?? body.bucketId;
    const type = /\/columns\/(\w+)$/.exec(c.req.path)?.[1];
    // Appwrite creates columns at a path for each type, but returns all types at one path.
    const address = `${c.req.path.replace(/\/columns\/\w+$/, '/columns')}/${id}`;
    if (body.maximumFileSize > limits.storageLimit) return c.json(tooLarge(limits.storageLimit), 400);
    writes.push(address);
    if (parts.has(address)) return c.json({ message: 'exists', code: 409, type: 'exists' }, 409);
    const isBuiltLater = /\/(columns|indexes)\//.test(address);
    parts.set(address, {
      ...body,
      $id: id,
      $permissions: body.permissions ?? [],
      type,
      ...(isBuiltLater && { status: 'processing' }),
    });
    return c.json({ $id: id }, isBuiltLater ? 202 : 201);
  });
  app.put('*', async (c) => {
    const body = await c.req.json();
    if (body.maximumFileSize > limits.storageLimit) return c.json(tooLarge(limits.storageLimit), 400);
    if (!parts.has(c.req.path)) return c.json(notFound, 404);
    writes.push(c.req.path);
    parts.set(c.req.path, { ...parts.get(c.req.path), ...body });
    return c.json({});
  });
  app.get('*', (c) => {
    const part = parts.get(c.req.path);
    if (!part) return c.json(notFound, 404);
    const response = { ...part };
    if (part.status === 'processing') part.status = 'available';
    return c.json(response);
  });
  const server = createServer(getRequestListener(app.fetch));
  return Object.assign(limits, {
    endpoint: `${await listenOnFreePort(server)}/v1`,
    parts,
    writes,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}
