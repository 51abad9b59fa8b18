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

/** How long a visitor points at a thing, or holds a finger on it, before the tap: milliseconds. */
const warning = 200;

/** Milliseconds from a tap that was to be expected, on a page that has been read for a while, until its effect is seen. */
export function forewarned(browser: Browser, url: string, { screen, target, sign }: Action): Promise<number> {
  const tapped = async (page: Page) => {
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(6000);
    const place = page.locator(target).locator('visible=true').first();
    await place.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const { x = 0, y = 0, width = 0, height = 0 } = (await place.boundingBox()) ?? {};
    const touchPoints = [{ x: x + width / 2, y: y + height / 2 }];
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchEnd', points: typeof touchPoints) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    if (screen === 'phone') await touch('touchStart', touchPoints);
    else await page.mouse.move(x + width / 2, y + height / 2, { steps: 2 });
    await page.waitForTimeout(warning);
    const { seen = Number.NaN, tapped: at = Number.NaN } = await effectOf(page, async () => {
      if (screen === 'phone') await touch('touchEnd', []);
      else await page.mouse.down().then(() => page.mouse.up());
    });
    return seen - at;
  };
  return visit(browser, screen, sign, tapped, screen === 'phone' ? 'line and processor' : 'nothing');
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
