import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createSharedFolder } from '../../tests/support/temporary-folder.ts';
import { createTextPdf } from '../../tests/support/text-pdf.ts';
import { createPdfProcess } from './pdf-process.ts';

const corpus = join(import.meta.dirname, '../../tests/reader/arabic-pdfs');
const folder = createSharedFolder();
const pdfs = createPdfProcess();
afterAll(() => pdfs.close());

function writeTestFile(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe('opening a file', () => {
  test('counts its pages', async () => {
    expect(await pdfs.readFacts(join(corpus, '06-chromium-p1.pdf'))).toEqual({ pages: 2, pictures: 0 });
    // Encrypted with an empty password.
    expect(await pdfs.readFacts(join(corpus, '45-encrypted-p7.pdf'))).toEqual({ pages: 2, pictures: 0 });
  });

  test('counts pages that are pictures, but not those of a scan with an OCR layer', async () => {
    expect(await pdfs.readFacts(join(corpus, '38-scan-p5.pdf'))).toEqual({ pages: 2, pictures: 2 });
    expect(await pdfs.readFacts(join(corpus, '39-ocrmypdf-p3.pdf'))).toMatchObject({ pictures: 0 });
    expect(await pdfs.readFacts(writeTestFile('blank.pdf', createTextPdf([[]])))).toMatchObject({
      pictures: 0,
    });
  });

  test('reports a file that requires a password', async () => {
    expect(await pdfs.readFacts(join(corpus, '44-encrypted-p2.pdf'))).toEqual({ fault: 'locked' });
  });

  test.each([
    ['no bytes', ''],
    ['a Windows program', 'MZ\u0000\u0000'],
    ['only the first line of a PDF', '%PDF-1.7\nhello\n%%EOF\n'],
    ['a PDF without pages', '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'],
  ])('reports a file that contains %s as broken', async (name, content) => {
    expect(await pdfs.readFacts(writeTestFile(`${name}.pdf`, content))).toEqual({ fault: 'broken' });
  });

  test('reports a missing file as broken', async () => {
    expect(await pdfs.readFacts(join(folder, 'missing.pdf'))).toEqual({ fault: 'broken' });
  });
});

describe('a file that takes too long', () => {
  test('is reported as slow, and can be read with a longer limit', async () => {
    const limitedPdfs = createPdfProcess({ seconds: 1e-6 });
    expect(await limitedPdfs.readFacts(join(corpus, '06-chromium-p1.pdf'))).toEqual({ fault: 'slow' });
    expect(await limitedPdfs.read(join(corpus, '06-chromium-p1.pdf'))).toEqual({ fault: 'slow' });
    limitedPdfs.close();
    expect(await pdfs.read(join(corpus, '06-chromium-p1.pdf'))).toMatchObject({ unreadPages: [] });
  });
});

describe('reading', () => {
  test('processes simultaneous requests one after the other', async () => {
    const [first, second] = await Promise.all([
      pdfs.read(join(corpus, '06-chromium-p1.pdf')),
      pdfs.read(join(corpus, '46-rotated-p4.pdf')),
    ]);
    expect(first).toMatchObject({ pages: { length: 2 } });
    expect(second).toMatchObject({ pages: { length: 3 } });
  });

  test('returns the words of all 500 pages of a book, without their common header', async () => {
    const pages = Array.from({ length: 500 }, (_, index) => [
      'Lessons of the mosque',
      `This is page number ${index + 1} of a book that a travel-`,
      `ler can read on day ${index + 1} of his way, with the word office in it.`,
    ]);
    const reading = await pdfs.read(writeTestFile('book.pdf', createTextPdf(pages)));
    const read = 'pages' in reading ? reading.pages : [];
    expect(read).toHaveLength(500);
    expect(read.filter(({ label }) => label !== 'words')).toEqual([]);
    expect(read[499]?.text).toBe(
      'This is page number 500 of a book that a travel\u2010ler can read on day 500 of his way, with the word office in it.',
    );
  });

  test('reads all 3,000 pages of a book while the parent is sometimes busy', async () => {
    const pages = Array.from({ length: 3000 }, (_, index) => [`This is page number ${index + 1} of a book.`]);
    const path = writeTestFile('long-book.pdf', createTextPdf(pages));
    // The limit is for one page; the whole book takes far more CPU time.
    const limitedPdfs = createPdfProcess({ seconds: 0.3 });
    const blockingTimer = setInterval(() => {
      for (const end = performance.now() + 150; performance.now() < end; );
    }, 300);
    const reading = await limitedPdfs.read(path);
    clearInterval(blockingTimer);
    limitedPdfs.close();
    expect(reading).toMatchObject({ unreadPages: [], pages: { length: 3000 } });
    expect('pages' in reading && reading.pages[2999]?.text).toBe('This is page number 3000 of a book.');
  });

  test('reads pages of a truncated file, or reports a fault', async () => {
    const bytes = readFileSync(join(corpus, '32-pdftk-p2.pdf'));
    const reading = await pdfs.read(writeTestFile('cut.pdf', bytes.subarray(0, bytes.length * 0.7)));
    expect('fault' in reading || reading.pages.length > 0).toBe(true);
  });
});
