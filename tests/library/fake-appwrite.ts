import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { Hono } from 'hono';

/** The management routes of Appwrite that `setup` uses; created parts are stored by address. */
export interface FakeAppwrite {
  endpoint: string;
  parts: Map<string, Record<string, unknown>>;
  /** Bytes: `_APP_STORAGE_LIMIT`. */
  storageLimit: number;
  /** Every write that arrived. */
  writes: string[];
  stop(): Promise<void>;
}

function tooLarge(limit: number) {
  const most = limit.toLocaleString('en');
  const message = `Invalid \`maximumFileSize\` param: Value must be a valid range between 1 and ${most}`;
  return { message, code: 400, type: 'general_argument_invalid' };
}

/** Columns and indexes are `processing` at the first request, as Appwrite's worker needs a moment. */
export async function startFakeAppwrite(): Promise<FakeAppwrite> {
  const parts = new Map<string, Record<string, unknown>>();
  const writes: string[] = [];
  // The default limits of a self-hosted Appwrite.
  const limits = { storageLimit: 30_000_000 };
  const app = new Hono();
  app.post('*', async (c) => {
    const body = await c.req.json();
    const id = body.key ?? body.tableId ?? body.databaseId ?? body.bucketId;
    const type = /\/columns\/(\w+)$/.exec(c.req.path)?.[1];
    // All kinds of columns are read at one address.
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
    writes.push(c.req.path);
    parts.set(c.req.path, { ...parts.get(c.req.path), ...body });
    return c.json({});
  });
  app.get('*', (c) => {
    const part = parts.get(c.req.path);
    if (!part) return c.json({ message: 'not found', code: 404, type: 'not_found' }, 404);
    const answer = { ...part };
    if (part.status === 'processing') part.status = 'available';
    return c.json(answer);
  });
  const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' });
  await new Promise((resolve) => server.once('listening', resolve));
  return Object.assign(limits, {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    parts,
    writes,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}
