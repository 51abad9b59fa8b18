import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumFlags, requireChromium } from '../../tests/e2e/browsers/chromium.ts';

/** Slow 4G and a modest phone: bits a second, milliseconds of a round trip, times slower than this machine. */
export const throttle = { down: 1_600_000, up: 750_000, latency: 150, cpu: 4 };
const screen = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

export interface Marks {
  firstPaint: number;
  largestPaint: number;
  layoutShift: number;
}

export const launch = (): Promise<Browser> =>
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
export async function visit<Result>(browser: Browser, use: (page: Page) => Promise<Result>): Promise<Result> {
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

export const marksOf = (page: Page): Promise<Marks> =>
  page.evaluate(() => (window as unknown as { marks: Marks }).marks);
