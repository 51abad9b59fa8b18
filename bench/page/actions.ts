import type { Browser, Page } from '@playwright/test';
import { type Marks, marksOf, type Screen, seenMessage, visit } from './phone.ts';

/** Something a visitor taps, and the sign that it had its effect, both as selectors. */
export interface Action {
  screen: Screen;
  target: string;
  sign: string;
}

/** How long a tap may take before it counts as lost, in milliseconds. */
const patience = 10_000;

/**
 * Runs a tap and answers the marks once its sign is seen. The page itself says so: Playwright's own waiting puts a large
 * script into the page, 100 ms of a slow phone right after the tap.
 */
async function effectOf(page: Page, tap: () => Promise<void>): Promise<Marks> {
  const seen = page.waitForEvent('console', {
    predicate: (message) => message.text() === seenMessage,
    timeout: patience,
  });
  await Promise.all([seen, tap()]);
  return marksOf(page);
}

/** Milliseconds from the navigation until its effect is seen, when it is tapped as soon as it can be seen. */
export function atFirstSight(
  browser: Browser,
  url: string,
  { screen, target, sign }: Action,
): Promise<number> {
  return visit(browser, screen, sign, async (page) => {
    await page.goto(url, { waitUntil: 'commit' });
    const began = await page.evaluate(() => performance.timeOrigin);
    const tapped = page.locator(target).locator('visible=true').first();
    const { seen = Number.NaN } = await effectOf(page, () =>
      tapped.click({ force: true, noWaitAfter: true }),
    );
    return seen - began;
  });
}

/** Milliseconds from the tap until its effect is seen, on a page that has been read for a while. */
export function onceSettled(
  browser: Browser,
  url: string,
  { screen, target, sign }: Action,
): Promise<number> {
  return visit(browser, screen, sign, async (page) => {
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(6000);
    const place = page.locator(target).locator('visible=true').first();
    const { seen = Number.NaN, tapped = Number.NaN } = await effectOf(page, () =>
      place.click({ force: true, noWaitAfter: true }),
    );
    return seen - tapped;
  });
}

/** Whether a single tap, so many milliseconds after its target could be seen, was lost. */
export function isLost(browser: Browser, url: string, action: Action, after: number): Promise<boolean> {
  return visit(browser, action.screen, action.sign, async (page) => {
    await page.goto(url, { waitUntil: 'commit' });
    const target = page.locator(action.target).locator('visible=true').first();
    await target.waitFor();
    await page.waitForTimeout(after);
    return effectOf(page, () => target.click({ force: true, noWaitAfter: true })).then(
      () => false,
      () => true,
    );
  });
}
