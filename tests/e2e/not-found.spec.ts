import { languages } from '#contract/language.ts';
import { expect, test } from './support/visitor.ts';

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    test('an unknown path responds 404 with a link to the home page', async ({ page, library, guard }) => {
      guard.allow(/status of 404/);
      const response = await page.goto(language === 'ar' ? '/no/such-page?lang=ar' : '/no/such-page');
      expect(response?.status()).toBe(404);
      await library.ready();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      const { notFoundHeading, notFoundText, notFoundBack, navLibrary } = library.texts;
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(notFoundHeading);
      await expect(page.getByText(notFoundText, { exact: true })).toBeVisible();
      await expect(page).toHaveTitle(new RegExp(notFoundHeading));
      await expect(page.getByRole('banner')).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await expect(page.getByRole('navigation').getByRole('link', { name: navLibrary })).toHaveAttribute(
        'href',
        /^\/(\?lang=ar)?#library$/,
      );
      await page.getByRole('link', { name: notFoundBack }).click();
      await expect(page).toHaveURL(library.href());
      await expect(library.section).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
    });

    test('the language can be switched on the not-found page', async ({ page, library, guard }) => {
      guard.allow(/status of 404/);
      await page.goto(language === 'ar' ? '/nowhere?lang=ar' : '/nowhere');
      await library.ready();
      const targetLanguage = language === 'ar' ? 'en' : 'ar';
      await page
        .getByRole('banner')
        .getByRole('link', { name: targetLanguage === 'ar' ? 'العربية' : 'English' })
        .click();
      await expect(page.locator('html')).toHaveAttribute('lang', targetLanguage);
      await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(library.texts.notFoundHeading);
      // The address has the language, so that a reload or a shared link shows the same page.
      await expect(page).toHaveURL(targetLanguage === 'ar' ? '/nowhere?lang=ar' : '/nowhere');
      const title = await page.getByRole('heading', { level: 1 }).innerText();
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
    });
  });
}

test('responds 404 or 400 for unknown and invalid paths', async ({ request }) => {
  for (const path of [
    '/ar',
    '/en',
    '/library',
    '/index.html',
    '/%2e%2e/package.json',
    '/.env',
    '/src/pages/app.tsx',
    '/assets/nothing.js',
    '/%',
    '/%00',
  ]) {
    const response = await request.get(path);
    expect([400, 404], path).toContain(response.status());
    expect(await response.text(), path).not.toMatch(/VITE_APPWRITE|"dependencies"|import\.meta/);
  }
});
