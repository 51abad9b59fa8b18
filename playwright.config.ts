import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { chromiumFlags, findTestChromium } from './tests/e2e/browsers/chromium.ts';
import { quickFolder } from './tests/support/quick-folder.ts';
import { isHosted } from './tests/support/site.ts';

// Workers inherit the path, so only the first process looks for a browser.
process.env.CHROMIUM_PATH ??= findTestChromium();
const { CHROMIUM_PATH } = process.env;
// Browsers and sites create many temporary files, so these go to the fastest disk.
process.env.TMPDIR = quickFolder();
/** Tests that need the embedded backend: they put lessons into a watched folder, or stop the backend. */
const embeddedOnly = ['dev', 'first-flight', 'stopping'].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  // Files run in the order of their names. Tests in `alone` run one at a time, most on separate sites, so they come first:
  // at the end they would leave all but one worker idle.
  testDir: 'tests/e2e',
  testIgnore: isHosted ? embeddedOnly : [],
  globalSetup: './tests/e2e/support/shared-site.ts',
  outputDir: 'test-results/browser',
  fullyParallel: true,
  // One more worker than cores, because browsers also wait for frames and the server.
  workers: availableParallelism() + 1,
  retries: 0,
  forbidOnly: true,
  // This many failures have a common cause; further tests would only take time.
  maxFailures: 30,
  // Timeouts are long, to end only tests that hang, even on a busy machine. Benchmarks measure speed.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    // Reuses one browser context, cleared after each test: a new one would start a renderer and compile the client bundle again.
    reuseContext: true,
    // Without animations, tests do not wait for them. Tests of animations, and those in other browsers, turn them on.
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
