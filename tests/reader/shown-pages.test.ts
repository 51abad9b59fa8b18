import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createPdfProcess } from '#reader/pdf-process.ts';
import { pdfOf } from '../support/pdf-of.ts';
import { printedLine, scannedPdf } from '../support/scanned-pdf.ts';

const folder = mkdtempSync(join(tmpdir(), 'minbar-shown-'));
const pdfs = createPdfProcess();
afterAll(() => {
  pdfs.close();
  rmSync(folder, { recursive: true });
});

const content = 'BT /F1 12 Tf 60 700 Td (Please wait for another program to show this file.) Tj ET';
const page = '/Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]';
const font = '<< /Font << /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >>';

/** A file of one page with entries of its catalog, and further objects from number 5 on. */
function fileOf(catalog: string, isBlank: boolean, ...objects: string[]): string {
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< ${page} ${isBlank ? '' : '/Contents 4 0 R'} /Resources ${font} >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...objects,
  ]);
}

test.each([
  [
    'xfa',
    fileOf(
      '/NeedsRendering true /AcroForm << /Fields [] /XFA 5 0 R >>',
      false,
      '<< /Length 6 >>\nstream\n<xdp/>\nendstream',
    ),
  ],
  [
    'portfolio',
    fileOf(
      '/Collection << /Type /Collection >> /Names << /EmbeddedFiles << /Names [(a.pdf) 5 0 R] >> >>',
      false,
      '<< /Type /Filespec /F (a.pdf) /EF << /F 6 0 R >> >>',
      '<< /Type /EmbeddedFile /Length 1 >>\nstream\na\nendstream',
    ),
  ],
  ['nothing', fileOf('', true)],
  ['pages', fileOf('', false)],
])('a file that shows %s', async (shows, pdf) => {
  const path = join(folder, `${shows}.pdf`);
  writeFileSync(path, pdf, 'latin1');
  const reading = await pdfs.read(path);
  expect(reading).toMatchObject({ shows, pages: [{ label: shows === 'pages' ? 'words' : 'title' }] });
});

const cases = join(import.meta.dirname, '../../../shared/cases');

test.skipIf(!existsSync(cases)).each([
  ['11-xfa', 'xfa'],
  ['11-portfolio', 'portfolio'],
  ['11-ftp-text-mode', 'nothing'],
  ['17-nnnn', 'pages'],
])('%s', async (name, shows) => {
  const reading = await pdfs.read(join(cases, `${name}.pdf`));
  expect(reading).toMatchObject({ shows, pages: [{ label: 'title', text: '' }] });
});

const sentence = '(A lesson about the manners of a guest and of his host) Tj';

test.each([
  ['a line printed at their edge have no words', printedLine, 1, true, ''],
  ['the same line on twenty pages have no words', printedLine, 20, true, ''],
  ['a text on them have words', `60 400 Td ${sentence}`, 1, false, 'A lesson about the manners'],
  ['a text under them have words', `3 Tr 60 400 Td ${sentence}`, 1, false, 'A lesson about the manners'],
])('pictures with %s', async (name, content, count, isPictures, text) => {
  const path = join(folder, `${name}.pdf`);
  writeFileSync(path, scannedPdf(count, content), 'latin1');
  expect(await pdfs.open(path)).toEqual({ pages: count, pictures: isPictures ? count : 0 });
  const reading = await pdfs.read(path);
  const pages = 'pages' in reading ? reading.pages : [];
  expect(pages.map((each) => each.label)).toEqual(Array(count).fill(isPictures ? 'title' : 'words'));
  expect(pages.map((each) => each.text).join('')).toContain(text);
  if (isPictures) expect(pages.map((each) => each.text)).toEqual(Array(count).fill(''));
});
