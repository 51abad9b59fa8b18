// A backend in a process of its own, with another project id than the site's and the habits of a genuine Appwrite: what the
// publisher meets on a hosted project. Its parent tells it its troubles.
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { openBackend } from '#backend/backend.ts';
import { type Troubles, withAppwriteHabits } from '../support/appwrite-habits.ts';
import { KEY, projectSchema } from '../support/backend.ts';

const [projectId = ''] = process.argv.slice(2);
const dataDir = mkdtempSync(join(tmpdir(), 'minbar-hosted-'));
const troubles: Troubles = { lost: [], proxy: null };
const largestFile = 30_000_000;
const buckets = [...projectSchema.buckets].map(
  ([id, bucket]) => [id, { ...bucket, maximumFileSize: largestFile }] as const,
);
const schema = { ...projectSchema, projectId, buckets: new Map(buckets) };
const backend = openBackend({ dataDir, schema, apiKeys: [KEY] });
const fetch = withAppwriteHabits((request) => backend.app.fetch(request), troubles, largestFile);
const server = serve({ fetch, port: 0, hostname: 'localhost' }, ({ port }: AddressInfo) =>
  console.log(`http://localhost:${port}/v1`),
);
process.on('message', (told: Partial<Troubles>) => {
  Object.assign(troubles, told);
  process.send?.('told');
});
process.once('SIGTERM', async () => {
  if ('closeAllConnections' in server) server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await backend.close();
  rmSync(dataDir, { recursive: true, force: true });
  process.exit(0);
});
