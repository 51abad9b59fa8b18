import { languages } from '#contract/language.ts';
import { textMessages } from '#web/i18n/text-messages.ts';
import { allFiles, creedNames, titleOf } from './support/sample-library.ts';
import { expect, test } from './support/visitor.ts';

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    test('corrects a search typed on the other keyboard layout, with a link to the exact search', async ({
      page,
      library,
    }) => {
      await library.open();
      await library.searchFor('hp;hl');
      await expect(library.section).toContainText(library.texts.shownInstead('hp;hl', 'احكام'));
      await expect(library.cards.first()).toBeVisible();
      await expect(library.section.locator('mark').first()).toBeVisible();

      await page.getByRole('link', { name: library.texts.searchExactly('hp;hl') }).click();
      await expect(library.status.filter({ visible: true })).toHaveText(library.texts.noFiles);
      await expect(page).toHaveURL(library.href({ search: 'hp;hl', exact: '1' }));
      await page.goBack();
      await expect(library.cards.first()).toBeVisible();
    });

    test('explains that nothing was found, and offers a search in all categories and the nearest title', async ({
      page,
      library,
      siteUrl,
    }) => {
      const files = await allFiles(siteUrl, language);
      const creed = creedNames[language];
      const lesson = files.find(({ category }) => category.categoryName === creed) ?? files[0];
      if (!lesson) throw new Error('the sample library is empty');
      const hadithLesson = files.find(
        ({ category }) => category.categoryName === { en: 'Hadith', ar: 'الحديث' }[language],
      );
      const [word = ''] = titleOf(hadithLesson ?? lesson)
        .split(' ')
        .filter((part) => part.length > 5);
      await library.open();
      await library.category(creed).click();
      await library.searchFor(word);
      // The message depends on whether the texts of lessons have the word.
      const noMatch = library.section.getByText(library.texts.noMatch(word, creed));
      await expect(
        noMatch.or(library.section.getByText(library.texts.noTitleMatch(word, creed))),
      ).toBeVisible();
      await page.getByRole('link', { name: /\(\d+\)$/ }).click();
      await expect(library.cards.first()).toBeVisible();
      await expect(page).toHaveURL(library.href({ search: word }));

      await library.searchFor('Praxer of tha traveler');
      await page.getByRole('link', { name: 'Prayer of the traveler', exact: true }).click();
      await expect(library.titles.first()).toContainText('Prayer of the traveler');
    });

    // Announcements do not depend on the language.
    if (language === 'ar') return;

    test('announces corrected results, and only for the search for which they are shown', async ({
      page,
      library,
    }) => {
      const { texts, status } = library;
      await library.open();
      await status.evaluate((region) => {
        const announced = new Set<string | null>();
        Object.assign(window, { announced });
        const options = { childList: true, subtree: true, characterData: true };
        new MutationObserver(() => announced.add(region.textContent)).observe(region, options);
      });
      await library.searchFor('hp;hl');
      await expect(status).toContainText(texts.shownInstead('hp;hl', 'احكام'));
      await library.searchFor('qqqxyz');
      await expect(status).toHaveText(texts.noFiles);
      const announced = await page.evaluate(() => [
        ...(window as unknown as { announced: Set<string> }).announced,
      ]);
      expect(announced.filter((text) => text.includes('qqqxyz'))).toEqual([]);
      await library.open({ search: 'hp;hl' });
      await expect(status).toContainText(texts.shownInstead('hp;hl', 'احكام'));
    });
  });
}

// Behavior that does not depend on the language is tested in one.
test.describe('in English', () => {
  test.use({ language: 'en' });

  test('shows the number of matching files of all categories; clearing the search keeps the category', async ({
    page,
    library,
    siteUrl,
  }) => {
    const files = await allFiles(siteUrl, 'en');
    const creed = files.filter(({ category }) => category.categoryName === 'Creed').length;
    await library.open();
    expect(library.requests).toEqual([]);
    const countOf = (name: string) =>
      library.categories.getByRole('listitem').filter({ hasText: name }).getByText(/^\d+$/);
    await expect(countOf('Creed')).toHaveText(String(creed));
    await expect(countOf(library.texts.allCategories)).toHaveText(String(files.length));

    await library.category('Creed').click();
    await library.expectRange(1, creed, creed);
    await expect(countOf(library.texts.allCategories)).toHaveText(String(files.length));
    await library.searchFor('zzzz');
    await expect(countOf(library.texts.allCategories)).toHaveText('0');
    await expect(countOf('Creed')).toHaveText('0');

    await page.getByRole('link', { name: library.texts.clearSearch }).click();
    await expect(library.searchBox).toHaveValue('');
    await expect(library.cards.first()).toBeVisible();
    expect(new URL(page.url()).searchParams.get('category')).not.toBeNull();
  });
});

test.describe('in Arabic', () => {
  test.use({ language: 'ar' });

  test('marks matches as whole words in the original title', async ({ page, library }) => {
    await library.open({ search: 'احكام' });
    const marks = library.cards.locator('mark');
    await expect(marks.first()).toBeVisible();
    for (const text of await marks.allTextContents()) expect(text).toMatch(/^أحكام$/);
    await library.reset.click();
    await expect(marks).toHaveCount(0);
    await expect(page).toHaveURL(library.href());
  });

  test('finds a word by its synonym in the glossary', async ({ library }) => {
    await library.open({ search: 'siwak ablution' });
    await expect(library.status.filter({ visible: true })).toHaveText(library.texts.noFiles);
    await library.searchFor('ablution');
    await expect(library.section).toContainText(library.texts.shownInstead('ablution', 'wudu'));
    await expect(library.titles.first()).toContainText(/wudu/i);
  });
});

test('corrections and partial matches work without JavaScript', async ({ browser, siteUrl, library }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${siteUrl}/?search=hp%3Bhl`);
  await expect(page.locator('#library')).toContainText(library.texts.shownInstead('hp;hl', 'احكام'));
  await page.getByRole('link', { name: library.texts.searchExactly('hp;hl') }).click();
  await expect(page.getByText(library.texts.noFiles)).toBeVisible();

  // Searches for words that no page has all of.
  await page.goto(`${siteUrl}/?search=intention+deed+zzyzx`);
  await expect(page.locator('[data-slot=text-hits]')).toContainText(
    textMessages.en.summary({ share: 'most', pages: 1, lessons: 1 }).split(':')[0] ?? '',
  );
  await expect(page.locator('[data-slot=text-hits] mark').first()).toBeVisible();
  await expect(page.locator('#library')).toContainText(library.texts.noMatch('intention deed zzyzx'));
  await context.close();
});
