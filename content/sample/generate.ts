import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { chromium } from '@playwright/test';
import { coverCloth } from '#web/components/cover-cloth.ts';
import { chromiumFlags, requireChromium } from '../../tests/e2e/browsers/chromium.ts';
import { fontFaces } from './fonts.ts';
import { type Lesson, lessonHtml } from './lesson-html.ts';
import { stampMetadata } from './metadata.ts';

/**
 * Prints the lessons of this folder, `<Category>/<Lesson>.md`, into `content/library`. Words after the command choose those whose
 * path contains one of them; without any, all are printed again.
 */
const chosen = process.argv.slice(2);
const here = new URL('./', import.meta.url);
const library = new URL('../library/', here);
const textOf = (path: string, base = here) => readFile(new URL(path, base), 'utf8');

const drawings = (await readdir(new URL('pictures/', here))).map(
  async (name) => [name, await textOf(`pictures/${name}`)] as const,
);
const pictures = new Map(await Promise.all(drawings));
/** The colours of the covers, as on the site. */
const cloths = (await textOf('../../src/web/styles/file-card.css')).match(/\.cloth-\d+ \{[^}]*\}/g) ?? [];
const style = [await fontFaces(), await textOf('page.css'), await textOf('text.css'), ...cloths].join('\n');

const paths = (await readdir(here, { recursive: true })).filter((path) => path.endsWith('.md')).sort();
const browser = await chromium.launch({ executablePath: requireChromium(), args: [...chromiumFlags] });
try {
  for (const path of paths) {
    if (chosen.length > 0 && !chosen.some((word) => path.includes(word))) continue;
    const [category, title] = [basename(dirname(path)), basename(path, '.md')];
    const lesson: Lesson = { category, title, markdown: await textOf(encodeURI(path)) };
    const page = await browser.newPage();
    await page.setContent(lessonHtml(lesson, coverCloth(category), style, pictures));
    await page.evaluate(() => document.fonts.ready);
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true });
    await page.close();
    const target = new URL(encodeURI(`${category}/${title}.pdf`), library);
    await mkdir(new URL('.', target), { recursive: true });
    await writeFile(target, stampMetadata(pdf));
    console.log(`${path}: ${Math.round(pdf.length / 1000)} kB`);
  }
} finally {
  await browser.close();
}
