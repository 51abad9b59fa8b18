import { globSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { Query } from 'node-appwrite';
import { fontFaces } from '../content/sample/fonts.ts';
import { chromiumFlags, requireChromium } from '../tests/e2e/browsers/chromium.ts';
import { allFiles } from '../tests/e2e/support/sample-library.ts';
import { samplePdf } from '../tests/support/sample-pdf.ts';
import { publish, startSite, temporaryFolder } from './harness/programs.ts';
import { compare, figures, median, ratios, readOptions, writeSection } from './harness/report.ts';

const ROUNDS = 3;
const NEW_LESSONS = 5;
/** Printing takes about a second per lesson, so further lessons are copies that differ only in their last bytes. */
const PRINTED_LESSONS = 12;
const PAGES_PER_LESSON = 10;
const WORDS_PER_PAGE = 250;
const style = `body { font: 16px/1.8 'Readex Pro' } section + section { break-before: page } @page { size: A4; margin: 2cm }`;

/** Writes a lesson with a modification time an hour ago, so that it is not considered incomplete. */
function writeLesson(path: string, bytes: Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
  const hourAgo = new Date(Date.now() - 3_600_000);
  utimesSync(path, hourAgo, hourAgo);
}

/** Prints lessons of ten pages with Chromium, from the words of the samples; two thirds are in Arabic. */
async function printLessons(): Promise<Buffer[]> {
  const cwd = join(import.meta.dirname, '../content/sample');
  const texts = globSync('*/*.md', { cwd }).sort();
  const words = texts.flatMap((name) => readFileSync(join(cwd, name), 'utf8').split(/[\s#*>|_`[\]]+/));
  const arabic = words.filter((word) => /^[\p{Script=Arabic}\p{M}\p{P}]+$/u.test(word));
  const latin = words.filter((word) => /^[\p{Script=Latin}\p{P}]+$/u.test(word));
  const fonts = await fontFaces();
  const browser = await chromium.launch({ executablePath: requireChromium(), args: [...chromiumFlags] });
  const page = await browser.newPage();
  const pdfs: Buffer[] = [];
  for (let index = 0; index < PRINTED_LESSONS; index++) {
    const [list, direction] = index % 3 === 2 ? [latin, 'ltr'] : [arabic, 'rtl'];
    const sections = Array.from({ length: PAGES_PER_LESSON }, (_, pageIndex) => {
      const first = (index * 7919 + pageIndex * 263) % list.length;
      const text = [...list, ...list].slice(first, first + WORDS_PER_PAGE).join(' ');
      return `<section><p>${text.replaceAll('<', '&lt;')}</p></section>`;
    });
    await page.setContent(
      `<html dir="${direction}"><style>${fonts}${style}</style>${sections.join('')}</html>`,
    );
    await page.evaluate(() => document.fonts.ready);
    pdfs.push(await page.pdf({ preferCSSPageSize: true, tagged: true }));
  }
  await browser.close();
  return pdfs;
}

/** Measures the publication of printed lessons with and without their words. */
async function measureWords(count: number): Promise<string> {
  const library = temporaryFolder();
  const pdfs = await printLessons();
  for (let index = 0; index < count; index++) {
    const bytes = [pdfs[index % PRINTED_LESSONS] ?? Buffer.alloc(0), Buffer.from(`\n% ${index}\n`)];
    writeLesson(join(library, `Category ${index % 10}/Lesson ${index}.pdf`), Buffer.concat(bytes));
  }
  const publishNew = (env = {}) => publish({ LIBRARY_DIR: library, DATA_DIR: temporaryFolder(), ...env });
  const wordDelays: number[] = [];
  const withWords = async () => {
    const { online, words } = await publishNew();
    wordDelays.push(words - online);
    return online;
  };
  const withoutWords = async () => (await publishNew({ VITE_APPWRITE_PAGES_TABLE_ID: 'none' })).online;
  const row = await compare('seconds until they are online', ROUNDS, withWords, withoutWords, { max: 2 });
  return `${count.toLocaleString('en')} lessons of ten pages, medians of ${ROUNDS} alternating rounds. The reference is a publication without words.

${ratios([row])}

${figures([['seconds more until all words can be found', median(wordDelays), { max: 60 }]])}`;
}

/** Measures the start of a site with a large library, and the time until a new lesson is online. */
async function measureLargeLibrary(count: number): Promise<string> {
  const library = temporaryFolder();
  for (let index = 0; index < count; index++)
    writeLesson(
      join(library, `Category ${index % 40}/Lesson ${index}.pdf`),
      samplePdf(`lesson ${index}`, 20_000),
    );
  const site = await startSite({ env: { LIBRARY_DIR: library, WATCH: 'on' } });
  const waits: number[] = [];
  for (let index = 0; index < NEW_LESSONS; index++) {
    // Gives the previous publication time to finish, including its words.
    await sleep(5000);
    const fileName = `New lesson ${index}.pdf`;
    const query = Query.equal('fileName', fileName);
    const startedAt = performance.now();
    writeLesson(join(library, 'Category 2', fileName), samplePdf(fileName, 20_000));
    while ((await allFiles(site.url, 'en', query)).length === 0) await sleep(20);
    waits.push(performance.now() - startedAt);
  }
  await site.stop();
  return `A site with ${count.toLocaleString('en')} lessons of 20 kB. While it runs, ${NEW_LESSONS} new lessons are put into its folder, one after the other.

${figures([
  ['ms until the site has started', site.readyAfterMs, { max: 1000 }],
  ['ms until a new lesson is on the page, median', median(waits), { max: 1000 }],
])}`;
}

/** Runs `npm run bench -- publish [--words 1000] [--lessons 10000]`: measures publishing with and without words, and a large library. */
export async function main(args: string[]): Promise<void> {
  const { words, lessons } = readOptions(args, { words: 1000, lessons: 10_000 });
  writeSection(
    'publish',
    `## Publishing

${await measureWords(words)}

${await measureLargeLibrary(lessons)}`,
  );
}
