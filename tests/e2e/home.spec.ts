import { languages } from '#contract/language.ts';
import { siteContent } from '../support/site-content.ts';
import { expect, test } from './support/visitor.ts';

test('shows the English texts of the specification word for word', async ({ page, library }) => {
  await library.open();
  const main = page.getByRole('main');
  await expect(page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link')).toHaveText([
    'Home',
    'Library',
  ]);
  await expect(page.getByRole('link', { name: 'Explore Now' })).toBeVisible();
  await expect(main.getByRole('heading', { name: 'Library', level: 2 })).toBeVisible();
  await expect(
    main.getByText('Explore a variety of sheikh lessons on Islamic teachings, studies, and more.', {
      exact: true,
    }),
  ).toBeVisible();
  await expect(page.getByPlaceholder('Search files...')).toBeVisible();
  await expect(main.getByText('sort by:', { exact: true })).toBeVisible();
  await expect(main.getByRole('button', { name: 'search', exact: true })).toHaveText('search');
  await expect(main.getByRole('button', { name: 'Reset', exact: true })).toHaveText('Reset');
  await expect(library.category('All Categories')).toBeVisible();
  await expect(main.getByRole('heading', { name: 'Categories' })).toBeVisible();
  await expect(library.status).toHaveText(/^showing files 1-9 of \d+ files\.$/, { useInnerText: true });
  await expect(page.getByRole('contentinfo')).toContainText('All rights reserved');
});

test('offers four orders and sorts by name by default', async ({ library }) => {
  await library.open();
  await expect(library.sort).toHaveValue('fileName-asc');
  const values = await library.sort
    .getByRole('option')
    .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
  expect(values).toEqual(['fileName-asc', 'fileName-desc', '$createdAt-asc', '$createdAt-desc']);
});

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    test('shows the owner’s texts in the page’s language, with landmarks and a heading outline', async ({
      page,
      library,
    }) => {
      await library.open();
      const { heroTitle, heroSubtitle, heroDescription, address, preacherName } = siteContent;
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heroTitle[language]);
      for (const text of [heroSubtitle, heroDescription, address]) {
        await expect(page.getByRole('main').getByText(text[language], { exact: true })).toBeVisible();
      }
      await expect(page.getByRole('banner')).toContainText(preacherName[language]);
      const footer = page.getByRole('contentinfo');
      await expect(footer).toContainText(preacherName[language]);
      await expect(footer).toContainText(library.texts.rights);
      await expect(footer).toContainText(String(new Date().getFullYear()));

      const html = page.locator('html');
      await expect(html).toHaveAttribute('lang', language);
      await expect(html).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr');
      await expect(page).toHaveTitle(new RegExp(preacherName[language]));
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
      for (const landmark of ['banner', 'main', 'contentinfo', 'search'] as const) {
        await expect(page.getByRole(landmark)).toHaveCount(1);
      }
      const levels = await page
        .locator('h1, h2, h3, h4, h5, h6')
        .filter({ visible: true })
        .evaluateAll((headings) => headings.map(({ tagName }) => Number(tagName[1])));
      expect(levels[0]).toBe(1);
      const skips = levels.filter((level, index) => level - (levels[index - 1] ?? 1) > 1);
      expect(skips).toEqual([]);

      // The header and the footer link to the other language, in that language.
      const targetLanguage = language === 'ar' ? 'en' : 'ar';
      for (const landmark of ['banner', 'contentinfo'] as const) {
        const link = page
          .getByRole(landmark)
          .getByRole('link', { name: targetLanguage === 'ar' ? 'العربية' : 'English' });
        await expect(link).toBeVisible();
        await expect(link).toHaveAttribute('lang', targetLanguage);
        await expect(link).toHaveAttribute('hreflang', targetLanguage);
      }
    });

    test('Explore Now and the hash #library scroll to the library', async ({ page, library }) => {
      await library.open();
      await page.getByRole('link', { name: library.texts.explore }).click();
      await expect(page).toHaveURL(/#library$/);
      const heading = page.getByRole('heading', { name: library.texts.libraryTitle, level: 2 });
      await expect(heading).toBeInViewport();
      // The section reaches up to the header, so that the hero is out of view.
      const sectionTop = () => library.section.evaluate((section) => section.getBoundingClientRect().top);
      const header = await page.getByRole('banner').boundingBox();
      await expect.poll(sectionTop).toBeLessThanOrEqual(header?.height ?? 0);
      await page.goto('about:blank');
      await page.goto(`${library.href()}#library`);
      await expect(heading).toBeInViewport();
    });
  });
}

test('the arch and the icons keep their proportions', async ({ page, library }) => {
  await library.open();
  const arch = await page.locator('.niche').boundingBox();
  expect(arch?.width).toBeGreaterThan(300);
  expect((arch?.height ?? 0) / (arch?.width ?? 1)).toBeCloseTo(500 / 400, 2);
  const icons = await page
    .locator('svg.icon')
    .evaluateAll((drawings) =>
      drawings.map((icon) => icon.getBoundingClientRect()).filter(({ width }) => width > 0),
    );
  expect(icons.length).toBeGreaterThan(0);
  expect(icons.filter(({ width, height }) => width !== height || width > 48)).toEqual([]);
});

test('the Arabic page has no English text', async ({ page }) => {
  await page.goto('/?lang=ar');
  const untranslated = await page.evaluate(() => {
    const englishTexts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || parent.closest('[lang="en"], bdi, script, style, template')) continue;
      if (/[A-Za-z]{2,}/.test(node.textContent?.replaceAll(/\b(PDF|KB|MB)\b/g, '') ?? ''))
        englishTexts.push(node.textContent ?? '');
    }
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
      if (element.closest('[lang="en"], template')) continue;
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
        const value = element.getAttribute(name) ?? '';
        if (/[A-Za-z]{2,}/.test(value)) englishTexts.push(`${name}=${value}`);
      }
    }
    return englishTexts;
  });
  expect(untranslated).toEqual([]);
});
