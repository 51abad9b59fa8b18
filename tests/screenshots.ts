// Takes the pictures of docs/images anew: `node tests/screenshots.ts http://localhost:3000`, with the site running.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import sharp from 'sharp';
import { chromiumFlags, ensureChromium } from './support/chromium.ts';

const folder = fileURLToPath(new URL('../docs/images/', import.meta.url));
const widths = [320, 390, 800, 1100, 1440, 2560];
const languages = { en: '/', ar: '/?lang=ar' };
const schemes = ['light', 'dark'] as const;

async function take(
  browser: Browser,
  address: string,
  name: string,
  width: number,
  scheme: 'light' | 'dark',
) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme: scheme });
  await page.goto(address);
  await page.evaluate(() => document.fonts.ready);
  const png = await page.screenshot({ fullPage: true });
  await sharp(png)
    .webp({ quality: 80 })
    .toFile(join(folder, `${name}.webp`));
  await page.close();
}

const [, , site = 'http://localhost:3000'] = process.argv;
const browser = await chromium.launch({ args: [...chromiumFlags], executablePath: ensureChromium() });
for (const [language, path] of Object.entries(languages)) {
  for (const width of widths) {
    for (const scheme of schemes)
      await take(browser, site + path, `${language}-${width}-${scheme}`, width, scheme);
  }
}
await browser.close();
