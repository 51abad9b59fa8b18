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
const wrongValues = [null, 42, ['list']];

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

test('shows a file name shorter than its extension unchanged', async ({ page, library }) => {
  await respondToRows(page, 'files', respondWithRows({ ...validFile, fileName: 'abc' }));
  await library.open();
  await library.searchFor('anything');
  await expect(library.cards).toHaveCount(1);
  expect(await library.visibleTitles()).toEqual(['abc']);
});

const unsafeUrls = [
  'javascript:alert(1)',
  'JaVa\tScript:alert(1)',
  '\u0001javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'blob:https://evil.example/1',
  'file:///etc/passwd',
  '//evil.example/a.pdf',
  '\\\\evil.example\\a.pdf',
  'https:/\\evil.example/a.pdf',
  'https://user:pw@evil.example/a.pdf',
  'http://evil.example/a.pdf',
  '',
  'not an address',
];
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

const fields = [
  '$id',
  '$createdAt',
  '$updatedAt',
  'url',
  'fileName',
  'fileSize',
  'fileId',
  'category',
] as const;
test('reports a failed load if every row has a field of the wrong type', async ({ page, library }) => {
  const brokenRows = fields.flatMap((field) =>
    wrongValues
      .filter((value) => !(field === 'fileSize' && typeof value === 'number'))
      .map((value, index) => ({ ...validFile, $id: `${field}-${index}`, [field]: value })),
  );
  expect(brokenRows).toHaveLength(fields.length * wrongValues.length - 1);
  await library.open();
  // A row that passed the check would have a card.
  await respondToRows(page, 'files', respondWithRows(...brokenRows));
  await library.searchFor('anything');
  await expect(page.getByRole('alert')).toContainText(library.texts.errorFiles);
  await expect(library.cards).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
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

test('keeps the pager small for an absurd total', async ({ page, library }) => {
  await respondToRows(page, 'files', (route) =>
    route.fulfill({
      json: {
        total: 1_000_000_000,
        rows: Array.from({ length: 9 }, (_, index) => ({ ...validFile, $id: `f${index}` })),
      },
    }),
  );
  await library.open();
  await library.pageLink(2).click();
  await expect(library.status).toContainText('of 1000000000 files.');
  expect(await library.pager.getByRole('listitem').count()).toBeLessThanOrEqual(9);
});
