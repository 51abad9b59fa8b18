import { expect, test } from '@playwright/test';
import { type Language, languages } from '#web/i18n/language.ts';
import { shownTitles } from '../support/driven-visit.ts';
import { startOldChromium } from '../support/old-chromium.ts';
import { otherBrowsers } from '../support/other-browsers.ts';
import { allCategories, allFiles, titleOf } from '../support/sample-library.ts';
import { tellingSite, whereRead } from '../support/telling-site.ts';

const siteUrl = (): string => process.env.SHARED_SITE ?? '';
const hrefOf = (language: Language, query = ''): string =>
  `${siteUrl()}/?${new URLSearchParams([...(language === 'ar' ? [['lang', 'ar']] : []), ...new URLSearchParams(query)])}`;

/** What a test has started for itself: ended after it, also when it failed. */
const started: { stop: () => unknown }[] = [];
const ended = <Program extends { stop: () => unknown }>(program: Program): Program => {
  started.push(program);
  return program;
};
test.afterEach(async () => {
  for (const program of started.splice(0)) await program.stop();
});

test('a Chromium of 2020 shows lessons, and those of a category, in both languages', async () => {
  const program = otherBrowsers['Chromium 87'].find();
  test.skip(program === undefined, 'Qt 5 WebEngine is not here');
  const browser = ended(await startOldChromium(program ?? ''));
  for (const language of languages) {
    const files = await allFiles(siteUrl(), language);
    const [, category] = await allCategories(siteUrl(), language);
    await browser.goto(hrefOf(language));
    expect(await browser.evaluate(shownTitles)).toEqual(files.slice(0, 10).map(titleOf));
    expect(await browser.evaluate('document.documentElement.lang')).toBe(language);
    // Without the stylesheet's layers a drawing would be as large as the browser makes any.
    const widest = `Math.max(...[...document.querySelectorAll('main svg')].map((svg) => svg.getBoundingClientRect().width))`;
    expect(await browser.evaluate<number>(widest)).toBeLessThanOrEqual(160);
    await browser.goto(hrefOf(language, `category=${category?.$id}`));
    const shown = await browser.evaluate<string[]>(shownTitles);
    expect(shown).toEqual(
      files
        .filter((file) => file.category.$id === category?.$id)
        .slice(0, 10)
        .map(titleOf),
    );
    expect(shown.length).toBeGreaterThan(0);
  }
});

test('a Chromium of 2020 gives way to the stored language too', async () => {
  const program = otherBrowsers['Chromium 87'].find();
  test.skip(program === undefined, 'Qt 5 WebEngine is not here');
  const browser = ended(await startOldChromium(program ?? ''));
  const site = ended(await tellingSite(siteUrl()));
  await browser.goto(`${site.url}/?lang=ar`);
  await browser.evaluate(`localStorage.lang = 'ar'; sessionStorage.read = ''`);
  await browser.goto(`${site.url}/?sort=fileName-desc&page=2#library`);
  await expect
    .poll(() => browser.evaluate(whereRead))
    .toBe('/ | lang,ar,page,2,sort,fileName-desc | #library | ar |  ar');
  await browser.evaluate('history.back()');
  await expect.poll(() => browser.evaluate('location.search')).toBe('?lang=ar');
});
