import { markup } from './support/markup.ts';
import { respondToRows, rows, validFile } from './support/row-responses.ts';
import { expect, test } from './support/visitor.ts';

const texts = [
  ...markup,
  '\u202Egnp.exe',
  'a'.repeat(10_000),
  '\ud800.pdf',
  'a\u2028\u2029',
  '\r\nSet-Cookie: a=b',
  '.pdf',
  'abc',
];
const shapes = [null, 42, ['list']];

test('no text of a row becomes markup, however it is written', async ({ page, library }) => {
  const hostile = texts.map((text, index) => ({
    ...validFile,
    $id: `text-${index}`,
    fileName: text,
    category: { ...validFile.category, categoryName: text },
  }));
  await library.open();
  await respondToRows(page, 'files', rows(...hostile));
  await library.searchFor('anything');
  await expect(library.cards).toHaveCount(texts.length);
  expect(await page.locator('#library img, #library script, #library svg[onload]').count()).toBe(0);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(1440);
});

test('a name shorter than its ending is shown whole', async ({ page, library }) => {
  await respondToRows(page, 'files', rows({ ...validFile, fileName: 'abc' }));
  await library.open();
  await library.searchFor('anything');
  await expect(library.cards).toHaveCount(1);
  expect(await library.visibleTitles()).toEqual(['abc']);
});

const forbidden = [
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
test('an address that is neither https nor this site’s own makes a card without a link, others one with it', async ({
  page,
  library,
}) => {
  const allowedUrls = ['https://files.example/a.pdf', '/v1/storage/buckets/pdfs/files/a/view?project=minbar'];
  const lessons = [...forbidden, ...allowedUrls].map((url, index) => ({
    ...validFile,
    ...{ $id: `address-${index}`, fileName: `Lesson ${index}.pdf`, url },
  }));
  await library.open();
  await respondToRows(page, 'files', rows(...lessons));
  await library.searchFor('anything');
  await expect(library.titles).toHaveText(lessons.map((_, index) => new RegExp(`^Lesson ${index}\\b`)));
  for (const [index, url] of forbidden.entries()) {
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
test('a field of the wrong shape is a failed load, never a blank or broken page', async ({
  page,
  library,
}) => {
  const brokenRows = fields.flatMap((field) =>
    shapes
      .filter((shape) => !(field === 'fileSize' && typeof shape === 'number'))
      .map((value, index) => ({ ...validFile, $id: `${field}-${index}`, [field]: value })),
  );
  expect(brokenRows).toHaveLength(fields.length * shapes.length - 1);
  await library.open();
  // If one of them counted as a lesson, its card would be here.
  await respondToRows(page, 'files', rows(...brokenRows));
  await library.searchFor('anything');
  await expect(page.getByRole('alert')).toContainText(library.texts.errorFiles);
  await expect(library.cards).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('one broken row does not take the others with it', async ({ page, library }) => {
  const brokenRows = [{ fileName: ' ' }, { category: [] }, { category: null }, { fileSize: 'large' }];
  const spoilt = brokenRows.map((fields, index) => ({ ...validFile, $id: `broken-${index}`, ...fields }));
  await library.open();
  await respondToRows(page, 'files', rows(...spoilt, validFile));
  await library.searchFor('anything');
  await expect(library.titles).toHaveText([/^A lesson/]);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a total beyond reason keeps the pager small', async ({ page, library }) => {
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
