import { readdirSync, readFileSync, statSync } from 'node:fs';
import { sep } from 'node:path';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { describe, expect, it } from 'vitest';
import { nameHalves } from '#text/category-names.ts';

const library = new URL('../library/', import.meta.url);
const sample = new URL('./', import.meta.url);
const pathOf = (folder: URL, name: string) =>
  new URL(name.split('/').map(encodeURIComponent).join('/'), folder);
const filesOf = (folder: URL) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
const bytesOf = (folder: URL) =>
  filesOf(folder).reduce((sum, { parentPath, name }) => sum + statSync(`${parentPath}/${name}`).size, 0);

// Ignores the letters of a site that runs from this checkout.
const folders = readdirSync(library, { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => name);
const files = folders.flatMap((folder) =>
  readdirSync(pathOf(library, folder)).map((name) => `${folder}/${name}`),
);
const arabic = /[\u0600-\u06ff]/;
const latin = /[A-Za-z]/;

describe('the sample library', () => {
  it('has exactly the lessons whose texts are next to the generator', () => {
    const texts = readdirSync(sample, { recursive: true, encoding: 'utf8' }).filter((path) =>
      path.endsWith('.md'),
    );
    const written = texts.map((path) => `${path.slice(0, -'.md'.length).replaceAll(sep, '/')}.pdf`);
    expect(files.toSorted()).toEqual(written.toSorted());
  });

  it('has at least 36 lessons in at least 7 categories, and is small', () => {
    expect(files.length).toBeGreaterThanOrEqual(36);
    expect(folders.length).toBeGreaterThanOrEqual(7);
    expect(bytesOf(library) + bytesOf(sample)).toBeLessThan(4 * 1024 * 1024);
  });

  it('names lessons in English, in Arabic and in both, and each category in both', () => {
    const titles = files.map((name) => name.slice(name.indexOf(' ', name.indexOf('/')), -'.pdf'.length));
    expect(titles.some((name) => latin.test(name) && !arabic.test(name))).toBe(true);
    expect(titles.some((name) => arabic.test(name) && !latin.test(name))).toBe(true);
    expect(titles.some((name) => latin.test(name) && arabic.test(name))).toBe(true);
    for (const folder of folders) expect(nameHalves(folder), folder).toBeDefined();
  });

  it('is dated over seven weeks, and one sermon is its newest lesson', () => {
    const dates = files.map((name) => /\/(\d{4}-\d\d-\d\d) /.exec(name)?.[1] ?? '');
    expect(dates).not.toContain('');
    const gregorian = dates.filter((date) => date > '2').sort();
    expect(gregorian[0]).toBe('2026-10-02');
    expect(gregorian.slice(-2)).toEqual(['2026-11-19', '2026-11-20']);
    expect(new Set(dates).size).toBeGreaterThan(20);
  });

  it.each([...folders, ...files])('can be saved on Windows under the name %s', (path) => {
    for (const part of path.split('/')) {
      expect(part).not.toMatch(/[\p{Cc}:?*"<>|\\/]/u);
      expect(part).not.toMatch(/[ .]$/);
      expect(part).toBe(part.normalize('NFC'));
    }
  });

  it('consists of PDFs of one to three pages and a booklet of 40, each with its author, its language and, on the last page, whom to ask', async () => {
    const pdfium = await PDFiumLibrary.init();
    try {
      for (const name of files) {
        const bytes = readFileSync(pathOf(library, name));
        expect(bytes.subarray(0, 5).toString(), name).toBe('%PDF-');
        expect(bytes.includes('/Author (Minbar sample)'), name).toBe(true);
        expect(bytes.toString('latin1'), name).toMatch(/\/Lang \((en|ar)\)/);
        const document = await pdfium.loadDocument(bytes);
        const pages = document.getPageCount();
        const lastPage = document.getPage(pages - 1).getText();
        document.destroy();
        expect(pages, name).toBeGreaterThanOrEqual(1);
        expect(pages, name).toBeLessThanOrEqual(name.includes('booklet') ? 40 : 3);
        expect(lastPage.replaceAll(/\s+/g, ' '), name).toMatch(/ask a scholar|فاسأل عا/);
      }
    } finally {
      pdfium.destroy();
    }
  });
});
