import type { AddressInfo } from 'node:net';
import { serve } from '@hono/node-server';
import { KEY, startBackend } from './backend.ts';
import { sdkFor } from './sample-library.ts';

/** How the gateway treats what it is asked: lets it pass, keeps it waiting, or fails. */
type Mood = 'open' | 'silent' | 'broken';

/** A backend of its own with six lessons in six categories, behind a gateway that can be slow or broken. */
export interface Gateway {
  /** Such as `localhost:40123`. */
  readonly host: string;
  /** Whoever was kept waiting goes on with the next mood. */
  behave(next: Mood): void;
  stop(): Promise<void>;
}

async function addLessons(origin: string): Promise<void> {
  const db = sdkFor(origin, 'en', KEY);
  const databaseId = 'library';
  for (let index = 1; index <= 6; index += 1) {
    const category = `c${index}`;
    const data = { categoryName: `Category ${index}` };
    await db.createRow({ databaseId, tableId: 'categories', rowId: category, data });
    const file = {
      url: `https://files.example/${index}.pdf`,
      fileName: `Lesson ${index}.pdf`,
      fileSize: 4096,
      fileId: `f${index}`,
      category,
    };
    await db.createRow({ databaseId, tableId: 'files', rowId: file.fileId, data: file });
  }
}

/** @param siteOrigin the site whose browsers may ask this backend */
export async function startGateway(siteOrigin: string): Promise<Gateway> {
  let mood: Mood = 'open';
  let held: (() => void)[] = [];
  const running = await startBackend({ platformOrigins: [siteOrigin] });
  const server = serve({
    port: 0,
    hostname: 'localhost',
    fetch: async (request, env) => {
      while (mood === 'silent') await new Promise<void>((resolve) => held.push(resolve));
      if (mood === 'broken') return new Response('<h1>Bad gateway</h1>', { status: 502 });
      return running.backend.app.fetch(request, env);
    },
  });
  server.on('upgrade', running.backend.handleUpgrade);
  if (!server.listening) await new Promise((resolve) => server.once('listening', resolve));
  const host = `localhost:${(server.address() as AddressInfo).port}`;
  const behave = (next: Mood): void => {
    mood = next;
    for (const release of held) release();
    held = [];
  };
  await addLessons(`http://${host}`);
  return {
    host,
    behave,
    stop: async () => {
      behave('open');
      if ('closeAllConnections' in server) server.closeAllConnections();
      server.close();
      await running.stop();
    },
  };
}
