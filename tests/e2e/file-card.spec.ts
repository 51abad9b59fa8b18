import { languages } from '#contract/language.ts';
import { lessonHref } from '../../src/contract/urls.ts';
import { respondToRows, respondWithRows, validFile } from './support/row-responses.ts';
import { allFiles, titleOf } from './support/sample-library.ts';
import { expect, test } from './support/visitor.ts';

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    test('a card shows title, category and size, and opens the PDF in a new tab', async ({
      page,
      context,
      library,
      siteUrl,
    }) => {
      const [file] = await allFiles(siteUrl, language);
      if (!file) throw new Error('The sample has files.');
      await library.open();
      const card = library.cards.first();
      expect((await library.visibleTitles())[0]).toBe(titleOf(file));
      await expect(card).toContainText(file.category.categoryName);
      const size =
        file.fileSize < 10 * 1024 ? / KB/ : new RegExp(`${(file.fileSize / 1024 / 1024).toFixed(2)} MB`);
      await expect(card).toContainText(size);

      const link = card.getByRole('heading').getByRole('link');
      await expect(link).toHaveCount(1);
      await expect(link).toHaveAttribute('target', '_blank');
      await expect(link).toHaveAttribute('rel', /noopener/);
      await expect(link).toHaveAccessibleName(new RegExp(library.texts.opensInNewTab));
      const response = await page.request.get((await link.getAttribute('href')) ?? '');
      expect(response.headers()['content-type']).toBe('application/pdf');
      expect((await response.body()).subarray(0, 5).toString()).toBe('%PDF-');

      const newTab = context.waitForEvent('page');
      await card.click({ position: { x: 12, y: 12 } });
      await (await newTab).close();
      await expect(page).toHaveURL(library.href());

      const details = card.getByRole('link').nth(1);
      await expect(details).toHaveText(`${library.texts.details} – \u2068${titleOf(file)}\u2069`);
      await details.click();
      await expect(page).toHaveURL(lessonHref({ id: file.$id, page: 1, search: '' }, language));
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(titleOf(file));
    });

    test('titles have the direction of their text and, like sizes, are aligned with the page', async ({
      library,
    }) => {
      await library.open();
      const measuredTitles = await library.titles.evaluateAll((headings) =>
        headings.map((heading) => {
          const range = document.createRange();
          const text = document.createTreeWalker(heading, NodeFilter.SHOW_TEXT).nextNode();
          range.selectNodeContents(text ?? heading);
          const runs = [...range.getClientRects()];
          // A line with two scripts has several rectangles.
          const line = runs.filter(({ top }) => Math.abs(top - (runs[0]?.top ?? 0)) < 8);
          const box = heading.getBoundingClientRect();
          const style = getComputedStyle(heading);
          return {
            text: text?.textContent ?? '',
            direction: style.direction,
            start:
              Math.min(...line.map(({ left }) => left)) - box.left - Number.parseFloat(style.paddingLeft),
            end:
              box.right - Number.parseFloat(style.paddingRight) - Math.max(...line.map(({ right }) => right)),
          };
        }),
      );
      for (const { text, direction, start, end } of measuredTitles) {
        const first = /[\p{Script=Arabic}\p{Script=Latin}]/u.exec(text)?.[0] ?? 'a';
        expect(direction, text).toBe(/\p{Script=Arabic}/u.test(first) ? 'rtl' : 'ltr');
        expect(Math.round(language === 'ar' ? end : start), text).toBeLessThanOrEqual(1);
      }
      const sizes = await library.cards.locator('.card-size').evaluateAll((all) =>
        all.map((size) => {
          const range = document.createRange();
          range.selectNodeContents(size);
          const [text, box] = [range.getBoundingClientRect(), size.getBoundingClientRect()];
          return { left: text.left - box.left, right: box.right - text.right };
        }),
      );
      expect(sizes.length).toBeGreaterThan(0);
      for (const { left, right } of sizes) expect(language === 'ar' ? right : left).toBeLessThan(1);
    });
  });
}

test('long titles and categories in the other script, or in both, are not cut off and do not overlap the cover', async ({
  page,
  library,
}) => {
  await page.goto('/?lang=ar');
  await library.ready();
  const english =
    'A guide for the new khatib, from choosing a topic to delivering a Friday sermon in two languages';
  const mixedTitle =
    'Manners and character of whoever seeks knowledge – الآداب والأخلاق لطالب العلم في المسجد وخارجه';
  const lesson = (fileName: string, categoryName: string) => ({
    ...validFile,
    ...{ $id: fileName, fileName: `${fileName}.pdf`, category: { ...validFile.category, categoryName } },
  });
  const arabicFirst = mixedTitle.split(' – ').reverse().join(' – ');
  await respondToRows(
    page,
    'files',
    respondWithRows(...[english, mixedTitle, arabicFirst].map((title) => lesson(title, english))),
  );
  await page.getByRole('searchbox').fill('anything');
  await page.getByRole('searchbox').press('Enter');
  await expect(library.cards).toHaveCount(3);
  for (const width of [360, 390, 800, 1280, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const otherLanguage = page.locator('.card-full, .card-lines .title-line[lang]');
    await expect(otherLanguage).toHaveCount(6);
    for (const text of await otherLanguage.all()) {
      const { isCut, overlapsCover } = await text.evaluate((element) => {
        const cover = element.closest('.card')?.querySelector('.cover')?.getBoundingClientRect();
        const letters = document.createRange();
        const parts = element.matches('.title-line')
          ? [element]
          : [...element.querySelectorAll('.card-link > :not(.sr-only), :scope > span')];
        const ends = parts.map((part) => {
          letters.selectNodeContents(part);
          return letters.getBoundingClientRect().right;
        });
        return {
          isCut: element.scrollHeight > element.clientHeight + 1,
          overlapsCover: ends.some((end) => end > (cover?.left ?? 0)),
        };
      });
      // An ellipsis would be drawn on the side of the cover.
      expect({ width, isCut, overlapsCover }).toEqual({ width, isCut: false, overlapsCover: false });
    }
  }
});
