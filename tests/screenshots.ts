// Takes the pictures of docs/images anew: `node tests/screenshots.ts http://localhost:3000`, with the site running; a further word, such
// as `lesson`, takes those whose names begin with it.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import { chromiumFlags, requireChromium } from './e2e/browsers/chromium.ts';

const [, , site = 'http://localhost:3000', only = ''] = process.argv;
const folder = fileURLToPath(new URL('../docs/images/', import.meta.url));
const widths = [320, 390, 800, 1100, 1440, 2560];
const lessonWidths = [360, 800, 1440];
const languages = { en: '/', ar: '/?lang=ar' };
const schemes = ['light', 'dark'] as const;

async function take(
  browser: Browser,
  address: string,
  name: string,
  width: number,
  scheme: 'light' | 'dark',
) {
  if (!name.startsWith(only)) return;
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme });
  // The first visit brings the fonts, which a lesson does not wait for.
  await page.goto(address, { waitUntil: 'networkidle' });
  await page.reload({ waitUntil: 'networkidle' });
  const png = await page.screenshot({ fullPage: true });
  await sharp(png)
    .webp({ quality: 80 })
    .toFile(join(folder, `${name}.webp`));
  await page.close();
}

/** What margins of a centimetre leave of A4, in pixels; the poster leaves some of the height free, for Letter. */
const margin = 38;
const sheet = { width: 718, height: 980 };

/** A lesson's poster as it is printed, and the picture by which its page is shared. */
async function takeShared(browser: Browser, address: URL, language: string) {
  const page = await browser.newPage({ viewport: sheet });
  await page.emulateMedia({ media: 'print' });
  await page.goto(`${address.origin}${address.pathname}/poster${address.search}`, {
    waitUntil: 'networkidle',
  });
  await page.reload({ waitUntil: 'networkidle' });
  await sharp(await page.screenshot())
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background: '#fff' })
    .webp({ quality: 80 })
    .toFile(join(folder, `poster-${language}.webp`));
  await page.goto(address.href);
  const picture = (await page.locator('meta[property="og:image"]').getAttribute('content')) ?? '';
  await sharp(await (await fetch(new URL(new URL(picture).pathname, address))).bytes())
    .webp({ quality: 80 })
    .toFile(join(folder, `card-${language}.webp`));
  await page.close();
}

const browser = await chromium.launch({ args: [...chromiumFlags], executablePath: requireChromium() });
const home = await browser.newPage();
await home.goto(`${site}/?search=Wudu`);
/** A lesson in both languages. */
const lesson = await home.locator('.card-details').first().getAttribute('href');
await home.close();
for (const [language, path] of Object.entries(languages)) {
  const lang = language === 'ar' ? '?lang=ar' : '';
  if (only === '') await takeShared(browser, new URL(`${lesson}${lang}`, site), language);
  for (const scheme of schemes) {
    for (const width of widths)
      await take(browser, site + path, `${language}-${width}-${scheme}`, width, scheme);
    const read = `${site}${lesson}${lang}`;
    for (const width of lessonWidths)
      await take(browser, read, `lesson-${language}-${width}-${scheme}`, width, scheme);
  }
}
await browser.close();
