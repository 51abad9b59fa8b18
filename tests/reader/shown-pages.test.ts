import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createPdf, pdfStream } from '../support/create-pdf.ts';
import { createScannedPdf, printedLine } from '../support/scanned-pdf.ts';
import { startTestReader } from './test-reader.ts';

const reader = startTestReader();

const pageContent = 'BT /F1 12 Tf 60 700 Td (Please wait for another program to show this file.) Tj ET';
const pageEntries = '/Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]';
const font = '<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';

/** Creates a PDF of one page, blank or with a sentence, with the given catalog entries. Further objects are numbered from 5. */
function onePagePdf(catalog: string, isBlank: boolean, ...objects: string[]): string {
  return createPdf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< ${pageEntries} ${isBlank ? '' : '/Contents 4 0 R'} /Resources ${font} >>`,
    pdfStream(pageContent),
    ...objects,
  ]);
}

test.each([
  [
    'xfa',
    onePagePdf('/NeedsRendering true /AcroForm << /Fields [] /XFA 5 0 R >>', false, pdfStream('<xdp/>')),
  ],
  [
    'portfolio',
    onePagePdf(
      '/Collection << /Type /Collection >> /Names << /EmbeddedFiles << /Names [(a.pdf) 5 0 R] >> >>',
      false,
      '<< /Type /Filespec /F (a.pdf) /EF << /F 6 0 R >> >>',
      pdfStream('a', '/Type /EmbeddedFile'),
    ),
  ],
  ['nothing', onePagePdf('', true)],
  ['pages', onePagePdf('', false)],
])('reports `content` %s, and words only for pages', async (content, pdf) => {
  const reading = await reader.read(reader.write(pdf));
  expect(reading).toMatchObject({ content, pages: [{ label: content === 'pages' ? 'words' : 'title' }] });
});

const cases = join(import.meta.dirname, '../../../shared/cases');

test.skipIf(!existsSync(cases)).each([
  ['11-xfa', 'xfa'],
  ['11-portfolio', 'portfolio'],
  ['11-ftp-text-mode', 'nothing'],
  ['17-nnnn', 'pages'],
])('reports what the real file %s contains: %s', async (name, content) => {
  const reading = await reader.read(join(cases, `${name}.pdf`));
  expect(reading).toMatchObject({ content, pages: [{ label: 'title', text: '' }] });
});

const sentence = '(A lesson about the manners of a guest and of his host) Tj';

test.each([
  ['no words in scans with a line printed at the edge', printedLine, 1, true, ''],
  ['no words in twenty scans with that line', printedLine, 20, true, ''],
  ['the words printed on a scan', `60 400 Td ${sentence}`, 1, false, 'A lesson about the manners'],
  ['the words of an OCR layer', `3 Tr 60 400 Td ${sentence}`, 1, false, 'A lesson about the manners'],
])('finds %s', async (_, content, count, isPictures, text) => {
  const path = reader.write(createScannedPdf(count, content));
  expect(await reader.readFacts(path)).toEqual({ pages: count, pictures: isPictures ? count : 0 });
  const pages = await reader.pagesOf(path);
  expect(pages.map((page) => page.label)).toEqual(Array(count).fill(isPictures ? 'title' : 'words'));
  expect(pages.map((page) => page.text).join('')).toContain(text);
  if (isPictures) expect(pages.map((page) => page.text)).toEqual(Array(count).fill(''));
});
