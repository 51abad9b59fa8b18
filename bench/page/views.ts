import type { Browser, Page } from '@playwright/test';
import { type Marks, marksOf, type Slowed, visit } from './phone.ts';

/** Milliseconds after which nothing larger is painted any more; the client-rendered build is done long before. */
const settled = 2000;

/** Opens an address on a phone and lets it come to rest. */
export function view(browser: Browser, url: string, slowed?: Slowed): Promise<Marks> {
  const rest = async (page: Page) => {
    await page.goto(url, { waitUntil: 'load' });
    await page.waitForTimeout(settled);
    return marksOf(page);
  };
  return visit(browser, 'phone', '', rest, slowed);
}
