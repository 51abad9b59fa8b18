import { serve } from '@hono/node-server';
import { KEY, type RunningBackend, startBackend } from '../support/backend.ts';
import { freePort, startHostedSite } from '../support/hosted-site.ts';
import { sdkFor } from '../support/sample-library.ts';
import type { Site } from '../support/site.ts';
import { expect, test } from '../support/visitor.ts';

test.describe.configure({ mode: 'serial' });

let site: Site;
let gatewayPort: number;
let backend: RunningBackend;
let gateway: ReturnType<typeof serve>;
/** What the gateway before the backend does: let pass, keep waiting, or fail. */
let mood: 'open' | 'silent' | 'broken' = 'open';
let held: (() => void)[] = [];

function behave(next: typeof mood): void {
  mood = next;
  for (const release of held) release();
  held = [];
}

test.beforeAll(async () => {
  test.setTimeout(120_000);
  const sitePort = await freePort();
  gatewayPort = await freePort();
  backend = await startBackend({ platformOrigins: [`http://localhost:${sitePort}`] });
  gateway = serve({
    port: gatewayPort,
    hostname: 'localhost',
    fetch: async (request, env) => {
      if (mood === 'broken') return new Response('<h1>Bad gateway</h1>', { status: 502 });
      if (mood === 'silent') await new Promise<void>((resolve) => held.push(resolve));
      // Whoever was kept waiting finds the backend as it is by then.
      if ((mood as string) === 'broken') return new Response('', { status: 502 });
      return backend.backend.app.fetch(request, env);
    },
  });
  gateway.on('upgrade', backend.backend.handleUpgrade);
  const db = sdkFor(`http://localhost:${gatewayPort}`, 'en', KEY);
  for (let index = 1; index <= 6; index += 1) {
    const rowId = `c${index}`;
    await db.createRow({
      databaseId: 'library',
      tableId: 'categories',
      rowId,
      data: { categoryName: `Category ${index}` },
    });
    const data = {
      url: `https://files.example/${index}.pdf`,
      fileName: `Lesson ${index}.pdf`,
      fileSize: 4096,
      fileId: rowId,
      category: rowId,
    };
    await db.createRow({ databaseId: 'library', tableId: 'files', rowId: `f${index}`, data });
  }
  site = await startHostedSite(`http://localhost:${gatewayPort}/v1`, sitePort);
});

test.afterAll(async () => {
  behave('open');
  await site?.stop();
  gateway?.close();
  await backend?.stop();
});

test.beforeEach(({ guard }) => {
  behave('open');
  guard.allow(new RegExp(`request to another origin: (http|ws)://localhost:${gatewayPort}/v1/`));
});

test.use({ siteUrl: async ({ browserName: _any }, use) => use(site.url) });

test('the same site runs on a backend of another origin, watches it, and asks nobody else', async ({
  page,
  library,
}) => {
  const socket = page.waitForEvent('websocket', (each) => each.url().includes(`:${gatewayPort}/v1/realtime`));
  await library.open();
  await library.expectRange(1, 6, 6);
  await library.searchFor('Lesson 3');
  await library.expectRange(1, 1, 1);
  await expect(library.cards.getByRole('link')).toHaveAttribute('href', 'https://files.example/3.pdf');
  await socket;
});

test('a backend too slow for the first page: skeletons at once, four and six, and the lessons when they come', async ({
  page,
  library,
}) => {
  behave('silent');
  await library.open({ sort: 'fileName-desc' });
  await expect(library.skeletons).toHaveCount(6);
  await expect(page.locator('[data-slot="category-skeleton"]').filter({ visible: true })).toHaveCount(4);
  await expect(library.section.locator('[aria-busy="true"]').first()).toBeVisible();
  behave('open');
  await expect(library.cards).toHaveCount(6);
  await expect(library.categories.getByRole('link').filter({ visible: true })).toHaveCount(6);
  await expect(library.skeletons).toHaveCount(0);
  await expect(page.locator('[data-slot="category-skeleton"]')).toHaveCount(0);
});

test('a broken backend: the page is there, says so, and goes on when it is mended', async ({
  page,
  library,
  guard,
}) => {
  guard.allow(/Failed to load resource|blocked by CORS policy/);
  behave('broken');
  await library.open({ sort: '$createdAt-desc' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('alert').filter({ visible: true }).first()).toContainText(
    /could not be loaded/,
  );
  await expect(page.getByText(library.texts.noFiles)).toHaveCount(0);
  behave('open');
  for (const again of await page
    .getByRole('button', { name: library.texts.retry })
    .filter({ visible: true })
    .all()) {
    await again.click();
  }
  await expect(library.cards).toHaveCount(6);
});
