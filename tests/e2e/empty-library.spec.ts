import { languages } from '#web/i18n/language.ts';
import { LessonFolder } from '../publisher/lesson-folder.ts';
import { sdkFor } from '../support/sample-library.ts';
import { startSiteOf } from '../support/site.ts';
import { expect, siteOfOwn, test } from '../support/visitor.ts';

const site = siteOfOwn(async () => startSiteOf(await LessonFolder.make()));

test('a library without lessons says so, in both languages', async ({ page, library }) => {
  for (const language of languages) {
    await page.goto(language === 'ar' ? '/?lang=ar' : '/');
    await library.ready();
    const words =
      language === 'en'
        ? ['No files found', 'No categories found']
        : ['لم يُعثر على ملفات', 'لم يُعثر على تصنيفات'];
    await expect(page.getByRole('status')).toHaveText(words[0] ?? '');
    await expect(page.getByText(words[1] ?? '', { exact: true }).filter({ visible: true })).toHaveCount(1);
    await expect(library.cards).toHaveCount(0);
  }
});

test('a category of 240 letters without a space fits a phone, in every place that names it', async ({
  page,
  library,
}) => {
  const { url, key } = site();
  const db = sdkFor(url, 'en', key);
  const databaseId = 'library';
  for (const [rowId, letter] of [
    ['latin', 'w'],
    ['arabic', 'و'],
  ] as const) {
    const data = { categoryName: letter.repeat(240) };
    await db.createRow({ databaseId, tableId: 'categories', rowId, data });
    const file = { url: 'https://files.example/a.pdf', fileName: 'a.pdf', fileSize: 1, fileId: rowId };
    await db.createRow({ databaseId, tableId: 'files', rowId, data: { ...file, category: rowId } });
  }
  for (const width of [360, 1100]) {
    await page.setViewportSize({ width, height: 800 });
    for (const address of ['/', '/?category=arabic&search=zzz']) {
      for (const language of languages) {
        await page.goto(`${address}${address.includes('?') ? '&' : '?'}lang=${language}`);
        await library.ready();
        const wide = await page.evaluate(() => document.documentElement.scrollWidth);
        expect([address, language, wide]).toEqual([address, language, width]);
      }
    }
  }
});
