import type { Page } from '@playwright/test';
import { siteContent } from '../support/site-content.ts';
import { LibraryPage } from './support/library-page.ts';
import { expect, test } from './support/visitor.ts';

/** Stores a language before the first page load, as an earlier visit would. */
async function storeLanguage(page: Page, language: string | null): Promise<void> {
  await page.addInitScript((value) => {
    // Stores the value only before the first page, so that later pages have the value that the site stored.
    if (value === null || sessionStorage.getItem('visited')) return;
    sessionStorage.setItem('visited', 'yes');
    localStorage.setItem('lang', value);
  }, language);
}

const readStoredLanguage = (page: Page): Promise<string | null> =>
  page.evaluate(() => localStorage.getItem('lang'));
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Stored choice, address and resulting language: that of the address, else the stored one, else English. */
const languageCases = [
  [null, '/', 'en'],
  ['en', '/', 'en'],
  ['ar', '/', 'ar'],
  ['xx', '/', 'en'],
  [null, '/?lang=ar', 'ar'],
  ['en', '/?lang=ar', 'ar'],
  ['ar', '/?lang=en', 'en'],
  ['ar', '/?lang=xx', 'ar'],
  ['ar', '/?search=lesson&page=1#library', 'ar'],
  ['ar', '/no-such-page', 'ar'],
] as const;

for (const [choice, address, language] of languageCases) {
  test(`${address} with ${JSON.stringify(choice)} stored is shown in ${language} from the first paint`, async ({
    page,
    library,
    guard,
  }) => {
    guard.allow(/status of 404/);
    await storeLanguage(page, choice);
    await page.addInitScript(() => {
      const states = new Set<string>();
      Object.assign(window, { paintedStates: states });
      const sample = (): void => {
        const text = document.querySelector('h1')?.innerText;
        const isHidden = document.body && getComputedStyle(document.body).visibility === 'hidden';
        if (text && !isHidden)
          states.add(`${document.documentElement.lang} ${document.documentElement.dir} ${text}`);
        requestAnimationFrame(sample);
      };
      requestAnimationFrame(sample);
    });
    await page.goto(address);
    await library.ready();
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
    const text = await heading(page).innerText();
    if (!address.includes('no-such')) expect(text).toBe(siteContent.heroTitle[language]);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    const states = await page.evaluate(() => [
      ...(window as unknown as { paintedStates: Set<string> }).paintedStates,
    ]);
    expect(states).toEqual([`${language} ${language === 'ar' ? 'rtl' : 'ltr'} ${text}`]);
    const [requestedUrl, shownUrl] = [new URL(address, page.url()), new URL(page.url())];
    expect([shownUrl.pathname, shownUrl.hash]).toEqual([requestedUrl.pathname, requestedUrl.hash]);
    expect(shownUrl.searchParams.get('search')).toBe(requestedUrl.searchParams.get('search'));
    expect(library.requests).toEqual([]);
  });
}

for (const fault of ['getItem', 'everything'] as const) {
  test(`shows a working English page if local storage throws (${fault})`, async ({
    page,
    library,
    guard,
  }) => {
    // Appwrite's SDK reports it when the live connection opens, which can be before the end of this test.
    guard.allow(/Failed to parse cookie fallback/);
    await page.addInitScript((fault) => {
      const fail = (): never => {
        throw new DOMException('The operation is insecure.', 'SecurityError');
      };
      if (fault === 'getItem') Storage.prototype.getItem = fail;
      else Object.defineProperty(window, 'localStorage', { get: fail });
    }, fault);
    await library.open();
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
    await page.getByRole('banner').getByRole('link', { name: 'العربية' }).click();
    await expect(heading(page)).toHaveText(siteContent.heroTitle.ar);
    await library.page.goto('/?search=a');
    await expect(library.status).toBeVisible();
  });
}

