import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestSite } from '../../../tests/support/test-site.ts';

const lines = Array.from({ length: 20 }, (_, at) => ({
  text: `السطر <${at + 1}>`,
  x: 0.1,
  y: at / 20,
  width: 0.8,
  height: 0.04,
}));
/** Returns the lines of the page, as the drawing process finds them. */
let findLines = async () => lines;
let site: Awaited<ReturnType<typeof createTestSite>>;
beforeAll(async () => {
  const pages = [lines.map(({ text }) => text).join('\n'), 'letters: smudged'];
  site = await createTestSite([{ id: 'one', fileName: 'الدرس.pdf', category: 'Fiqh', pages }], {
    lines: () => findLines(),
  });
});
afterAll(() => site.close());

const html = async (path: string) => (await site.request(path)).text();

test('quotes the chosen lines of a page, with their source and a picture', async () => {
  const plainPage = await html('/lesson/one');
  expect(plainPage).toContain('href="/lesson/one?from=1&amp;to=1#quote"');
  expect(plainPage).not.toContain('<textarea');
  const quotedPage = await html('/lesson/one?from=2&to=3');
  expect(quotedPage).toContain('«السطر &lt;2&gt; السطر &lt;3&gt;»\nالدرس، ص 1، ');
  expect(quotedPage).toContain('\nhttps://example.org/lesson/one?lang=ar</textarea>');
  expect(quotedPage).toContain('src="/lesson/one/1-q2-3.jpg?v=file-one"');
  expect(quotedPage).toContain(
    'data-not-copied="Copying failed. Select the quotation and copy it yourself."',
  );
  expect(quotedPage).toContain('noindex');
  // Links to other pages drop the quotation.
  expect(quotedPage).toContain('href="/lesson/one/2#page" rel="next"');
});

test('lists each line with its number, in the direction of its own text', async () => {
  expect(await html('/lesson/one?from=1&to=1')).toContain(
    '<option value="20" dir="rtl">20. \u2068السطر &lt;20&gt;\u2069</option>',
  );
});

test('asks the visitor to reload a page whose lines were not found in time', async () => {
  findLines = () => Promise.reject(new Error('busy'));
  const page = await html('/lesson/one?from=4&to=4');
  findLines = async () => lines;
  expect(page).toContain('The lines of this page could not be loaded in time. Please reload the page.');
  expect(page).not.toContain('<option');
});

test('limits the length of a quotation, and responds 404 for lines that do not exist', async () => {
  expect(await html('/lesson/one?from=2&to=99')).toContain('/1-q2-13.jpg');
  expect((await site.request('/lesson/one?from=21&to=22')).status).toBe(404);
  for (const from of ['0', 'x', '-1', '1e3', '99999'])
    expect(await html(`/lesson/one?from=${from}`)).not.toContain('<textarea');
});

test('does not quote a page whose words are uncertain', async () => {
  expect(await html('/lesson/one/2')).not.toContain('Quote from this page');
  expect(await html('/lesson/one/2?from=1')).not.toContain('<textarea');
});
