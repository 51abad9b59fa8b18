import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { Browser } from '@playwright/test';
import { launchChromium } from './chromium.ts';
import { documentHtml } from './document.ts';
import { fontFaces } from './fonts.ts';
import type { Category, Lesson } from './lesson.ts';
import { categories } from './lessons.ts';
import { stampMetadata } from './metadata.ts';
import { paginate } from './paginate.ts';
import { drawPicture } from './pictures.ts';

/**
 * Writes the sample library into `content/library`. Words after the command choose the lessons whose category or title contains one of
 * them; without any, all are made again.
 */
const library = new URL('../library/', import.meta.url);
const chosen = process.argv.slice(2);

/** A last page emptier than this is avoided where closer setting can. */
const thinPage = 0.3;

async function printLesson(browser: Browser, category: Category, lesson: Lesson, style: string) {
  const names = lesson.blocks.flatMap((block) => (block.kind === 'picture' ? [block.name] : []));
  const pictures = Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await drawPicture(name)] as const)),
  );
  const page = await browser.newPage();
  const numerals = lesson.language === 'ar' ? 'arab' : 'latn';
  const set = async (density: 'normal' | 'dense') => {
    await page.setContent(documentHtml(lesson, category, style, pictures, density));
    return page.evaluate(paginate, numerals);
  };
  let result = await set('normal');
  if (result.pages > 1 && result.lastFill < thinPage) {
    const { pages } = result;
    result = await set('dense');
    if (result.pages === pages) result = await set('normal');
  }
  if (result.overflows.length > 0) throw new Error(`${lesson.title}: ${result.overflows.join('; ')}`);
  if (result.pages > 3) throw new Error(`${lesson.title}: ${result.pages} pages, where 3 are the most`);
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true });
  await page.close();
  return { pdf: stampMetadata(pdf), ...result };
}

const sheets = ['page.css', 'text.css'].map((name) => readFile(new URL(name, import.meta.url), 'utf8'));
const style = [await fontFaces(), ...(await Promise.all(sheets))].join('\n');
const browser = await launchChromium();
try {
  for (const category of categories) {
    const folder = new URL(`${encodeURIComponent(category.name)}/`, library);
    await mkdir(folder, { recursive: true });
    for (const lesson of category.lessons) {
      const name = `${category.name}/${lesson.title}`;
      if (chosen.length > 0 && !chosen.some((word) => name.includes(word))) continue;
      const { pdf, pages, lastFill } = await printLesson(browser, category, lesson, style);
      await writeFile(new URL(`${encodeURIComponent(lesson.title)}.pdf`, folder), pdf);
      const kilobytes = Math.round(pdf.length / 1000);
      console.log(`${name}: ${pages} pages, the last ${Math.round(lastFill * 100)}% full, ${kilobytes} kB`);
    }
  }
} finally {
  await browser.close();
}
