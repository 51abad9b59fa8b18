// Takes the pictures in docs/images of a running site with the sample library: `node tests/screenshots.ts http://localhost:3000`.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import sharp, { type Sharp } from 'sharp';
import { chromiumFlags, requireChromium } from './e2e/browsers/chromium.ts';

const [, , site = 'http://localhost:3000'] = process.argv;
const folder = fileURLToPath(new URL('../docs/images/', import.meta.url));
const save = (picture: Sharp, name: string) =>
  picture.webp({ quality: 80 }).toFile(join(folder, `${name}.webp`));

interface View {
  name: string;
  path: string;
  width: number;
  colorScheme?: 'light' | 'dark';
}

async function takePage(browser: Browser, { name, path, width, colorScheme = 'light' }: View) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  // The first visit loads the fonts, which lesson pages do not wait for.
  await page.goto(site + path, { waitUntil: 'networkidle' });
  await page.reload({ waitUntil: 'networkidle' });
  await save(sharp(await page.screenshot({ fullPage: true })), name);
  await page.close();
}

/** Area in pixels that is printable on both papers, within margins of one centimeter: the width of A4, the height of Letter. */
const SHEET = { width: 718, height: 980 };
const MARGIN_PX = 38;

/** Takes a lesson's printed poster and the preview picture of its page. */
async function takePosterAndCard(browser: Browser, lesson: string, language: string) {
  const query = language === 'ar' ? '?lang=ar' : '';
  const page = await browser.newPage({ viewport: SHEET });
  await page.emulateMedia({ media: 'print' });
  await page.goto(`${site}${lesson}/poster${query}`, { waitUntil: 'networkidle' });
  await page.reload({ waitUntil: 'networkidle' });
  const margins = { top: MARGIN_PX, bottom: MARGIN_PX, left: MARGIN_PX, right: MARGIN_PX };
  await save(sharp(await page.screenshot()).extend({ ...margins, background: '#fff' }), `poster-${language}`);
  await page.goto(`${site}${lesson}${query}`);
  const picture = (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '';
  await save(
    sharp(await (await fetch(new URL(new URL(picture).pathname, site))).bytes()),
    `card-${language}`,
  );
  await page.close();
}

const browser = await chromium.launch({ args: [...chromiumFlags], executablePath: requireChromium() });
const home = await browser.newPage();
await home.goto(`${site}/?search=Wudu`);
/** Path of the first lesson that the search finds; its text is in both languages. */
const lesson = (await home.locator('.card-details').first().getAttribute('href')) ?? '';
await home.close();
const views: View[] = [
  { name: 'en-1440-light', path: '/', width: 1440 },
  { name: 'ar-1440-light', path: '/?lang=ar', width: 1440 },
  { name: 'ar-390-light', path: '/?lang=ar', width: 390 },
  { name: 'en-800-dark', path: '/', width: 800, colorScheme: 'dark' },
  { name: 'lesson-ar-360-light', path: `${lesson}?lang=ar`, width: 360 },
];
for (const view of views) await takePage(browser, view);
for (const language of ['en', 'ar']) await takePosterAndCard(browser, lesson, language);
await browser.close();
