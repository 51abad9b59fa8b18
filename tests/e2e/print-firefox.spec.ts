import { type PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium';
import { expect, test } from '@playwright/test';
import { lessonMessages } from '#pages/lesson/messages.ts';
import { catalogs } from '#web/i18n/catalogs.ts';
import { pagePicturePath } from '../../src/contract/urls.ts';
import { startFirefox } from './browsers/firefox.ts';
import { otherBrowsers } from './browsers/other-browsers.ts';
import type { DrivenBrowser } from './browsers/web-driver.ts';
import { waitForLessonText } from './support/lesson-with-text.ts';
import { allFiles, titleOf } from './support/sample-library.ts';

test.describe.configure({ mode: 'default' });

let firefox: DrivenBrowser | undefined;
test.afterAll(() => firefox?.stop());

async function printedByFirefox(url: string, program: string): Promise<Buffer> {
  firefox ??= await startFirefox(program);
  await firefox.goto(url);
  return firefox.print();
}

/** Removes spaces, because those in a PDF depend on the distances of letters. */
const withoutSpaces = (text: string) => text.replaceAll(/\s+/g, '');
/** Also removes "fi" and unknown characters: Firefox prints some ligatures without their characters. */
const withoutLigatures = (text: string) => withoutSpaces(text).replaceAll(/fi|\uFB01|\uFFFD/g, '');

/** Returns the share of dark pixels in a square 120 points wide, such as that of the QR code. */
async function darkShareAt(
  page: ReturnType<PDFiumDocument['getPage']>,
  location: 'top right' | 'middle',
): Promise<number> {
  const { data, width, height } = await page.render({ scale: 1, render: async ({ data }) => data });
  const side = 120;
  const [left, top] =
    location === 'middle'
      ? [Math.round((width - side) / 2), Math.round((height - side) / 2)]
      : [width - side, 0];
  let darkCount = 0;
  for (let y = top; y < top + side; y += 1) {
    for (let x = left; x < left + side; x += 1) if ((data[(y * width + x) * 4] ?? 255) < 128) darkCount += 1;
  }
  return darkCount / side ** 2;
}

test('Firefox prints the first lessons, their range, the address and its QR code on one page', async () => {
  const program = otherBrowsers.Firefox.find();
  test.skip(program === undefined, 'Firefox is not installed');
  const siteUrl = process.env.SHARED_SITE ?? '';
  const pdfium = await PDFiumLibrary.init();
  try {
    const files = await allFiles(siteUrl, 'en');
    // Retries, because the picture of the QR code is fetched while printing.
    await expect(async () => {
      const document = await pdfium.loadDocument(await printedByFirefox(siteUrl, program ?? ''));
      expect(document.getPageCount()).toBe(1);
      const page = document.getPage(0);
      const text = withoutSpaces(page.getText());
      for (const file of files.slice(0, 9)) {
        for (const word of titleOf(file).match(/[A-Za-z]+/g) ?? [])
          expect(withoutLigatures(text)).toContain(withoutLigatures(word));
      }
      expect(text).toContain(new URL(siteUrl).host);
      expect(text).not.toContain(withoutSpaces(catalogs.en.rights));
      const range = catalogs.en.range({ start: 1, end: 9, total: files.length });
      expect(withoutLigatures(text)).toContain(withoutLigatures(range));
      expect(await darkShareAt(page, 'top right')).toBeGreaterThan(0.1);
    }).toPass();
  } finally {
    pdfium.destroy();
  }
});

test('Firefox prints a page of a lesson with its title, without controls and links', async () => {
  const program = otherBrowsers.Firefox.find();
  test.skip(program === undefined, 'Firefox is not installed');
  const siteUrl = process.env.SHARED_SITE ?? '';
  const lesson = await waitForLessonText(siteUrl, 'en');
  const { address, $id, fileId } = lesson;
  // Draws the picture before printing, because slow pictures are not the subject here.
  expect(
    (await fetch(siteUrl + pagePicturePath({ lessonId: $id, page: 1, width: 800 }, fileId))).status,
  ).toBe(200);
  const pdfium = await PDFiumLibrary.init();
  try {
    const { next, openPdf, neighbors } = lessonMessages.en;
    await expect(async () => {
      const document = await pdfium.loadDocument(await printedByFirefox(address, program ?? ''));
      expect(document.getPageCount()).toBe(1);
      const page = document.getPage(0);
      const text = withoutSpaces(page.getText());
      expect(text).toContain(withoutSpaces(titleOf(lesson)));
      for (const absentText of [next, openPdf, neighbors])
        expect(text).not.toContain(withoutSpaces(absentText));
      expect(await darkShareAt(page, 'middle')).toBeGreaterThan(0.01);
    }).toPass();
  } finally {
    pdfium.destroy();
  }
});
