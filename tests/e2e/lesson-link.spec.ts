import { ID } from 'node-appwrite';
import { languages } from '#web/i18n/language.ts';
import { allFiles, sdkFor } from '../support/sample-library.ts';
import { isHosted, startSmallSite } from '../support/site.ts';
import { expect, siteOfOwn, test } from '../support/visitor.ts';

/** A site asks a hosted project so often whether its library is another. */
const aMinute = { timeout: 75_000 };

const site = siteOfOwn(startSmallSite);

test('a card links to the lesson’s own address, which answers the PDF', async ({ library, request }) => {
  if (isHosted) test.slow();
  const card = library.titleLinks.first();
  // A busy site shows the library as it was before the last test's rows went, for a moment.
  await expect(async () => {
    await library.open();
    await expect(card).toHaveAttribute('href', /^(http:\/\/[^/]+)?\/lesson\/[0-9a-f]{20}\.pdf$/, {
      timeout: 500,
    });
  }).toPass();
  const href = (await card.getAttribute('href')) ?? '';
  const answer = await request.get(new URL(href, site().url).href);
  expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'application/pdf']);
  expect(answer.headers()['content-disposition']).toContain('inline; filename');
});

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    test('the address of a lesson that was taken down says so and leads to the library', async ({
      page,
      library,
      guard,
    }) => {
      if (isHosted) test.slow();
      guard.allow(/status of 410/);
      const db = sdkFor(site().url, 'en', site().key);
      const [file] = await allFiles(site().url, 'en');
      if (!file) throw new Error('the sample library is empty');
      // A site on a hosted project knows of those it has shown.
      if (isHosted) expect((await page.request.get(file.url)).status()).toBe(200);
      const entry = { kind: 'removed', lesson: file.$id };
      await db.createRow({ databaseId: 'library', tableId: 'changes', rowId: ID.unique(), data: entry });
      await db.deleteRow({ databaseId: 'library', tableId: 'files', rowId: file.$id });

      if (isHosted)
        await expect.poll(async () => (await page.request.get(file.url)).status(), aMinute).toBe(410);
      const response = await page.goto(`${file.url}${language === 'ar' ? '?lang=ar' : ''}`);
      expect(response?.status()).toBe(410);
      await library.ready();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      const { goneHeading, goneText, goneBack } = library.texts;
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(goneHeading);
      await expect(page).toHaveTitle(new RegExp(goneHeading));
      await expect(page.getByText(goneText, { exact: true })).toBeVisible();
      await page.getByRole('link', { name: goneBack }).click();
      await expect(page).toHaveURL(`${library.href()}#library`);
      await expect(library.section).toBeInViewport();
    });
  });
}
