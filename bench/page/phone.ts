import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { chromiumFlags, requireChromium } from '../../tests/e2e/browsers/chromium.ts';

/** Slow 4G and a modest phone: bits a second, milliseconds of a round trip, times slower than this machine. */
export const throttle = { down: 1_600_000, up: 750_000, latency: 150, cpu: 4 };

export const screens = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1100, height: 900 } },
} as const;

export type Screen = keyof typeof screens;

export interface Marks {
  firstPaint: number;
  largestPaint: number;
  layoutShift: number;
  /** Wall-clock milliseconds of the first tap and of the sign waited for; absent until they happen. */
  tapped?: number;
  seen?: number;
}

/** `farEnd` makes of a program one that runs it at the far end of a line. */
export function launch(farEnd = (program: string) => program): Promise<Browser> {
  return chromium.launch({ executablePath: farEnd(requireChromium()), args: [...chromiumFlags] });
}

/** What a page says to its console when the sign can be seen. */
export const seenMessage = 'the sign is seen';

/** Runs in every document: keeps what the browser tells of painting, taps and the sign that a tap had its effect. */
function watch({ sign, seenMessage }: { sign: string; seenMessage: string }): void {
  const marks: Marks = { firstPaint: 0, largestPaint: 0, layoutShift: 0 };
  const now = () => performance.timeOrigin + performance.now();
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
  addEventListener('click', () => (marks.tapped ??= now()), { capture: true });
  const look = () => {
    const found = sign === '' ? null : document.querySelector(sign);
    if (found && found.getClientRects().length > 0) {
      marks.seen = now();
      console.debug(seenMessage);
    } else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** What the browser itself slows down: a real line is slow by itself. */
export type Slowed = 'line and processor' | 'processor' | 'nothing';

/** A visit with an empty cache. `sign` is a selector of what a tap is to bring; ends with everything it opened. */
export async function visit<T>(
  browser: Browser,
  screen: Screen,
  sign: string,
  use: (page: Page) => Promise<T>,
  slowed: Slowed = 'line and processor',
): Promise<T> {
  const context: BrowserContext = await browser.newContext({
    ...screens[screen],
    locale: 'en-US',
    ignoreHTTPSErrors: true,
  });
  try {
    await context.addInitScript(watch, { sign, seenMessage });
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    if (slowed === 'line and processor') {
      await devtools.send('Network.emulateNetworkConditions', {
        offline: false,
        latency: throttle.latency,
        downloadThroughput: throttle.down / 8,
        uploadThroughput: throttle.up / 8,
      });
    }
    if (slowed !== 'nothing') await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttle.cpu });
    return await use(page);
  } finally {
    await context.close();
  }
}

export const marksOf = (page: Page): Promise<Marks> =>
  page.evaluate(() => (window as unknown as { marks: Marks }).marks);
