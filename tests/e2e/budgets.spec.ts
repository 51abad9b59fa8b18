import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Page } from '@playwright/test';
import { languages } from '#contract/language.ts';
import { shiftsOf, watchShifts } from './support/layout-shifts.ts';
import { expect, test } from './support/visitor.ts';

const brotliSize = (body: Buffer): number =>
  brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  }).length;

/** Loads a page until it is idle. Returns its successful responses and the bytes of a type: fonts as sent, others after brotli. */
async function loadUntilIdle(page: Page, address: string) {
  const responses: { type: string; url: string; bytes: number }[] = [];
  const measurements: Promise<void>[] = [];
  page.on('response', (response) => {
    const type = response.request().resourceType();
    const measure = async (): Promise<void> => {
      const body = await response.body();
      responses.push({ type, url: response.url(), bytes: type === 'font' ? body.length : brotliSize(body) });
    };
    if (response.ok()) measurements.push(measure());
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  await devtools.detach();
  const socket = page.waitForEvent('websocket');
  await page.goto(address, { waitUntil: 'networkidle' });
  await socket;
  await Promise.all(measurements);
  const bytesOf = (type: string): number =>
    responses.filter((entry) => entry.type === type).reduce((sum, entry) => sum + entry.bytes, 0);
  return { responses, bytesOf };
}

/** Widths in pixels: three at which a text of the hero wraps differently in fallback fonts, then one of each wider layout. */
const lateFontWidths = [338, 416, 494, 900, 1100, 1440, 2560];

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    test('keeps the initial load and its preloads within their size budgets', async ({ page, library }) => {
      const { responses, bytesOf } = await loadUntilIdle(page, library.href());
      const scripts = responses.filter(({ type }) => type === 'script');
      const firstScripts = scripts.filter(({ url }) => !url.includes('/library-sdk-'));
      const sum = (entries: typeof scripts): number =>
        entries.reduce((total, entry) => total + entry.bytes, 0);
      console.log(
        `${language}: HTML ${bytesOf('document')}, JavaScript ${sum(firstScripts)} and ${sum(scripts) - sum(firstScripts)} when idle, fonts ${bytesOf('font')}, requests ${responses.length}`,
      );
      expect(firstScripts.length).toBeGreaterThan(0);
      expect(bytesOf('document')).toBeLessThanOrEqual(13_500);
      // Limits scripts needed before the first action, then all scripts with the SDK that loads when the page is idle.
      expect(sum(firstScripts)).toBeLessThanOrEqual(100_000);
      expect(sum(scripts)).toBeLessThanOrEqual(120_000);
      expect(bytesOf('font')).toBeLessThanOrEqual(120_000);
      expect(bytesOf('stylesheet')).toBe(0);
      expect(library.requests).toEqual([]);

      // The client bundle is requested only after the first paint.
      const [paintedAt = Number.NaN, requestedAt = Number.NaN] = await page.evaluate(() => [
        performance.getEntriesByName('first-paint')[0]?.startTime,
        performance.getEntriesByType('resource').find(({ name }) => /\/index-[^/]+\.js$/.test(name))
          ?.startTime,
      ]);
      expect(paintedAt).toBeGreaterThan(0);
      expect(requestedAt).toBeGreaterThan(paintedAt);
      const preloadedFiles = await page
        .locator('link[rel="preload"][as="font"]')
        .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
      expect(preloadedFiles.length).toBeGreaterThan(0);
      const preloadedFonts = responses.filter(({ url }) => preloadedFiles.includes(url));
      expect(preloadedFonts).toHaveLength(preloadedFiles.length);
      expect(sum(preloadedFonts)).toBeLessThanOrEqual(70_000);
    });

    test('late fonts do not move the library or the footer on narrow screens', async ({
      page,
      library,
      guard,
    }) => {
      guard.allow(/woff2/);
      const measureOffsets = async (): Promise<number[][]> => {
        await library.open();
        const rows: number[][] = [];
        for (let width = 320; width <= 360; width += 1) {
          await page.setViewportSize({ width, height: 800 });
          rows.push(
            await page.evaluate(async (at) => {
              await document.fonts.ready;
              const tops = ['#library', 'footer'].map(
                (part) => document.querySelector(part)?.getBoundingClientRect().top,
              );
              return [at, ...tops.map((top) => Math.round(top ?? Number.NaN))];
            }, width),
          );
        }
        return rows;
      };
      await page.setViewportSize({ width: 320, height: 800 });
      const offsets = await measureOffsets();
      await page.route(/\.woff2/, (route) => route.fulfill({ status: 404 }));
      expect(offsets).toEqual(await measureOffsets());
    });

    test('nothing moves when fonts and the client bundle arrive late', async ({ page, library }) => {
      await watchShifts(page);
      for (const width of lateFontWidths) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(library.href());
        await library.ready();
        const { sum, movedElements: moved } = await shiftsOf(page);
        expect(sum, [`${width} px`, ...moved].join('\n')).toBeLessThan(0.01);
      }
    });
  });
}

test('sets no cookies, and stores only the language', async ({ page, library, context }) => {
  await library.open();
  await page.getByRole('banner').getByRole('link', { name: 'العربية' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(await context.cookies()).toEqual([]);
  const keys = await page.evaluate(() => Object.keys(localStorage));
  expect(keys.filter((key) => key !== 'cookieFallback')).toEqual(['lang']);
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
});

test('the server’s bundle is small, because Node keeps loaded sources in memory', () => {
  const textByName = new Map<string, string>();
  const load = (name: string): void => {
    if (textByName.has(name)) return;
    const text = readFileSync(`dist/server/${name}`, 'utf8');
    textByName.set(name, text);
    for (const [, imported = ''] of text.matchAll(/^import\b[^;]*?["']\.\/([^"']+)["'];/gm)) load(imported);
  };
  // Starts at the server, because code for commands and hosted projects is in lazy chunks.
  load('serve.js');
  const size = [...textByName.values()].reduce((sum, text) => sum + text.length, 0);
  expect(size).toBeGreaterThan(500_000);
  expect(size).toBeLessThanOrEqual(2_000_000);
  // A single character beyond Latin-1 would double the memory of the packages' source.
  const packages = textByName.get('packages.js') ?? '';
  expect(packages).not.toBe('');
  expect([...packages].find((letter) => letter > '\u00ff')).toBeUndefined();
});
