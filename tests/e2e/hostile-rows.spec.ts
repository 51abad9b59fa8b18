import { hostileNames } from './support/hostile-names.ts';
import { respondToRows, respondWithRows, validFile } from './support/row-responses.ts';
import { expect, test } from './support/visitor.ts';

const texts = [
  ...hostileNames,
  '\u202Egnp.exe',
  'a'.repeat(10_000),
  '\ud800.pdf',
  'a\u2028\u2029',
  '\r\nSet-Cookie: a=b',
  '.pdf',
  'abc',
];

test('escapes all texts of a row', async ({ page, library }) => {
  const hostileRows = texts.map((text, index) => ({
    ...validFile,
    $id: `text-${index}`,
    fileName: text,
    category: { ...validFile.category, categoryName: text },
  }));
  await library.open();
  await respondToRows(page, 'files', respondWithRows(...hostileRows));
  await library.searchFor('anything');
  await expect(library.cards).toHaveCount(texts.length);
  expect(await page.locator('#library img, #library script, #library svg[onload]').count()).toBe(0);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(1440);
});

// The table of all unsafe addresses is in src/web/page/file-facts.test.ts.
const unsafeUrls = ['javascript:alert(1)', '//evil.example/a.pdf', 'http://evil.example/a.pdf', ''];

test('links a card only to https addresses and paths of this site', async ({ page, library }) => {
  const allowedUrls = ['https://files.example/a.pdf', '/v1/storage/buckets/pdfs/files/a/view?project=minbar'];
  const lessons = [...unsafeUrls, ...allowedUrls].map((url, index) => ({
    ...validFile,
    ...{ $id: `address-${index}`, fileName: `Lesson ${index}.pdf`, url },
  }));
  await library.open();
  await respondToRows(page, 'files', respondWithRows(...lessons));
  await library.searchFor('anything');
  await expect(library.titles).toHaveText(lessons.map((_, index) => new RegExp(`^Lesson ${index}\\b`)));
  for (const [index, url] of unsafeUrls.entries()) {
    await expect(library.cards.nth(index), url).toContainText(library.texts.linkUnavailable);
  }
  const links = await library.titleLinks.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links).toEqual(allowedUrls);
});

test('shows valid rows next to broken ones', async ({ page, library }) => {
  const brokenRows = [{ fileName: ' ' }, { category: [] }, { category: null }, { fileSize: 'large' }];
  const invalidFiles = brokenRows.map((fields, index) => ({
    ...validFile,
    $id: `broken-${index}`,
    ...fields,
  }));
  await library.open();
  await respondToRows(page, 'files', respondWithRows(...invalidFiles, validFile));
  await library.searchFor('anything');
  await expect(library.titles).toHaveText([/^A lesson/]);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
