import { readFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Page } from '@playwright/test';
import { languages } from '#contract/language.ts';
import { shiftsOf, watchShifts } from './support/layout-shifts.ts';
import { expect, test } from './support/visitor.ts';

const brotli = (body: Buffer): number =>
  brotliCompressSync(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  }).length;

/** Everything a first view fetches before the visitor acts, including the realtime socket, in brotli-compressed bytes. */
async function firstView(page: Page, address: string) {
  const fetched: { type: string; url: string; bytes: number }[] = [];
  const reading: Promise<void>[] = [];
  page.on('response', (response) => {
    const type = response.request().resourceType();
    const measure = async (): Promise<void> => {
      const body = await response.body();
      fetched.push({ type, url: response.url(), bytes: type === 'font' ? body.length : brotli(body) });
    };
    if (response.ok()) reading.push(measure());
  });
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  await devtools.detach();
  const socket = page.waitForEvent('websocket');
  await page.goto(address, { waitUntil: 'networkidle' });
  await socket;
  await Promise.all(reading);
  const bytes = (type: string): number =>
    fetched.filter((entry) => entry.type === type).reduce((sum, entry) => sum + entry.bytes, 0);
  return { fetched, bytes };
}

/** Every layout, starting with widths at which a text of the hero wraps differently in fallback fonts. */
const lateFontWidths = [338, 416, 494, 900, 1100, 1440, 2560];

for (const language of languages) {
  test.describe(language, () => {
    test.use({ language });

    test('the first view is light, and what it preloads is little', async ({ page, library }) => {
      const { fetched, bytes } = await firstView(page, library.href());
      const scripts = fetched.filter(({ type }) => type === 'script');
      const firstScripts = scripts.filter(({ url }) => !url.includes('/library-sdk-'));
      const sum = (entries: typeof scripts): number =>
        entries.reduce((total, entry) => total + entry.bytes, 0);
      console.log(
        `${language}: HTML ${bytes('document')}, JavaScript ${sum(firstScripts)} and ${sum(scripts) - sum(firstScripts)} when idle, fonts ${bytes('font')}, requests ${fetched.length}`,
      );
      expect(firstScripts.length).toBeGreaterThan(0);
      expect(bytes('document')).toBeLessThanOrEqual(13_500);
      // Scripts needed before the first action, then with the SDK that loads when the page is idle.
      expect(sum(firstScripts)).toBeLessThanOrEqual(100_000);
      expect(sum(scripts)).toBeLessThanOrEqual(120_000);
      expect(bytes('font')).toBeLessThanOrEqual(120_000);
      expect(bytes('stylesheet')).toBe(0);
      expect(library.requests).toEqual([]);

      // The client bundle is requested only after the first paint.
      const [paintedAt = Number.NaN, requestedAt = Number.NaN] = await page.evaluate(() => [
        performance.getEntriesByName('first-paint')[0]?.startTime,
        performance.getEntriesByType('resource').find(({ name }) => /\/index-[^/]+\.js$/.test(name))
          ?.startTime,
      ]);
      expect(paintedAt).toBeGreaterThan(0);
      expect(requestedAt).toBeGreaterThan(paintedAt);
      const preloaded = await page
        .locator('link[rel="preload"][as="font"]')
        .evaluateAll((links) => links.map((link) => (link as HTMLLinkElement).href));
      expect(preloaded.length).toBeGreaterThan(0);
      const early = fetched.filter(({ url }) => preloaded.includes(url));
      expect(early).toHaveLength(preloaded.length);
      expect(sum(early)).toBeLessThanOrEqual(70_000);
    });

    test('on no narrow screen do late fonts move the library or the footer', async ({
      page,
      library,
      guard,
    }) => {
      guard.allow(/woff2/);
      const places = async (): Promise<number[][]> => {
        await library.open();
        const shifts: number[][] = [];
        for (let width = 320; width <= 360; width += 1) {
          await page.setViewportSize({ width, height: 800 });
          shifts.push(
            await page.evaluate(async (at) => {
              await document.fonts.ready;
              const tops = ['#library', 'footer'].map(
                (part) => document.querySelector(part)?.getBoundingClientRect().top,
              );
              return [at, ...tops.map((top) => Math.round(top ?? Number.NaN))];
            }, width),
          );
        }
        return shifts;
      };
      await page.setViewportSize({ width: 320, height: 800 });
      const own = await places();
      await page.route(/\.woff2/, (route) => route.fulfill({ status: 404 }));
      expect(own).toEqual(await places());
    });

    test('nothing moves when fonts and program arrive late', async ({ page, library }) => {
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

test('a visit leaves no cookie, and stores the language only', async ({ page, library, context }) => {
  await library.open();
  await page.getByRole('banner').getByRole('link', { name: 'العربية' }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
  await page.goto('/', { waitUntil: 'networkidle' });
  expect(await context.cookies()).toEqual([]);
  const keys = await page.evaluate(() => Object.keys(localStorage));
  expect(keys.filter((key) => key !== 'cookieFallback')).toEqual(['lang']);
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toEqual([]);
});

test('the server is small: Node keeps the text of what it loads in memory', () => {
  const typeByUrl = new Map<string, string>();
  const load = (name: string): void => {
    if (typeByUrl.has(name)) return;
    const text = readFileSync(`dist/server/${name}`, 'utf8');
    typeByUrl.set(name, text);
    for (const [, imported = ''] of text.matchAll(/^import\b[^;]*?["']\.\/([^"']+)["'];/gm)) load(imported);
  };
  // Code that only a command or a hosted project needs is in a lazy chunk.
  load('serve.js');
  const size = [...typeByUrl.values()].reduce((sum, text) => sum + text.length, 0);
  expect(size).toBeGreaterThan(500_000);
  expect(size).toBeLessThanOrEqual(2_000_000);
  // A single letter beyond Latin-1 would double what the packages take.
  const packages = typeByUrl.get('packages.js') ?? '';
  expect(packages).not.toBe('');
  expect([...packages].find((letter) => letter > '\u00ff')).toBeUndefined();
});
