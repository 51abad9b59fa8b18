import { freePort } from '../support/free-port.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { type Site, startSite } from '../support/site.ts';
import { expect, test as visitorTest } from '../support/visitor.ts';

interface Hosted {
  site: Site;
  gateway: Gateway;
}

const test = visitorTest.extend<{ gateway: Gateway }, { hosted: Hosted }>({
  hosted: [
    async ({ browserName: _any }, use) => {
      const port = await freePort();
      const gateway = await startGateway(`http://localhost:${port}`);
      const site = await startSite({
        PORT: String(port),
        VITE_APPWRITE_ENDPOINT: `http://${gateway.host}/v1`,
      });
      await use({ site, gateway });
      await site.stop();
      await gateway.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  siteUrl: ({ hosted }, use) => use(hosted.site.url),
  gateway: async ({ hosted, guard }, use) => {
    guard.allow(new RegExp(`request to another origin: (http|ws)://${hosted.gateway.host}/v1/`));
    await use(hosted.gateway);
    hosted.gateway.behave('open');
  },
});

// One site is enough for the three.
test.describe.configure({ mode: 'default' });

test('the same site runs on a backend of another origin, watches it, and asks nobody else', async ({
  page,
  library,
  gateway,
}) => {
  const socket = page.waitForEvent('websocket', (each) => each.url().includes(`${gateway.host}/v1/realtime`));
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
  gateway,
}) => {
  gateway.behave('silent');
  await library.open({ sort: 'fileName-desc' });
  await expect(library.skeletons).toHaveCount(6);
  await expect(page.locator('[data-slot="category-skeleton"]').filter({ visible: true })).toHaveCount(4);
  await expect(library.section.locator('[aria-busy="true"]').first()).toBeVisible();
  gateway.behave('open');
  await expect(library.cards).toHaveCount(6);
  await expect(library.categories.getByRole('link').filter({ visible: true })).toHaveCount(6);
  await expect(library.skeletons).toHaveCount(0);
  await expect(page.locator('[data-slot="category-skeleton"]').filter({ visible: true })).toHaveCount(0);
});

test('a broken backend: the page is there, says so, and goes on when it is mended', async ({
  page,
  library,
  guard,
  gateway,
}) => {
  guard.allow(/Failed to load resource|blocked by CORS policy/);
  gateway.behave('broken');
  await library.open({ sort: '$createdAt-desc' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('alert').filter({ visible: true }).first()).toContainText(
    /could not be loaded/,
  );
  await expect(page.getByText(library.texts.noFiles)).toHaveCount(0);
  gateway.behave('open');
  for (const failed of [library.texts.errorFiles, library.texts.errorCategories]) {
    const alert = page.getByRole('alert').filter({ hasText: failed, visible: true });
    await alert.getByRole('button', { name: library.texts.retry }).click();
    await expect(alert).toHaveCount(0);
  }
  await expect(library.cards).toHaveCount(6);
});
