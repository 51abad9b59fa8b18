import { answerRows, goodFile, rows } from '../support/answers.ts';
import { allCategories, sdkFor } from '../support/sample-library.ts';
import { isHosted, startSmallSite } from '../support/site.ts';
import { expect, siteOfOwn, test } from '../support/visitor.ts';

const markup = [
  '"><img src=x onerror=alert(1)>',
  '</script><script>alert(1)</script>',
  '</template><svg onload=alert(1)>',
];
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
    ...goodFile,
    $id: `text-${index}`,
    fileName: text,
    category: { ...goodFile.category, categoryName: text },
  }));
  await library.open();
  await answerRows(page, 'files', rows(...hostile));
  await library.searchFor('anything');
  await expect(library.cards).toHaveCount(texts.length);
  expect(await page.locator('#library img, #library script, #library svg[onload]').count()).toBe(0);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(1440);
});

test('a name shorter than its ending is shown whole', async ({ page, library }) => {
  await answerRows(page, 'files', rows({ ...goodFile, fileName: 'abc' }));
  await library.open();
  await library.searchFor('anything');
  await expect(library.cards).toHaveCount(1);
  expect(await library.shownTitles()).toEqual(['abc']);
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
  const allowed = ['https://files.example/a.pdf', '/v1/storage/buckets/pdfs/files/a/view?project=minbar'];
  const lessons = [...forbidden, ...allowed].map((url, index) => ({
    ...goodFile,
    ...{ $id: `address-${index}`, fileName: `Lesson ${index}.pdf`, url },
  }));
  await library.open();
  await answerRows(page, 'files', rows(...lessons));
  await library.searchFor('anything');
  await expect(library.titles).toHaveText(lessons.map((_, index) => new RegExp(`^Lesson ${index}\\b`)));
  for (const [index, url] of forbidden.entries()) {
    await expect(library.cards.nth(index), url).toContainText(library.texts.linkUnavailable);
  }
  const links = await library.titleLinks.evaluateAll((all) => all.map((link) => link.getAttribute('href')));
  expect(links).toEqual(allowed);
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
  const broken = fields.flatMap((field) =>
    shapes
      .filter((shape) => !(field === 'fileSize' && typeof shape === 'number'))
      .map((value, index) => ({ ...goodFile, $id: `${field}-${index}`, [field]: value })),
  );
  expect(broken).toHaveLength(fields.length * shapes.length - 1);
  await library.open();
  // If a single one passed for a lesson, its card would stand here.
  await answerRows(page, 'files', rows(...broken));
  await library.searchFor('anything');
  await expect(page.getByRole('alert')).toContainText(library.texts.errorFiles);
  await expect(library.cards).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('one broken row does not take the others with it', async ({ page, library }) => {
  const broken = [{ fileName: ' ' }, { category: [] }, { category: null }, { fileSize: 'large' }];
  const spoilt = broken.map((fields, index) => ({ ...goodFile, $id: `broken-${index}`, ...fields }));
  await library.open();
  await answerRows(page, 'files', rows(...spoilt, goodFile));
  await library.searchFor('anything');
  await expect(library.titles).toHaveText([/^A lesson/]);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a total beyond reason keeps the pager small', async ({ page, library }) => {
  await answerRows(page, 'files', (route) =>
    route.fulfill({
      json: {
        total: 1_000_000_000,
        rows: Array.from({ length: 9 }, (_, index) => ({ ...goodFile, $id: `f${index}` })),
      },
    }),
  );
  await library.open();
  await library.pageLink(2).click();
  await expect(library.status).toContainText('of 1000000000 files.');
  expect(await library.pager.getByRole('listitem').count()).toBeLessThanOrEqual(9);
});

test.describe('stored by the owner, rendered by the server', () => {
  const site = siteOfOwn(startSmallSite);

  test('hostile names stay text in the first page, in both languages, and a lesson without a category is left out', async ({
    page,
    library,
  }) => {
    // A site asks a hosted project once a minute whether its library is another.
    if (isHosted) test.slow();
    const { url, key } = site();
    const db = sdkFor(url, 'en', key);
    const [category] = await allCategories(url, 'en');
    const place = { databaseId: 'library', tableId: 'files' };
    const names = markup.map((text) => `000 ${text}.pdf`);
    const ids = names.map((_, index) => `hostile-${index}`);
    const lost = { url: '/v1/x', fileName: '000 Lost.pdf', fileSize: 1, fileId: 'lost' };
    await db.createRow({ ...place, rowId: 'lost', data: lost });
    for (const [index, fileName] of names.entries()) {
      const rowId = ids[index] ?? '';
      const data = { url: '/v1/x', fileName, fileSize: 1, fileId: rowId, category: category?.$id };
      await db.createRow({ ...place, rowId, data });
    }
    for (const address of ['/', '/?lang=ar', `/?${new URLSearchParams({ search: markup[0] ?? '' })}`]) {
      // The first answer after a change may be the page of before.
      await expect(async () => {
        await page.goto(address);
        await library.ready();
        await expect(library.section.getByText('onerror=alert(1)').first()).toBeVisible({ timeout: 500 });
      }).toPass();
      await expect(library.section.getByText('000 Lost')).toHaveCount(0);
      expect(await page.locator('img[src="x"], svg[onload]').count()).toBe(0);
    }
    for (const rowId of [...ids, 'lost']) await db.deleteRow({ ...place, rowId });
  });
});
