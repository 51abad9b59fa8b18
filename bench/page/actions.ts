import type { Browser, Page } from '@playwright/test';
import { type Marks, marksOf, type Screen, visit } from './phone.ts';

/** Something a visitor taps, and the sign that it had its effect, both as selectors. */
export interface Action {
  screen: Screen;
  target: string;
  sign: string;
}

/** How long a tap may take before it counts as lost, in milliseconds. */
const patience = 10_000;

async function effectOf(page: Page): Promise<Marks> {
  await page.waitForFunction(() => (window as unknown as { marks?: Marks }).marks?.seen, undefined, {
    timeout: patience,
  });
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
    await page.locator(target).locator('visible=true').first().click({ force: true, noWaitAfter: true });
    return ((await effectOf(page)).seen ?? Number.NaN) - began;
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
    await page.locator(target).locator('visible=true').first().click({ force: true, noWaitAfter: true });
    const { seen = Number.NaN, tapped = Number.NaN } = await effectOf(page);
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
    await target.click({ force: true, noWaitAfter: true });
    return effectOf(page).then(
      () => false,
      () => true,
    );
  });
}
