import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openPdf } from '../engine/document.ts';
import { loadPdfium } from '../engine/pdfium.ts';
import type { Glyph } from './glyph.ts';
import { readPageGlyphs } from './page-glyphs.ts';

const corpus = join(import.meta.dirname, '../../../tests/reader/arabic-pdfs');
const pdfium = await loadPdfium();

function readGlyphs(name: string): Glyph[] {
  const document = openPdf(pdfium, join(corpus, name));
  if ('fault' in document) throw new Error(document.fault);
  const read = (page: number) => readPageGlyphs(pdfium, page, document.mayHaveLayers).glyphs;
  const pages = Array.from({ length: document.pages }, (_, page) => document.flattenedPage(page, read) ?? []);
  document.close();
  return pages.flat();
}

test.each(['06-chromium-p1.pdf', '35-tcpdf-p1.pdf', '39-ocrmypdf-p3.pdf', '13-xelatex-p2.pdf'])(
  'all glyphs of %s have the same properties in the same order, so that V8 reads them fast',
  (name) => {
    const glyphs = readGlyphs(name);
    expect(glyphs.length).toBeGreaterThan(100);
    expect([...new Set(glyphs.map((glyph) => Object.keys(glyph).join(' ')))]).toHaveLength(1);
  },
);
