import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** Ends all finite animations and those that follow from them, because intermediate colors are not part of the design. */
function finishAnimations(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const running = () =>
      document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
    for (let round = 0; round < 20 && running().length > 0; round += 1) {
      for (const animation of running()) animation.finish();
      await new Promise(requestAnimationFrame);
    }
  });
}

const allRules = { type: 'tag', values: tags } as const;
/** Rules about colors, the only ones to check again in another color scheme. */
const colorRules = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } as const;

/** Returns the page's axe violations, or only those of color rules, as lines with rule, element and fix. */
export async function violations(page: Page, { only }: { only?: 'colors' } = {}): Promise<string[]> {
  await finishAnimations(page);
  // Evaluates axe through the developer tools, to which the page's security policy does not apply.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const results = await page.evaluate(
    (runOnly) =>
      (window as unknown as { axe: { run: (options: object) => Promise<AxeResults> } }).axe.run({
        runOnly,
        resultTypes: ['violations'],
      }),
    only === 'colors' ? colorRules : allRules,
  );
  return results.violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary = '' }) =>
        `${id}: ${target.join(' ')}: ${failureSummary.replaceAll(/\s+/g, ' ')}`,
    ),
  );
}
