import type { Page } from '@playwright/test';

interface Shifts {
  sum: number;
  /** Starts of the markup of moved elements, for the failure message. */
  movedElements: string[];
}

/** Runs in the page and adds up its layout shifts. */
function recordShifts(): void {
  const shifts: Shifts = { sum: 0, movedElements: [] };
  Object.assign(window, { shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources = [] } = entry as PerformanceEntry & {
        value: number;
        sources?: { node?: Element }[];
      };
      shifts.sum += value;
      shifts.movedElements.push(...sources.map(({ node }) => node?.outerHTML?.slice(0, 80) ?? '?'));
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** Makes each page record its layout shifts, and delays its fonts and scripts. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(recordShifts);
  await page.route(/\.(woff2|js)(\?|$)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 250));
    await route.continue();
  });
}

/** Waits until all fonts have loaded, and returns the shifts since the page began. */
export async function shiftsOf(page: Page): Promise<Shifts> {
  await page.evaluate(() => document.fonts.ready);
  // After two frames the browser has reported the shifts of the last one.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
  return page.evaluate(() => (window as unknown as { shifts: Shifts }).shifts);
}
