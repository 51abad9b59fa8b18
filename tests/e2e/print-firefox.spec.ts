import { PDFiumLibrary } from '@hyzyla/pdfium';
import { expect, test } from '@playwright/test';
import { catalogues } from '#web/i18n/catalogues.ts';
import { startFirefox } from '../support/firefox.ts';
import { otherBrowsers } from '../support/other-browsers.ts';
import { allFiles, titleOf } from '../support/sample-library.ts';

test('Firefox prints the first lessons and the address on one page, without the range and the footer', async () => {
  const program = otherBrowsers.Firefox.find();
  test.skip(program === undefined, 'Firefox is not here');
  const siteUrl = process.env.SHARED_SITE ?? '';
  const browser = await startFirefox(program ?? '');
  const pdfium = await PDFiumLibrary.init();
  try {
    await browser.goto(siteUrl);
    const [paper, ...more] = (await pdfium.loadDocument(await browser.print())).pages();
    expect(more).toEqual([]);
    const printed = paper?.getText().replaceAll(/\s+/g, ' ') ?? '';
    const first = (await allFiles(siteUrl, 'en')).slice(0, 9);
    for (const file of first) expect(printed).toContain(titleOf(file));
    expect(printed).toContain(new URL(siteUrl).host);
    expect(printed).not.toContain(catalogues.en.rights);
    expect(printed).not.toContain(String((await allFiles(siteUrl, 'en')).length));
  } finally {
    pdfium.destroy();
    await browser.stop();
  }
});
