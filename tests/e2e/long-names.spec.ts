import { languages } from '#contract/language.ts';
import { followHref, lessonHref, libraryPosterPath, localHref, posterHref } from '../../src/contract/urls.ts';
import { allFiles } from './support/sample-library.ts';
import { expect, test } from './support/visitor.ts';

test.use({ javaScriptEnabled: false });

for (const language of languages) {
  test(`${language}: a category and a title of 240 letters without a space fit on a phone and a wide screen`, async ({
    page,
    siteUrl,
  }) => {
    const lesson = (await allFiles(siteUrl, language)).find(({ fileName }) =>
      fileName.startsWith('Prayer of'),
    );
    const { $id: id = '', category } = lesson ?? {};
    const letters = (language === 'ar' ? 'ب' : 'w').repeat(240);
    await page.route('**/*', async (route) => {
      if (!route.request().isNavigationRequest()) return route.fallback();
      const response = await route.fetch();
      const body = (await response.text())
        // Replaces the name only at the start of a word, because the hero has a word that ends with it.
        .replaceAll(new RegExp(`(?<!\\p{L})${category?.categoryName}`, 'gu'), letters)
        .replaceAll('Prayer of the traveler', letters);
      return route.fulfill({ response, body });
    });
    const lang = language === 'ar' ? '&lang=ar' : '';
    for (const href of [
      `/?category=${category?.$id}${lang}`,
      `/?category=${category?.$id}&search=zzz${lang}`,
      `/?search=traveler${lang}`,
      lessonHref({ id, page: 1, search: 'prayer' }, language),
      posterHref({ kind: 'lesson', id }, language),
      posterHref({ kind: 'category', id: category?.$id ?? '' }, language),
      followHref(language, category?.$id),
      localHref(libraryPosterPath, language),
    ]) {
      await page.goto(href);
      await expect(page.locator('body')).toContainText(letters);
      for (const width of [360, 1100]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth), href).toBe(width);
      }
    }
  });
}
