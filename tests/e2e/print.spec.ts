import { catalogs } from '#web/i18n/catalogs.ts';
import { defaultView, lessonHref, posterHref, viewHref } from '../../src/contract/urls.ts';
import { waitForLessonText } from './support/lesson-with-text.ts';
import { allCategories, allFiles } from './support/sample-library.ts';
import { expect, test } from './support/visitor.ts';

const countPages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length;

for (const language of ['en', 'ar'] as const) {
  test.describe(`the printed page, ${language}`, () => {
    test.use({ language, colorScheme: 'dark' });

    test('lists lessons with their categories and the site’s address, on one white sheet', async ({
      page,
      siteUrl,
    }) => {
      const requests: string[] = [];
      page.on('request', (request) => requests.push(new URL(request.url()).pathname));
      await page.goto(`/?lang=${language}`);
      await page.waitForLoadState('networkidle');
      const address = page.locator('.printed-address');
      await expect(address).toBeHidden();
      const picture = (await address.locator('img').getAttribute('src')) ?? '';
      // The picture is fetched only for printing.
      expect(requests).not.toContain(picture);

      await page.emulateMedia({ media: 'print' });
      await expect(address).toBeVisible();
      await expect(address).toHaveText(new URL(siteUrl).host);
      await expect
        .poll(() => address.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
        .toBeGreaterThan(0);
      await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
      for (const selector of [
        'form',
        '.hero',
        '.files-footer nav',
        '.category-column',
        '.cover',
        '.card-details',
        'footer',
        'nav',
      ]) {
        for (const element of await page.locator(selector).all()) await expect(element).toBeHidden();
      }
      const cards = page.getByRole('article');
      expect(await cards.count()).toBeGreaterThanOrEqual(9);
      for (const card of await cards.all()) {
        await expect(card.getByRole('heading')).toBeVisible();
        await expect(card.locator('.card-tag')).toBeVisible();
      }
      expect(countPages(await page.pdf({ format: 'Letter' }))).toBe(1);
    });

    test('of a category has its name as heading, but no link to its poster', async ({ page, siteUrl }) => {
      const category = (await allCategories(siteUrl, language)).at(-1);
      await page.goto(viewHref({ ...defaultView, categoryId: category?.$id }, language));
      await page.emulateMedia({ media: 'print' });
      const heading = page.locator('.chosen-category');
      await expect(heading).toBeVisible();
      await expect(heading).toHaveCSS('color', 'rgb(0, 0, 0)');
      await expect(page.getByRole('link', { name: catalogs[language].posterOfCategory })).toBeHidden();
    });

    test('of an unknown address says that there is no such page, in dark letters on white', async ({
      page,
      guard,
    }) => {
      guard.allow(/status of 404/);
      await page.goto(`/nothing?lang=${language}`);
      await page.emulateMedia({ media: 'print' });
      const { notFoundHeading, notFoundText, notFoundBack } = catalogs[language];
      for (const text of [notFoundHeading, notFoundText]) {
        await expect(page.getByText(text, { exact: true })).toBeVisible();
        await expect(page.getByText(text, { exact: true })).toHaveCSS('color', 'rgb(0, 0, 0)');
      }
      await expect(page.locator('.notice')).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)');
      await expect(page.getByRole('link', { name: notFoundBack })).toBeHidden();
      expect(countPages(await page.pdf({ format: 'Letter' }))).toBe(1);
    });

    test('of a lesson’s text has neither the offer to continue nor the number of the page on the screen', async ({
      page,
      siteUrl,
    }) => {
      const booklet = 'First steps in Islam, a booklet in fourteen chapters';
      const { $id } = await waitForLessonText(siteUrl, language, booklet);
      await page.goto(lessonHref({ id: $id, page: 7, search: '' }, language));
      await page.waitForFunction(() => localStorage.getItem('pages'));
      await page.goto(lessonHref({ id: $id, page: 1, search: '', as: 'text' }, language));
      const screenOnly = page.locator('.lesson-resume, .text-position');
      for (const element of await screenOnly.all()) await expect(element).toBeVisible();
      await page.emulateMedia({ media: 'print' });
      await expect(page.locator('.page-of-text').first()).toBeVisible();
      for (const element of await screenOnly.all()) await expect(element).toBeHidden();
      await expect(page.locator('body')).toHaveCSS('padding-bottom', '0px');
    });

    test('of a poster fits on one sheet of A4 or Letter, without the line above the site’s footer', async ({
      page,
      siteUrl,
    }) => {
      const [file] = await allFiles(siteUrl, language);
      await page.goto(posterHref({ kind: 'lesson', id: file?.$id ?? '' }, language));
      // Sets a title of 250 characters, because a file name has at most 255 bytes.
      await page.locator('h1').evaluate((heading) => {
        heading.textContent = `${heading.textContent} `.repeat(30).slice(0, 250);
        heading.dataset.size = '7';
      });
      for (const format of ['A4', 'Letter'] as const) expect(countPages(await page.pdf({ format }))).toBe(1);
      await expect(page.locator('.poster-foot')).toHaveCSS('border-top-width', '0px');
    });

    test('of a poster has a category of 40 letters inside the arch', async ({ page, siteUrl }) => {
      const [file] = await allFiles(siteUrl, language);
      await page.goto(posterHref({ kind: 'lesson', id: file?.$id ?? '' }, language));
      const shareOfFrame = await page.locator('.poster-category').evaluate((category) => {
        category.textContent = 'w'.repeat(40);
        const letters = document.createRange();
        letters.selectNodeContents(category);
        const frame = category.closest('.poster-frame')?.getBoundingClientRect();
        return letters.getBoundingClientRect().width / (frame?.width ?? 0);
      });
      // At the height of the category, the arch is half as wide as its frame.
      expect(shareOfFrame).toBeLessThan(0.5);
    });
  });
}
