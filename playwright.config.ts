import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumFlags, findTestChromium } from './tests/e2e/browsers/chromium.ts';
import { quickFolder } from './tests/support/quick-folder.ts';
import { isHosted } from './tests/support/site.ts';

// Workers inherit it, so that only the first process looks for a browser.
process.env.CHROMIUM_PATH ??= findTestChromium();
const { CHROMIUM_PATH } = process.env;
// Browsers begin each life with a folder of their own, and sites with a library.
process.env.TMPDIR = quickFolder();
/** They put lessons into a folder that the site watches, or stop the backend. */
const embeddedOnly = ['dev', 'first-flight', 'stopping'].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  // Files begin in the order of their names. Those of `alone` go on one test after the other, most on sites of their own: were they
  // among the last, one of them would keep a single worker.
  testDir: 'tests/e2e',
  testIgnore: isHosted ? embeddedOnly : [],
  globalSetup: './tests/e2e/support/shared-site.ts',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  // Browsers wait for frames and for the server: one more than there are cores.
  workers: availableParallelism() + 1,
  retries: 0,
  forbidOnly: true,
  // When this many fail, something they share is broken: the rest would only take time.
  maxFailures: 30,
  // They end what hangs: how fast something is, a bench tells.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    // A context for each test would start a renderer and compile the site's program anew each time. It is emptied between two tests.
    reuseContext: true,
    // What moves is waited for: it moves where a test is about it, and in the other browsers.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    launchOptions: {
      args: [...chromiumFlags],
      ...(CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {}),
    },
  },
});
