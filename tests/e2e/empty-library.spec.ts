import { languages } from '#contract/language.ts';
import { catalogs } from '#web/i18n/catalogs.ts';
import { LessonFolder } from '../library/lesson-folder.ts';
import { startSiteOf } from '../support/site.ts';
import { sdkFor } from './support/sample-library.ts';
import { expect, startSeparateSite, test } from './support/visitor.ts';

const site = startSeparateSite(async () => startSiteOf(await LessonFolder.make()));

test('reports that there are no files and no categories, in both languages', async ({ page, library }) => {
  for (const language of languages) {
    await page.goto(language === 'ar' ? '/?lang=ar' : '/');
    await library.ready();
    const notices =
      language === 'en'
        ? ['No files found', 'No categories found']
        : ['لم يُعثر على ملفات', 'لم يُعثر على تصنيفات'];
    await expect(page.getByRole('status')).toHaveText(notices[0] ?? '');
    await expect(page.getByText(notices[1] ?? '', { exact: true }).filter({ visible: true })).toHaveCount(1);
    await expect(library.cards).toHaveCount(0);
    const advice = page.getByText(catalogs[language].noFilesHint);
    await expect(advice).toHaveCount(0);
    await page.goto(`/?category=none&lang=${language}`);
    await expect(advice).toBeVisible();
  }
});

test('of the Arabic fonts, the English page fetches only the small one for the word العربية', async ({
  page,
  library,
}) => {
  const { url, key } = site();
  const db = sdkFor(url, 'en', key);
  const file = { url: 'https://files.example/a.pdf', fileName: 'a.pdf', fileSize: 1, fileId: 'a' };
  const data = { ...file, category: { categoryName: 'Fiqh' } };
  await db.createRow({ databaseId: 'library', tableId: 'files', rowId: 'a', data });
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname);
  });
  // The first response after a change may be the previous page.
  await expect(async () => {
    await page.goto('/', { waitUntil: 'networkidle' });
    await expect(library.cards).toHaveCount(1, { timeout: 500 });
  }).toPass();
  await expect(page.getByRole('banner').getByRole('link', { name: 'العربية' })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  expect(fonts.some((path) => path.includes('readex-pro-name'))).toBe(true);
  expect(fonts.filter((path) => path.includes('-arabic'))).toEqual([]);
});
