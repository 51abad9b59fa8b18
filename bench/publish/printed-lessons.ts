import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { fontFaces } from '../../content/sample/fonts.ts';
import { chromiumFlags, requireChromium } from '../../tests/e2e/browsers/chromium.ts';

const samples = join(import.meta.dirname, '../../content/sample');
/** Printing takes a second each: further lessons differ only in their last bytes. */
const PRINTED = 12;
const PAGES = 10;
const WORDS_OF_PAGE = 250;
const FOLDERS = 10;
const style = `body { font: 16px/1.8 'Readex Pro' } section + section { break-before: page } @page { size: A4; margin: 2cm }`;

/** Writes `count` lessons of ten pages into ten folders, printed by Chromium from the words of the samples: two of three in Arabic. */
export async function writePrintedLessons(library: string, count: number): Promise<void> {
  const pdfs = await printedPdfs();
  const hourAgo = new Date(Date.now() - 3_600_000);
  for (let index = 0; index < count; index++) {
    const folder = join(library, `Category ${index % FOLDERS}`);
    await mkdir(folder, { recursive: true });
    const path = join(folder, `Lesson ${index}.pdf`);
    await writeFile(
      path,
      Buffer.concat([pdfs[index % PRINTED] ?? Buffer.alloc(0), Buffer.from(`\n% ${index}\n`)]),
    );
    await utimes(path, hourAgo, hourAgo);
  }
}

async function printedPdfs(): Promise<Buffer[]> {
  const words = await sampleWords();
  const fonts = await fontFaces();
  const browser = await chromium.launch({ executablePath: requireChromium(), args: [...chromiumFlags] });
  try {
    const pdfs: Buffer[] = [];
    for (let index = 0; index < PRINTED; index++) {
      const list = words[index % 3 === 2 ? 'latin' : 'arabic'];
      const sections = Array.from({ length: PAGES }, (_, page) => {
        const start = (index * 7919 + page * 263) % list.length;
        const text = [...list, ...list].slice(start, start + WORDS_OF_PAGE).join(' ');
        return `<section><p>${text.replaceAll('<', '&lt;')}</p></section>`;
      });
      const tab = await browser.newPage();
      const direction = index % 3 === 2 ? 'ltr' : 'rtl';
      await tab.setContent(
        `<html dir="${direction}"><style>${fonts}${style}</style>${sections.join('')}</html>`,
      );
      await tab.evaluate(() => document.fonts.ready);
      pdfs.push(await tab.pdf({ preferCSSPageSize: true, tagged: true }));
      await tab.close();
    }
    return pdfs;
  } finally {
    await browser.close();
  }
}

/** Returns the words of the sample lessons, by script. */
async function sampleWords(): Promise<Record<'arabic' | 'latin', string[]>> {
  const names = (await readdir(samples, { recursive: true })).filter((name) => name.endsWith('.md')).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(samples, name), 'utf8')));
  const words = texts.join(' ').split(/[\s#*>|_`[\]]+/);
  return {
    arabic: words.filter((word) => /^[\p{Script=Arabic}\p{M}\p{P}]+$/u.test(word)),
    latin: words.filter((word) => /^[\p{Script=Latin}\p{P}]+$/u.test(word)),
  };
}
