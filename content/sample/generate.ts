import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { PDFiumLibrary } from '@hyzyla/pdfium';
import { chromium, type Page } from '@playwright/test';
import { chooseCoverDesign } from '#web/components/cover-design.ts';
import { chromiumFlags, requireChromium } from '../../tests/e2e/browsers/chromium.ts';
import { fontFaces } from './fonts.ts';
import { type BookletPages, chaptersOf, isScanned, type Lesson, lessonHtml } from './lesson-html.ts';
import { stampMetadata } from './metadata.ts';
import { scannedPdf } from './scan.ts';

/** Number of pages on a folded sheet. */
const SHEET_PAGES = 4;

/**
 * Prints the lessons of this folder, `<Category>/<Date> <Lesson>.md`, into `content/library`. Arguments select the lessons whose path
 * contains one of them; without arguments, all lessons are printed.
 */
const chosen = process.argv.slice(2);
const here = new URL('./', import.meta.url);
const library = new URL('../library/', here);
const textOf = (path: string, base = here) => readFile(new URL(path, base), 'utf8');

const drawings = (await readdir(new URL('pictures/', here))).map(
  async (name) => [name, await textOf(`pictures/${name}`)] as const,
);
const pictures = new Map(await Promise.all(drawings));
/** The colors of the covers, as on the site. */
const cloths = [...(await textOf('../../src/web/styles/tokens.css')).matchAll(/--(cloth-\d+): (#\w+)/g)].map(
  ([, name, color]) => `.${name} { --cloth: ${color} }`,
);
const sheets = ['page.css', 'text.css', 'booklet.css'].map((name) => textOf(name));
const style = [await fontFaces(), ...(await Promise.all(sheets)), ...cloths].join('\n');

const paths = (await readdir(here, { recursive: true })).filter((path) => path.endsWith('.md')).sort();
const browser = await chromium.launch({ executablePath: requireChromium(), args: [...chromiumFlags] });
const pdfium = await PDFiumLibrary.init();
try {
  for (const path of paths) {
    if (chosen.length > 0 && !chosen.some((word) => path.includes(word))) continue;
    const [category, name] = [basename(dirname(path)), basename(path, '.md')];
    const title = name.replace(/^\d{4}-\d\d-\d\d /, '');
    const lesson: Lesson = { category, title, markdown: await textOf(encodeURI(path)) };
    const page = await browser.newPage();
    const pdf = await print(page, lesson);
    await page.close();
    const target = new URL(encodeURI(`${category}/${name}.pdf`), library);
    await mkdir(new URL('.', target), { recursive: true });
    await writeFile(target, pdf);
    console.log(`${path}: ${Math.round(pdf.length / 1000)} kB`);
  }
} finally {
  pdfium.destroy();
  await browser.close();
}

async function print(page: Page, lesson: Lesson): Promise<Buffer> {
  const draw = async (booklet?: BookletPages) => {
    await page.setContent(
      lessonHtml(lesson, chooseCoverDesign(lesson.category).cloth, style, pictures, booklet),
    );
    await page.evaluate(() => document.fonts.ready);
  };
  const chapters = chaptersOf(lesson.markdown);
  const pdf = async () =>
    stampMetadata(
      await page.pdf({
        preferCSSPageSize: true,
        printBackground: true,
        tagged: true,
        outline: chapters.length > 0,
      }),
    );
  if (isScanned(lesson.markdown)) {
    await draw();
    return scannedPdf(page, lesson.title, 'en');
  }
  if (chapters.length === 0) {
    await draw();
    return pdf();
  }
  // A booklet is printed first to count its pages, then with its contents and as many ruled pages as fill its last sheet.
  await draw({ chapters: [], notes: 0 });
  const pages = await textsOf(await pdf());
  const starts = chapters.map(
    (chapter) => pages.findIndex((text, at) => at > 1 && text.includes(chapter.replaceAll(/\s/g, ''))) + 1,
  );
  await draw({ chapters: starts, notes: SHEET_PAGES - (pages.length % SHEET_PAGES) });
  return pdf();
}

/** The text of each page without its spaces, which PDFium guesses. */
async function textsOf(pdf: Buffer): Promise<string[]> {
  const document = await pdfium.loadDocument(pdf);
  const texts = [...document.pages()].map((page) => page.getText().replaceAll(/\s/g, ''));
  document.destroy();
  return texts;
}
