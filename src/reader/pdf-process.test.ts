import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { plainPdf } from '../../tests/support/plain-pdf.ts';
import { createPdfProcess } from './pdf-process.ts';

const corpus = join(import.meta.dirname, '../../tests/reader/arabic-pdfs');
const folder = mkdtempSync(join(tmpdir(), 'minbar-pdf-'));
const pdfs = createPdfProcess();
afterAll(() => {
  pdfs.close();
  rmSync(folder, { recursive: true });
});

function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

describe('opening a file', () => {
  test('tells how many pages it has', async () => {
    expect(await pdfs.open(join(corpus, '06-chromium-p1.pdf'))).toEqual({ pages: 2, pictures: 0 });
    // Encrypted with an empty password.
    expect(await pdfs.open(join(corpus, '45-encrypted-p7.pdf'))).toEqual({ pages: 2, pictures: 0 });
  });

  test('tells whether its pages are pictures, which a scan with its text is not', async () => {
    expect(await pdfs.open(join(corpus, '38-scan-p5.pdf'))).toEqual({ pages: 2, pictures: 2 });
    expect(await pdfs.open(join(corpus, '39-ocrmypdf-p3.pdf'))).toMatchObject({ pictures: 0 });
    expect(await pdfs.open(file('blank.pdf', plainPdf([[]])))).toMatchObject({ pictures: 0 });
  });

  test('tells that it asks for a password', async () => {
    expect(await pdfs.open(join(corpus, '44-encrypted-p2.pdf'))).toEqual({ fault: 'locked' });
  });

  test.each([
    ['nothing', ''],
    ['another program', 'MZ\u0000\u0000'],
    ['only the first line of a PDF', '%PDF-1.7\nhello\n%%EOF\n'],
    ['a PDF without pages', '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'],
  ])('tells that it is broken when it holds %s', async (name, content) => {
    expect(await pdfs.open(file(`${name}.pdf`, content))).toEqual({ fault: 'broken' });
  });

  test('rejects as the file system does, or tells that it is broken, where there is no file', async () => {
    expect(await pdfs.open(join(folder, 'missing.pdf'))).toEqual({ fault: 'broken' });
  });
});

describe('a file that takes too long', () => {
  test('is given up, and the next one is read', async () => {
    const hasty = createPdfProcess({ seconds: 1e-6 });
    expect(await hasty.open(join(corpus, '06-chromium-p1.pdf'))).toEqual({ fault: 'slow' });
    expect(await hasty.read(join(corpus, '06-chromium-p1.pdf'))).toEqual({ fault: 'slow' });
    hasty.close();
    expect(await pdfs.read(join(corpus, '06-chromium-p1.pdf'))).toMatchObject({ lost: [] });
  });
});

describe('reading', () => {
  test('takes the files one after the other, whoever asks', async () => {
    const [one, other] = await Promise.all([
      pdfs.read(join(corpus, '06-chromium-p1.pdf')),
      pdfs.read(join(corpus, '46-rotated-p4.pdf')),
    ]);
    expect(one).toMatchObject({ pages: { length: 2 } });
    expect(other).toMatchObject({ pages: { length: 3 } });
  });

  test('a book of 500 pages gives the words of each, and the header they all have once', async () => {
    const pages = Array.from({ length: 500 }, (_, index) => [
      'Lessons of the mosque',
      `This is page number ${index + 1} of a book that a travel-`,
      `ler can read on day ${index + 1} of his way, with the word office in it.`,
    ]);
    const reading = await pdfs.read(file('book.pdf', plainPdf(pages)));
    const read = 'pages' in reading ? reading.pages : [];
    expect(read).toHaveLength(500);
    expect(read.filter(({ label }) => label !== 'words')).toEqual([]);
    expect(read[499]?.text).toBe(
      'This is page number 500 of a book that a travel\u2010ler can read on day 500 of his way, with the word office in it.',
    );
  });

  test('a book of 3,000 pages loses none beside a parent that is busy now and then', async () => {
    const pages = Array.from({ length: 3000 }, (_, index) => [`This is page number ${index + 1} of a book.`]);
    const path = file('long-book.pdf', plainPdf(pages));
    // The whole book takes far more CPU time than one page may.
    const hasty = createPdfProcess({ seconds: 0.3 });
    const busy = setInterval(() => {
      for (const end = performance.now() + 150; performance.now() < end; );
    }, 300);
    const reading = await hasty.read(path);
    clearInterval(busy);
    hasty.close();
    expect(reading).toMatchObject({ lost: [], pages: { length: 3000 } });
    expect('pages' in reading && reading.pages[2999]?.text).toBe('This is page number 3000 of a book.');
  });

  test('a file that was cut off gives what is left of it', async () => {
    const bytes = readFileSync(join(corpus, '32-pdftk-p2.pdf'));
    const reading = await pdfs.read(file('cut.pdf', bytes.subarray(0, bytes.length * 0.7)));
    expect('fault' in reading || reading.pages.length > 0).toBe(true);
  });
});
