import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createPdfProcess } from '#reader/pdf-process.ts';
import { pdfOf } from '../support/pdf-of.ts';

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

test('pictures of pages behind a printed line have no words, so that the owner is told', async () => {
  const printed =
    'q 500 0 0 700 40 90 cm /I1 Do Q BT /F1 9 Tf 60 40 Td (Made with the free program of a scanner) Tj ET';
  const count = 8;
  const file = pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${count} /Kids [${Array.from({ length: count }, (_, index) => `${6 + index} 0 R`).join(' ')}] >>`,
    `<< /Length ${printed.length} >>\nstream\n${printed}\nendstream`,
    '<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray /Length 1 >>\nstream\n\u0080\nendstream',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...Array.from(
      { length: count },
      () => `<< ${page} /Contents 3 0 R /Resources << /Font << /F1 5 0 R >> /XObject << /I1 4 0 R >> >> >>`,
    ),
  ]);
  const path = join(folder, 'scanned.pdf');
  writeFileSync(path, file, 'latin1');
  const reading = await pdfs.read(path);
  const texts = 'pages' in reading ? reading.pages.map(({ text }) => text) : [];
  expect(texts).toEqual([
    'Made with the free program of a scanner',
    ...Array.from({ length: count - 1 }, () => ''),
  ]);
});
