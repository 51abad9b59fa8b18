import { type Browser, chromium, expect } from '@playwright/test';
import lighthouse from 'lighthouse';
import { pageFunctions } from 'lighthouse/core/lib/page-functions.js';
import { languages } from '#contract/language.ts';
import { freePort } from '../../support/free-port.ts';
import { test } from '../../support/other-visit.ts';
import { pageKinds } from '../../support/page-kinds.ts';

/** What Lighthouse waits for else, five seconds a page and more, is for its measurements: here nothing is timed. */
const atOnce = {
  // With the others it insists on those seconds; nothing is slowed down by this one.
  throttlingMethod: 'simulate',
  pauseAfterLoadMs: 0,
  pauseAfterFcpMs: 0,
  networkQuietThresholdMs: 1,
  cpuQuietThresholdMs: 0,
} as const;

// It keeps the processor busy for a second a page, to tell how fast this one is.
pageFunctions.computeBenchmarkIndex = () => 1000;

// To load Lighthouse takes longer than to look at a page: one worker does.
test.describe.configure({ mode: 'default' });

/** One that Lighthouse can drive. */
let browser: Browser;
let port: number;
test.beforeAll(async () => {
  port = await freePort();
  const { args = [], ...options } = test.info().project.use.launchOptions ?? {};
  browser = await chromium.launch({ ...options, args: [...args, `--remote-debugging-port=${port}`] });
});
test.afterAll(() => browser?.close());

for (const language of languages)
  for (const [kind, pathOf] of Object.entries(pageKinds))
    test(`Lighthouse finds nothing to mend on a phone: ${kind}, ${language}`, async () => {
      const site = process.env.SHARED_SITE ?? '';
      const url = new URL(await pathOf(site), site);
      url.searchParams.set('lang', language);
      const run = await lighthouse(url.href, {
        port,
        logLevel: 'silent',
        onlyCategories: ['accessibility', 'best-practices', 'seo'],
        // `baseline` has no weight, and is alone in wanting a trace, for whose end Chromium often waits five seconds. A search is in
        // no index, on purpose.
        skipAudits: ['baseline', ...(kind === 'search' ? ['is-crawlable'] : [])],
        disableFullPageScreenshot: true,
        ...atOnce,
      });
      const { categories = {}, audits = {} } = run?.lhr ?? {};
      const wanting = Object.values(categories)
        .flatMap(({ auditRefs }) => auditRefs)
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1);
      expect(wanting.map(({ id }) => id)).toEqual([]);
      expect(Object.values(categories).map(({ score }) => score)).toEqual([1, 1, 1]);
    });