test('shows the stored language without the client bundle', async ({ page, guard }) => {
  guard.allow(/Failed to load resource/);
  await storeLanguage(page, 'ar');
  await page.route('**/*.js', (route) => route.abort());
  await page.goto('/');
  await expect(heading(page)).toHaveText(siteContent.heroTitle.ar);
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page).toHaveTitle(new RegExp(siteContent.preacherName.ar));
});

test('switches the language in place and stores the choice', async ({ page, library }) => {
  await library.open();
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  const toArabic = page.getByRole('banner').getByRole('link', { name: 'العربية' });
  await toArabic.focus();
  await toArabic.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(heading(page)).toHaveText(siteContent.heroTitle.ar);
  await expect(page).toHaveTitle(new RegExp(siteContent.preacherName.ar));
  await expect(page.getByRole('banner').getByRole('link', { name: 'English' })).toBeFocused();
  expect(await readStoredLanguage(page)).toBe('ar');
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);

  await page.goto('/');
  await expect(heading(page)).toHaveText(siteContent.heroTitle.ar);
  await library.ready();
  await page.getByRole('contentinfo').getByRole('link', { name: 'English' }).click();
  await expect(heading(page)).toHaveText(siteContent.heroTitle.en);
  expect(await readStoredLanguage(page)).toBe('en');
  await page.goto('/');
  await expect(heading(page)).toHaveText(siteContent.heroTitle.en);
});

test('sorts names of the page’s language first, also after switching', async ({ page, library }) => {
  const firstTitle = library.titles.first();
  await library.open({ lang: 'ar' });
  await expect(firstTitle).toHaveText(/^\p{Script=Arabic}/u);
  const arabicOrder = await library.titles.allInnerTexts();
  await page.getByRole('banner').getByRole('link', { name: 'English' }).click();
  await expect(firstTitle).toHaveText(/^\p{Script=Latin}/u);
  const englishOrder = await library.titles.allInnerTexts();
  await library.open();
  expect(await library.titles.allInnerTexts()).toEqual(englishOrder);
  await page.getByRole('banner').getByRole('link', { name: 'العربية' }).click();
  await expect(firstTitle).toHaveText(/^\p{Script=Arabic}/u);
  expect(await library.titles.allInnerTexts()).toEqual(arabicOrder);
});

test('keeps the view when the language is switched', async ({ page, library }) => {
  await library.open({ sort: 'fileName-desc', page: '2' });
  await page.getByRole('banner').getByRole('link', { name: 'العربية' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  const parameters = () => Object.fromEntries(new URL(page.url()).searchParams);
  await expect.poll(parameters).toMatchObject({ sort: 'fileName-desc', page: '2', lang: 'ar' });
  await expect(page.locator('#library [aria-current="page"]')).toHaveText('2');
});

test('applies a choice made in another tab', async ({ page, library, context }) => {
  await library.open();
  const second = await context.newPage();
  await second.goto('/');
  await new LibraryPage(second, 'en').ready();
  // Waits until the tab is idle and therefore listens for the choice.
  await second.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve())));
  await page.getByRole('banner').getByRole('link', { name: 'العربية' }).click();
  await expect(second.locator('html')).toHaveAttribute('lang', 'ar');
  await expect(heading(second)).toHaveText(siteContent.heroTitle.ar);
});

test('hydrates without errors in another time zone and year', async ({ browser, siteUrl }) => {
  const context = await browser.newContext({
    baseURL: siteUrl,
    timezoneId: 'Pacific/Kiritimati',
    locale: 'ar-EG',
  });
  const page = await context.newPage();
  const consoleProblems: string[] = [];
  page.on('console', (message) => consoleProblems.push(message.text()));
  page.on('pageerror', (error) => consoleProblems.push(error.message));
  await page.clock.setFixedTime('2031-01-01T00:30:00Z');
  await page.goto('/?lang=ar');
  await expect(page.getByRole('contentinfo')).toContainText(String(new Date().getFullYear()));
  expect(consoleProblems).toEqual([]);
  await context.close();
});
