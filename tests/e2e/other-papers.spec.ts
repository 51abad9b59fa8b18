import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { expect, test } from '@playwright/test';
import { catalogues } from '#web/i18n/catalogues.ts';
import { startFirefox } from '../support/firefox.ts';
import { otherBrowsers } from '../support/other-browsers.ts';
import { allFiles, titleOf } from '../support/sample-library.ts';
import { printedByWebKit } from '../support/webkit-paper.ts';

async function printedByFirefox(url: string, program: string): Promise<Buffer> {
  const browser = await startFirefox(program);
  try {
    await browser.goto(url);
    return await browser.print();
  } finally {
    await browser.stop();
  }
}

/** Where a space is in a PDF depends on how near the letters stand. */
const packed = (text: string) => text.replaceAll(/\s+/g, '');

/** The share of a page's upper end that is dark: there the QR code stands. */
async function darkAtUpperEnd(page: ReturnType<PDFiumDocument['getPage']>): Promise<number> {
  const { data, width } = await page.render({ scale: 1, render: async ({ data }) => data });
  const corner = 120;
  let dark = 0;
  for (let y = 0; y < corner; y += 1) {
    for (let x = width - corner; x < width; x += 1) if ((data[(y * width + x) * 4] ?? 255) < 128) dark += 1;
  }
  return dark / corner ** 2;
}

for (const [name, printed, paper] of [
  ['Firefox', printedByFirefox, otherBrowsers.Firefox],
  ['WebKitGTK', printedByWebKit, otherBrowsers['Printing by WebKitGTK']],
] as const) {
  test(`${name} prints the first lessons, the address and its QR code on one page, without the range and the footer`, async () => {
    const program = paper.find();
    test.skip(program === undefined, `${name} cannot print here`);
    const siteUrl = process.env.SHARED_SITE ?? '';
    const pdfium = await PDFiumLibrary.init();
    try {
      const files = await allFiles(siteUrl, 'en');
      // The picture of the code is fetched while printing, and WebKitGTK does not always wait for it.
      await expect(async () => {
        const document = await pdfium.loadDocument(await printed(siteUrl, program ?? ''));
        expect(document.getPageCount()).toBe(1);
        const page = document.getPage(0);
        const text = packed(page.getText());
        for (const file of files.slice(0, 9)) expect(text).toContain(packed(titleOf(file)));
        expect(text).toContain(new URL(siteUrl).host);
        expect(text).not.toContain(packed(catalogues.en.rights));
        for (const end of [9, 10]) {
          expect(text).not.toContain(packed(catalogues.en.range({ start: 1, end, total: files.length })));
        }
        expect(await darkAtUpperEnd(page)).toBeGreaterThan(0.1);
      }).toPass();
    } finally {
      pdfium.destroy();
    }
  });
}
