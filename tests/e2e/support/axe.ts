import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Ends every transition, and those it starts, because intermediate colors are not the design's. */
function settle(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const running = () =>
      document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    for (let round = 0; round < 20 && running().length > 0; round += 1) {
      for (const animation of running()) animation.finish();
      await new Promise(requestAnimationFrame);
    }
  });
}

const everything = { type: 'tag', values: tags } as const;
/** Rules about colors: the same page in another color scheme needs only these. */
const colors = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const;

/** Returns axe's violations on the page, or only those of colors, one line for each element: rule, element, remedy. */
export async function violations(page: Page, { only }: { only?: 'colors' } = {}): Promise<string[]> {
  await settle(page);
  // The devtools' evaluate is not an inline script, so the page's security policy stays unchanged.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const results = await page.evaluate(
    (runOnly) =>
      (window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }).axe.run({
        runOnly,
        resultTypes: ['violations'],
      }),
    only === 'colors' ? colors : everything,
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) =>
        `${id}: ${target.join(' ')}: ${failureSummary.replaceAll(/\s+/g, ' ')}`,
    ),
  );
}
