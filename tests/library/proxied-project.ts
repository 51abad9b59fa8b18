import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { projectSchema, startBackend } from '../support/backend.ts';
import { listColumns } from '../support/fake-project.ts';
import { fetchOnlineLessons, HOSTED_PROJECT } from './owner.ts';

/** Starts a hosted project behind a proxy. `intercept` can respond in place of the backend. */
export async function startProxiedProject(
  intercept: (request: Request) => Response | undefined,
  schema: Omit<typeof projectSchema, 'projectId'> = projectSchema,
) {
  const backend = await startBackend({
    schema: { ...schema, projectId: HOSTED_PROJECT },
    // On Appwrite, pages are an ordinary table.
    pagesTable: undefined,
  });
  const server = serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request: Request) =>
      intercept(request) ?? listColumns(request, schema) ?? backend.backend.app.fetch(request),
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    endpoint: `${origin}/v1`,
    onlineLessons: () => fetchOnlineLessons(origin, HOSTED_PROJECT),
    async stop() {
      await new Promise((resolve) => server.close(resolve));
      await backend.stop();
    },
  };
}
