import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumFlags, requireChromium } from '../tests/e2e/browsers/chromium.ts';
import { type Nginx, type ServedFile, startNginx } from './harness/nginx.ts';
import { requirePrograms, versionOf } from './harness/processes.ts';
import { inTurns, median, pairedRatio, table, verdict, writeSection } from './harness/report.ts';
import { startSite, temporaryFolder } from './harness/site.ts';

const MAX_RATIO = 1.15;
const SETTLED_MS = 2000;
const paths = { English: '/', Arabic: '/?lang=ar' };

/** Slow 4G and a modest phone: bits per second, round trip in milliseconds, CPU slowdown compared with this machine. */
const throttle = { down: 1_600_000, up: 750_000, latency: 150, cpu: 4 };
const screen = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

interface Marks {
  firstPaint: number;
  largestPaint: number;
  layoutShift: number;
}

const launch = (): Promise<Browser> =>
  chromium.launch({ executablePath: requireChromium(), args: [...chromiumFlags] });

/** Runs in every document: records what the browser reports of painting and shifts. */
function watch(): void {
  const marks: Marks = { firstPaint: 0, largestPaint: 0, layoutShift: 0 };
  (window as unknown as { marks: Marks }).marks = marks;
  const observe = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') marks.firstPaint = entry.startTime;
  });
  observe('largest-contentful-paint', (entry) => {
    marks.largestPaint = entry.startTime;
  });
  observe('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) marks.layoutShift += shift.value;
  });
}

/** A visit of a slow phone with an empty cache. */
async function visit<Result>(browser: Browser, use: (page: Page) => Promise<Result>): Promise<Result> {
  const context = await browser.newContext({ ...screen, locale: 'en-US' });
  try {
    await context.addInitScript(watch);
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
    return await use(page);
  } finally {
    await context.close();
  }
}

const marksOf = (page: Page): Promise<Marks> =>
  page.evaluate(() => (window as unknown as { marks: Marks }).marks);

/** A file for nginx, prepared as for production: compressed at the best level, fonts unchanged. */
function asFile(path: string, content: string | Uint8Array, type: string): ServedFile {
  const bytes = Buffer.from(content);
  if (type.startsWith('font/')) return { path, bytes, headers: { 'content-type': type } };
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return {
    path,
    bytes: brotliCompressSync(bytes, { params }),
    headers: { 'content-type': type, 'content-encoding': 'br' },
  };
}

/** The same visible pages as static HTML and CSS, without state and scripts, with the fonts and pictures they name. */
async function startReference(folder: string, siteUrl: string): Promise<Nginx> {
  const files = new Map<string, ServedFile>();
  for (const [language, path] of Object.entries(paths)) {
    const html = await (await fetch(siteUrl + path)).text();
    const still = html
      .replaceAll(/<script\b[\s\S]*?<\/script>/g, '')
      .replaceAll(/<noscript>[\s\S]*?<\/noscript>/g, '');
    files.set(language, asFile(`/${language}`, still, 'text/html; charset=utf-8'));
    for (const [asset] of html.matchAll(/\/assets\/[\w.-]+\.(?:woff2|svg|json|css)/g)) {
      const response = await fetch(siteUrl + asset);
      const type = response.headers.get('content-type') ?? '';
      files.set(asset, asFile(asset, await response.bytes(), type));
    }
  }
  return startNginx(folder, [...files.values()], { proxied: { path: '/', to: siteUrl } });
}

const firstView = (browser: Browser, url: string): Promise<Marks> =>
  visit(browser, async (page) => {
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(SETTLED_MS);
    return marksOf(page);
  });

/** Milliseconds from a tap on a settled page until its effect is visible. */
const tap = (browser: Browser, url: string, target: string, effect: (page: Page) => Promise<unknown>) =>
  visit(browser, async (page) => {
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(3 * SETTLED_MS);
    const start = performance.now();
    await page.locator(target).locator('visible=true').first().click({ force: true, noWaitAfter: true });
    await effect(page);
    return performance.now() - start;
  });

/** `npm run bench -- page [--rounds 15]`: first view and taps of a phone on slow 4G, next to the same page as static HTML. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { rounds: { type: 'string', default: '15' } } });
  const rounds = Number(values.rounds);
  requirePrograms('nginx');
  const folder = temporaryFolder();
  const browser = await launch();
  const site = await startSite();
  try {
    // The home pages get their best compression when they are requested again.
    for (const path of [...Object.values(paths), ...Object.values(paths)]) {
      await (await fetch(site.url + path)).text();
      await sleep(1500);
    }
    const nginx = await startReference(folder, site.url);
    const views = await inTurns<Marks>(
      rounds,
      Object.fromEntries(
        Object.entries(paths).flatMap(([language, path]) => [
          [`Minbar, ${language}`, () => firstView(browser, site.url + path)],
          [`static, ${language}`, () => firstView(browser, `${nginx.url}/${language}`)],
        ]),
      ),
    );
    const taps = await inTurns<number>(rounds, {
      menu: () =>
        tap(browser, site.url, 'header button[commandfor]', (page) => page.waitForSelector('dialog[open]')),
      'page 2': () =>
        tap(browser, site.url, 'a.page-link[href*="page=2"]', (page) => page.waitForURL(/page=2/)),
    });
    await nginx.stop();

    const viewRows = Object.keys(paths).flatMap((language) => {
      const largest = (subject: string) =>
        (views[`${subject}, ${language}`] ?? []).map((marks) => marks.largestPaint);
      return ['Minbar', 'static'].map((subject) => {
        const marks = views[`${subject}, ${language}`] ?? [];
        const ratio = pairedRatio(largest(subject), largest('static'));
        const shift = Math.max(...marks.map(({ layoutShift }) => layoutShift));
        const isMet = ratio <= MAX_RATIO && shift < 0.0005;
        return [
          `${subject}, ${language}`,
          median(marks.map(({ firstPaint }) => firstPaint)).toFixed(0),
          median(largest(subject)).toFixed(0),
          ratio.toFixed(2),
          shift.toFixed(3),
          subject === 'Minbar' ? verdict(isMet) : '',
        ];
      });
    });
    const tapRows = Object.entries(taps).map(([name, times]) => [name, median(times).toFixed(0)]);
    writeSection(
      'page',
      `## Page: a phone on slow 4G

Chromium ${browser.version()} with an empty cache, ${throttle.down / 1e6} Mbit/s down, ${throttle.up / 1e6} up, ${throttle.latency} ms a round trip, a processor ${throttle.cpu} times slower.
${rounds} rounds in turns; milliseconds, medians; the ratio is the median of the rounds' ratios. *static* is the same visible page as HTML and CSS from ${versionOf('nginx', /nginx\/[\d.]+/)}.

${table(['first view, 390 px', 'first paint', 'largest paint', 'of static', 'layout shift', `bound ${MAX_RATIO} and 0`], viewRows)}

${table(['tap, until its effect is seen', 'milliseconds'], tapRows)}`,
    );
  } finally {
    await browser.close();
    await site.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
