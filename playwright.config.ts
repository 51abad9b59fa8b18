import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumFlags, findTestChromium } from './tests/e2e/browsers/chromium.ts';
import { quickFolder } from './tests/support/quick-folder.ts';
import { isHosted } from './tests/support/site.ts';

// Workers inherit it, so that only the first process looks for a browser.
process.env.CHROMIUM_PATH ??= findTestChromium();
const { CHROMIUM_PATH } = process.env;
// Each browser starts with a new folder, and each site with a library.
process.env.TMPDIR = quickFolder();
/** These tests put lessons into a watched folder, or stop the backend. */
const embeddedOnly = ['dev', 'first-flight', 'stopping'].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  // Files run in the order of their names. Those of `alone` run one test at a time, most on separate sites: at the end, one of
  // them would keep a single worker.
  testDir: 'tests/e2e',
  testIgnore: isHosted ? embeddedOnly : [],
  globalSetup: './tests/e2e/support/shared-site.ts',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  // One more than there are cores, because browsers wait for frames and the server.
  workers: availableParallelism() + 1,
  retries: 0,
  forbidOnly: true,
  // So many failures have a common cause; further tests would only take time.
  maxFailures: 30,
  // Timeouts end tests that hang, also on a busy machine; benches measure speed.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    // One context for all tests, cleared after each: a new one would start a renderer and compile the client bundle again.
    reuseContext: true,
    // Tests would wait for animations. Tests about them turn them on, as do those in other browsers.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    actionTimeout: 60_000,
    navigationTimeout: 120_000,
    launchOptions: {
      args: [...chromiumFlags],
      ...(CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : {}),
    },
  },
});
