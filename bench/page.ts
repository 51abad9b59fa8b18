import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumFlags, requireChromium } from '../tests/e2e/browsers/chromium.ts';
import { nginxVersion, type ServedFile, startNginx } from './harness/nginx.ts';
import { startSite } from './harness/programs.ts';
import { compare, figures, median, ratios, readOptions, writeSection } from './harness/report.ts';

/** Maximum time of the largest paint, as a ratio to that of static HTML. */
const MAX_RATIO = 1.15;
/** Time after loading in which the page settles. */
const SETTLED_MS = 2000;
const paths = { English: '/', Arabic: '/?lang=ar' };

/** Slow 4G and a modest phone: bits per second, round trip in milliseconds, CPU slowdown compared with this machine. */
const throttle = { down: 1_600_000, up: 750_000, latency: 150, cpu: 4 };
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** Taps in sequence, and a wait until the effect of the last one is visible. Only the last tap is measured. */
const taps: [name: string, targets: string[], effect: (page: Page) => Promise<unknown>][] = [
  ['tap on the menu, ms', ['header button[commandfor]'], (page) => page.waitForSelector('dialog[open]')],
  [
    'tap on a category, ms',
    ['#library button[commandfor]', 'dialog[open] a[href*="category="]'],
    async (page) => {
      await page.waitForURL(/category=/);
      await page.waitForSelector('#library [aria-busy="false"]');
    },
  ],
];

/** Returns the milliseconds from the navigation until the largest paint, and the sum of the layout shifts. */
const readMetrics = (page: Page) =>
  page.evaluate(() => {
    const entriesOf = (type: string) => {
      const observer = new PerformanceObserver(() => undefined);
      observer.observe({ type, buffered: true });
      return observer.takeRecords() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
    };
    const shifts = entriesOf('layout-shift').filter(({ hadRecentInput }) => !hadRecentInput);
    return {
      largestPaint: entriesOf('largest-contentful-paint').at(-1)?.startTime ?? Number.NaN,
      layoutShift: shifts.reduce((sum, { value }) => sum + value, 0),
    };
  });

/** Opens a page as a slow phone with an empty cache, and waits until it has settled. */
async function visit<Result>(
  browser: Browser,
  url: string,
  settledMs: number,
  use: (page: Page) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext({ ...phone, locale: 'en-US' });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: throttle.latency,
    downloadThroughput: throttle.down / 8,
    uploadThroughput: throttle.up / 8,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttle.cpu });
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(settledMs);
  const result = await use(page);
  await context.close();
  return result;
}

/** Returns the milliseconds from a tap on a settled page until its effect is visible. */
const measureTap = (
  browser: Browser,
  url: string,
  targets: readonly string[],
  effect: (page: Page) => Promise<unknown>,
) =>
  visit(browser, url, 3 * SETTLED_MS, async (page) => {
    let startedAt = 0;
    for (const target of targets) {
      await page.waitForSelector(target);
      startedAt = performance.now();
      await page.locator(target).locator('visible=true').first().click({ force: true, noWaitAfter: true });
    }
    await effect(page);
    return performance.now() - startedAt;
  });

/** Prepares a file for nginx as for production: compressed at the best level, fonts unchanged. */
function createServedFile(path: string, type: string, bytes: Uint8Array): ServedFile {
  if (type.startsWith('font/')) return { path, bytes, headers: { 'content-type': type } };
  const headers = { 'content-type': type, 'content-encoding': 'br' };
  return { path, bytes: brotliCompressSync(bytes), headers };
}

/** Returns the pages as static HTML without scripts and their data, and the styles, fonts and SVG pictures of the site. */
async function staticFiles(siteUrl: string): Promise<ServedFile[]> {
  const files = new Map<string, ServedFile>();
  for (const [language, path] of Object.entries(paths)) {
    const html = await (await fetch(siteUrl + path)).text();
    const staticHtml = html
      .replaceAll(/<script\b[\s\S]*?<\/script>/g, '')
      .replaceAll(/<noscript>[\s\S]*?<\/noscript>/g, '');
    files.set(
      language,
      createServedFile(`/${language}`, 'text/html; charset=utf-8', Buffer.from(staticHtml)),
    );
    for (const [asset] of html.matchAll(/\/assets\/[\w.-]+\.(?:woff2|svg|json|css)/g)) {
      const response = await fetch(siteUrl + asset);
      files.set(
        asset,
        createServedFile(asset, response.headers.get('content-type') ?? '', await response.bytes()),
      );
    }
  }
  return [...files.values()];
}

/** Runs `npm run bench -- page [--rounds 15]`. Compares the site's first view and taps with static HTML, on a phone with slow 4G. */
export async function main(args: string[]): Promise<void> {
  const { rounds } = readOptions(args, { rounds: 15 });
  const browser = await chromium.launch({ executablePath: requireChromium(), args: [...chromiumFlags] });
  const site = await startSite();
  // Lets the site settle after its start, with the pages in its cache.
  for (const path of [...Object.values(paths), ...Object.values(paths)]) {
    await (await fetch(site.url + path)).text();
    await sleep(1500);
  }
  const nginx = await startNginx(await staticFiles(site.url), { siteUrl: site.url });
  let shift = 0;
  const firstView = (url: string) =>
    visit(browser, url, SETTLED_MS, async (page) => {
      const { largestPaint, layoutShift } = await readMetrics(page);
      shift = Math.max(shift, layoutShift);
      return largestPaint;
    });
  const views = [];
  for (const [language, path] of Object.entries(paths)) {
    const [ours, reference] = [() => firstView(site.url + path), () => firstView(`${nginx.url}/${language}`)];
    views.push(await compare(language, rounds, ours, reference, { max: MAX_RATIO }));
  }
  const tapTimes: [string, number][] = [];
  for (const [name, targets, effect] of taps) {
    const times = [];
    for (let round = 0; round < rounds; round += 1)
      times.push(await measureTap(browser, site.url, targets, effect));
    tapTimes.push([name, median(times)]);
  }
  await browser.close();
  await nginx.stop();
  await site.stop();
  writeSection(
    'page',
    `## Page: a phone on slow 4G

Chromium ${browser.version()} with an empty cache, ${throttle.down / 1e6} Mbit/s down, ${throttle.up / 1e6} up, ${throttle.latency} ms per round trip, a processor ${throttle.cpu} times slower.
${rounds} alternating rounds; milliseconds, medians; the ratio is the median of the rounds' ratios. The reference is the same visible page as HTML and CSS from ${nginxVersion()}.

${ratios(views)}

${figures([['largest layout shift, thousandths', 1000 * shift, { max: 0.5 }], ...tapTimes])}`,
  );
}
