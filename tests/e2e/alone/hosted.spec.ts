import { type FakeProject, startFakeProject } from '../../support/fake-project.ts';
import { freePort } from '../../support/free-port.ts';
import { startSite } from '../../support/site.ts';
import { addLesson, addSixLessons } from '../../support/six-lessons.ts';
import { expect, startSeparateSite, test as visitorTest } from '../support/visitor.ts';

let hostedProject: FakeProject;
startSeparateSite(async () => {
  const port = await freePort();
  hostedProject = await startFakeProject({ siteOrigin: `http://localhost:${port}` });
  await addSixLessons(hostedProject.directEndpoint);
  return startSite({ PORT: String(port), VITE_APPWRITE_ENDPOINT: hostedProject.endpoint });
});
visitorTest.afterAll(() => hostedProject?.stop());

const test = visitorTest.extend<{ backend: FakeProject }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the dependencies of a fixture from this pattern.
  backend: async ({}, use) => {
    await use(hostedProject);
    hostedProject.clearFaults();
  },
});

test('runs on a backend of another origin, watches it, and sends no requests elsewhere', async ({
  page,
  library,
  backend,
}) => {
  const socket = page.waitForEvent('websocket', (socket) =>
    socket.url().includes(`${backend.host}/v1/realtime`),
  );
  await library.open();
  await library.expectRange(1, 6, 6);
  await library.searchFor('Lesson 3');
  await library.expectRange(1, 1, 1);
  await expect(library.titleLinks).toHaveAttribute('href', 'https://files.example/3.pdf');
  await socket;
});

test('shows skeletons while a backend is too slow for the server’s page, then the lessons', async ({
  page,
  library,
  backend,
}) => {
  backend.setFaults({ isSilent: true });
  await library.open({ sort: 'fileName-desc' });
  await expect(library.skeletons).toHaveCount(6);
  await expect(page.locator('[data-slot="category-skeleton"]').filter({ visible: true })).toHaveCount(4);
  await expect(library.section.locator('[aria-busy="true"]').first()).toBeVisible();
  backend.clearFaults();
  await expect(library.cards).toHaveCount(6);
  await expect(library.categories.getByRole('link').filter({ visible: true })).toHaveCount(6);
  await expect(library.skeletons).toHaveCount(0);
  await expect(page.locator('[data-slot="category-skeleton"]').filter({ visible: true })).toHaveCount(0);
});

for (const [name, sort, faults] of [
  ['behind a failing proxy', '$createdAt-desc', { proxyStatus: 502 }],
  ['that rate-limits every request', '$createdAt-asc', { rateLimitEvery: 1 }],
] as const) {
  test(`with a backend ${name}, the page reports the failure, and a retry succeeds once it is fixed`, async ({
    page,
    library,
    guard,
    backend,
  }) => {
    guard.allow(/Failed to load resource|blocked by CORS policy/);
    backend.setFaults(faults);
    await library.open({ sort });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('alert').filter({ visible: true }).first()).toContainText(
      /could not be loaded/,
    );
    await expect(page.getByText(library.texts.noFiles)).toHaveCount(0);
    const alerts = [library.texts.errorFiles, library.texts.errorCategories].map((text) =>
      page.getByRole('alert').filter({ hasText: text, visible: true }),
    );
    // A request that is pending when the backend recovers does not fail.
    for (const alert of alerts) await expect(alert).toBeVisible();
    backend.clearFaults();
    for (const alert of alerts) {
      await alert.getByRole('button', { name: library.texts.retry }).click();
      await expect(alert).toHaveCount(0);
    }
    await expect(library.cards).toHaveCount(6);
  });
}

test.describe('in Arabic', () => {
  test.use({ language: 'ar' });

  test('shows a category, the order and a new lesson, although the first realtime connection was refused', async ({
    page,
    library,
    guard,
    backend,
  }) => {
    guard.allow(/realtime/i);
    backend.setFaults({ socketsWithoutPool: 1 });
    const refusal = Promise.withResolvers<void>();
    const watching = Promise.withResolvers<void>();
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (/could not provide a connection/.test(String(payload))) refusal.resolve();
        if (/"to":"subscribe"/.test(String(payload))) watching.resolve();
      }),
    );
    await library.open({ sort: 'fileName-desc' });
    await expect(library.titles.first()).toContainText('Lesson 6');
    await library.category('Category 2').click();
    await library.expectRange(1, 1, 1);
    await refusal.promise;
    await watching.promise;
    await addLesson(backend.directEndpoint, 7);
    await library.reset.click();
    await library.expectRange(1, 7, 7);
  });
});
