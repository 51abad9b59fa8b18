import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { languages } from '#web/i18n/language.ts';
import { type Site, startSite } from '../support/site.ts';
import { expect, test } from '../support/visitor.ts';

let site: Site;
let folder: string;

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minbar-empty-'));
  site = await startSite({ LIBRARY_DIR: folder });
});

test.afterAll(async () => {
  await site?.stop();
  await rm(folder, { recursive: true, force: true });
});

test.use({ siteUrl: async ({ browserName: _any }, use) => use(site.url) });

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
